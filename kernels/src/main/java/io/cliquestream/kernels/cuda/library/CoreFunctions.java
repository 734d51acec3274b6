package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The section "exact degeneracy", and orientation by an order of one's own. */
public final class CoreFunctions {
  private final MethodHandle bytes;
  private final MethodHandle bind;
  private final MethodHandle symmetrise;
  private final MethodHandle start;
  private final MethodHandle peel;
  private final MethodHandle order;
  private final MethodHandle orient;
  private final MethodHandle numbers;

  CoreFunctions(CudaLibrary library) {
    bytes = library.sizeFunction("cs_core_bytes", RECORD);
    bind = library.statusFunction("cs_core_bind", WORD, WORD, RECORD, RECORD);
    symmetrise = library.statusFunction("cs_core_symmetrise", RECORD, RECORD, WORD);
    start = library.statusFunction("cs_core_start", RECORD, RECORD, WORD);
    peel = library.statusFunction("cs_core_peel", RECORD, RECORD, RECORD, RECORD, WORD);
    order = library.statusFunction("cs_core_order", RECORD, RECORD, WORD);
    numbers = library.statusFunction("cs_core_numbers", RECORD, RECORD, WORD, WORD, WORD);
    orient = library.statusFunction("cs_orient", RECORD, WORD, RECORD, RECORD, RECORD, WORD);
  }

  /** Device bytes of a peel. */
  public long bytes(NativeRecord graph) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size("cs_core_bytes", () -> (long) bytes.invokeExact(of));
  }

  /** Cuts a peel's memory into arrays. */
  public void bind(long memory, long size, NativeRecord graph, NativeRecord work) {
    MemorySegment of = graph.memory();
    MemorySegment out = work.memory();
    CudaLibrary.enqueue("cs_core_bind", () -> (int) bind.invokeExact(memory, size, of, out));
  }

  /** Symmetric rows out of oriented ones. */
  public void symmetrise(NativeRecord graph, NativeRecord work, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment record = work.memory();
    CudaLibrary.enqueue(
        "cs_core_symmetrise", () -> (int) symmetrise.invokeExact(of, record, stream));
  }

  /** Makes ready for the first {@link #peel}. */
  public void start(NativeRecord graph, NativeRecord work, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment record = work.memory();
    CudaLibrary.enqueue("cs_core_start", () -> (int) start.invokeExact(of, record, stream));
  }

  /** Peels for a while; fills a header in pinned memory, which says whether to peel on. */
  public void peel(
      NativeRecord graph,
      NativeRecord work,
      NativeRecord options,
      NativeRecord header,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment record = work.memory();
    MemorySegment by = options.memory();
    MemorySegment out = header.memory();
    CudaLibrary.enqueue("cs_core_peel", () -> (int) peel.invokeExact(of, record, by, out, stream));
  }

  /** Core numbers by rank of the peeled graph, into device memory of a word for each vertex. */
  public void numbers(NativeRecord graph, NativeRecord work, long numbersAddress, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment record = work.memory();
    CudaLibrary.enqueue(
        "cs_core_numbers", () -> (int) numbers.invokeExact(of, record, 0L, numbersAddress, stream));
  }

  /** The order by which {@link #orient} gives no vertex more targets than the degeneracy. */
  public void order(NativeRecord graph, NativeRecord work, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment record = work.memory();
    CudaLibrary.enqueue("cs_core_order", () -> (int) order.invokeExact(of, record, stream));
  }

  /**
   * Relabels and orients by an order.
   *
   * @param sourceRanks device address of active source ranks, the new rank 0 first
   * @param header in pinned memory
   */
  public void orient(
      NativeRecord source,
      long sourceRanks,
      NativeRecord preparation,
      NativeRecord target,
      NativeRecord header,
      long stream) {
    MemorySegment of = source.memory();
    MemorySegment record = preparation.memory();
    MemorySegment out = target.memory();
    MemorySegment outHeader = header.memory();
    CudaLibrary.enqueue(
        "cs_orient",
        () -> (int) orient.invokeExact(of, sourceRanks, record, out, outHeader, stream));
  }
}
