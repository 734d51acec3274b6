package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The section "sparse ids made dense": pairs are renumbered on the device before a preparation. */
public interface DenseIdsFunctions {
  /** Device bytes of marks for ids below a bound. */
  @Symbol("cs_marked_ids_bytes")
  long markedBytes(long idBound);

  /** Cuts memory into marks. */
  @Symbol("cs_marked_ids_bind")
  void bindMarked(long memory, long bytes, long idBound, NativeRecord ids);

  /** Clears the marks. */
  @Symbol("cs_marked_ids_start")
  void startMarked(NativeRecord ids, long stream);

  /** Marks the ids of pairs on the device. */
  @Symbol("cs_marked_ids_add")
  void addMarked(NativeRecord ids, long pairs, long count, long stream);

  /** Numbers the marked ids; their number, 32 bits, into pinned memory. */
  @Symbol("cs_marked_ids_number")
  void numberMarked(NativeRecord ids, MemorySegment count, long stream);

  /** Renumbers pairs in place. */
  @Symbol("cs_marked_ids_renumber")
  void renumberMarked(NativeRecord ids, long pairs, long count, long stream);

  /** Device bytes for the sorted ids of so many pairs. */
  @Symbol("cs_sorted_ids_bytes")
  long sortedBytes(long pairs);

  /** Cuts memory for sorted ids. */
  @Symbol("cs_sorted_ids_bind")
  void bindSorted(long memory, long bytes, long pairs, NativeRecord ids);

  /** Sorts the 64-bit ids of pairs on the device; how many there are into pinned memory. */
  @Symbol("cs_sorted_ids_number")
  void numberSorted(
      NativeRecord ids, long pairs, long count, int idBits, MemorySegment found, long stream);

  /** Writes the pairs of 64-bit ids renumbered. */
  @Symbol("cs_sorted_ids_renumber")
  void renumberSorted(NativeRecord ids, long pairs, long count, long out, long stream);
}
