package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The header {@code cliquestream_maximum.h}: maximum cliques, one or all. */
public final class MaximumFunctions extends SearchFunctions {
  private final MethodHandle plan;
  private final MethodHandle greedy;
  private final MethodHandle reduce;
  private final MethodHandle witness;

  MaximumFunctions(CudaLibrary library) {
    super(library, "cs_maximum");
    plan = library.statusFunction("cs_maximum_plan", RECORD, WORD, RECORD, WORD, RECORD);
    greedy = library.statusFunction("cs_maximum_greedy", RECORD, RECORD, RECORD, WORD, WORD);
    reduce = library.statusFunction("cs_maximum_reduce", RECORD, RECORD, RECORD, WORD, WORD);
    witness = library.statusFunction("cs_maximum_witness", RECORD, RECORD, HALF_WORD, WORD);
  }

  /**
   * Sizes of a working memory of at most {@code budget} bytes.
   *
   * @return false when not even the smallest fits
   * @throws LibraryStatusException GRAPH_TOO_LARGE for an out-degree past the kernels' bound
   */
  public boolean plan(
      NativeRecord graph,
      long maximumOutDegree,
      NativeRecord options,
      long budget,
      NativeRecord sizes) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment out = sizes.memory();
    return fits(() -> (int) plan.invokeExact(of, maximumOutDegree, by, budget, out));
  }

  /** Raises the bound by greedy cliques. */
  public void greedy(
      NativeRecord graph, NativeRecord options, NativeRecord work, long stop, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_maximum_greedy", () -> (int) greedy.invokeExact(of, by, with, stop, stream));
  }

  /** One round: filters roots and stores subproblems until the pool is full. */
  public void reduce(
      NativeRecord graph, NativeRecord options, NativeRecord work, long stop, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_maximum_reduce", () -> (int) reduce.invokeExact(of, by, with, stop, stream));
  }

  /** Copies the ids of one largest clique found into pinned memory. */
  public void witness(NativeRecord work, MemorySegment clique, int capacity, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue(
        "cs_maximum_witness", () -> (int) witness.invokeExact(of, clique, capacity, stream));
  }
}
