package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The header {@code cliquestream_maximal.h}: maximal cliques, counted or listed. */
public final class MaximalFunctions extends SearchFunctions {
  private final MethodHandle plan;
  private final MethodHandle build;
  private final MethodHandle keep;
  private final MethodHandle histogram;

  MaximalFunctions(CudaLibrary library) {
    super(library, "cs_maximal");
    plan = library.statusFunction("cs_maximal_plan", RECORD, WORD, WORD, RECORD, WORD, RECORD);
    build =
        library.statusFunction(
            "cs_maximal_build", RECORD, RECORD, RECORD, HALF_WORD, HALF_WORD, WORD, WORD);
    keep = library.statusFunction("cs_maximal_keep", RECORD, WORD);
    histogram = library.statusFunction("cs_maximal_histogram", RECORD, RECORD, WORD);
  }

  /**
   * Sizes of a working memory of at most {@code budget} bytes.
   *
   * @param maximumDegree an upper bound of all degrees
   * @return false when not even the smallest fits
   * @throws LibraryStatusException GRAPH_TOO_LARGE for an out-degree past the kernels' bound
   */
  public boolean plan(
      NativeRecord graph,
      long maximumOutDegree,
      long maximumDegree,
      NativeRecord options,
      long budget,
      NativeRecord sizes) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment out = sizes.memory();
    return fits(() -> (int) plan.invokeExact(of, maximumOutDegree, maximumDegree, by, budget, out));
  }

  /** The subproblems of at most {@code roots} roots from place {@code first} on. */
  public void build(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord work,
      int first,
      int roots,
      long stop,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_maximal_build",
        () -> (int) build.invokeExact(of, by, with, first, roots, stop, stream));
  }

  /** Adds the round's counts to the histogram. */
  public void keep(NativeRecord work, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue("cs_maximal_keep", () -> (int) keep.invokeExact(of, stream));
  }

  /**
   * Copies the cliques by size to pinned memory: {@code sizes.max_out_degree} + 2 words.
   *
   * @param host entry s, in bytes from 8·s on, gets the number of cliques of s vertices
   */
  public void histogram(NativeRecord work, MemorySegment host, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue(
        "cs_maximal_histogram", () -> (int) histogram.invokeExact(of, host, stream));
  }
}
