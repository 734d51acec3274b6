package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * What the C library's clique searches have in common: memory planned beforehand and cut into
 * arrays, a start, time slices, a list that is emptied when it was copied.
 */
public abstract class SearchFunctions {
  private final String family;
  private final MethodHandle bind;
  private final MethodHandle start;
  private final MethodHandle search;
  private final MethodHandle listTaken;

  /**
   * The functions of one search.
   *
   * @param family what their names begin with
   */
  SearchFunctions(CudaLibrary library, String family) {
    this.family = family;
    bind = library.statusFunction(family + "_bind", WORD, RECORD, RECORD, RECORD, RECORD);
    start = library.statusFunction(family + "_start", RECORD, RECORD, RECORD, WORD);
    search = library.statusFunction(family + "_search", RECORD, RECORD, RECORD, WORD, RECORD, WORD);
    listTaken = library.statusFunction(family + "_list_taken", RECORD, WORD);
  }

  /** Makes a call that plans memory; false when not even the smallest plan fits the budget. */
  final boolean fits(CudaLibrary.StatusCall plan) {
    try {
      CudaLibrary.enqueue(family + "_plan", plan);
      return true;
    } catch (LibraryStatusException e) {
      if (e.status() == CudaLibrary.WORKSPACE_TOO_SMALL) {
        return false;
      }
      throw e;
    }
  }

  /** Cuts device memory of {@code sizes.bytes} bytes into arrays. */
  public final void bind(
      long memory,
      NativeRecord input,
      NativeRecord options,
      NativeRecord sizes,
      NativeRecord work) {
    MemorySegment of = input.memory();
    MemorySegment by = options.memory();
    MemorySegment as = sizes.memory();
    MemorySegment out = work.memory();
    CudaLibrary.enqueue(family + "_bind", () -> (int) bind.invokeExact(memory, of, by, as, out));
  }

  /** Sorts what the search begins with and clears everything. */
  public final void start(
      NativeRecord input, NativeRecord options, NativeRecord work, long stream) {
    MemorySegment of = input.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(family + "_start", () -> (int) start.invokeExact(of, by, with, stream));
  }

  /** One time slice of the search; fills the header, which lies in pinned memory. */
  public final void search(
      NativeRecord input,
      NativeRecord options,
      NativeRecord work,
      long stop,
      NativeRecord header,
      long stream) {
    MemorySegment of = input.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    MemorySegment out = header.memory();
    CudaLibrary.enqueue(
        family + "_search", () -> (int) search.invokeExact(of, by, with, stop, out, stream));
  }

  /** Empties the list, once it was copied. */
  public final void listTaken(NativeRecord work, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue(family + "_list_taken", () -> (int) listTaken.invokeExact(of, stream));
  }
}
