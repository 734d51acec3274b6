package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The breadth-first section of the header {@code cliquestream_maximum.h}. */
public final class BreadthFunctions extends SearchFunctions {
  private final MethodHandle orientById;
  private final MethodHandle plan;
  private final MethodHandle greedy;
  private final MethodHandle witness;

  BreadthFunctions(CudaLibrary library) {
    super(library, "cs_breadth");
    orientById =
        library.statusFunction("cs_breadth_orient_by_id", RECORD, RECORD, RECORD, RECORD, WORD);
    plan = library.statusFunction("cs_breadth_plan", RECORD, WORD, RECORD, WORD, RECORD);
    greedy = library.statusFunction("cs_breadth_greedy", RECORD, RECORD, RECORD, WORD, WORD);
    witness = library.statusFunction("cs_breadth_witness", RECORD, RECORD, HALF_WORD, WORD);
  }

  /**
   * The orientation by index.
   *
   * @param header in pinned memory
   */
  public void orientById(
      NativeRecord source,
      NativeRecord preparation,
      NativeRecord target,
      NativeRecord header,
      long stream) {
    MemorySegment of = source.memory();
    MemorySegment with = preparation.memory();
    MemorySegment out = target.memory();
    MemorySegment outHeader = header.memory();
    CudaLibrary.enqueue(
        "cs_breadth_orient_by_id",
        () -> (int) orientById.invokeExact(of, with, out, outHeader, stream));
  }

  /**
   * Sizes of a working memory of at most {@code budget} bytes.
   *
   * @param longestList longest row of the 2-clique list
   * @return false when the longest row could not be searched to the end
   * @throws LibraryStatusException GRAPH_TOO_LARGE for a row past the kernels' bound
   */
  public boolean plan(
      NativeRecord input, long longestList, NativeRecord options, long budget, NativeRecord sizes) {
    MemorySegment of = input.memory();
    MemorySegment by = options.memory();
    MemorySegment out = sizes.memory();
    return fits(() -> (int) plan.invokeExact(of, longestList, by, budget, out));
  }

  /** Raises the bound by the heuristic of the options. */
  public void greedy(
      NativeRecord input, NativeRecord options, NativeRecord work, long stop, long stream) {
    MemorySegment of = input.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_breadth_greedy", () -> (int) greedy.invokeExact(of, by, with, stop, stream));
  }

  /** Copies the ids of one largest clique found into pinned memory. */
  public void witness(NativeRecord work, MemorySegment clique, int capacity, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue(
        "cs_breadth_witness", () -> (int) witness.invokeExact(of, clique, capacity, stream));
  }
}
