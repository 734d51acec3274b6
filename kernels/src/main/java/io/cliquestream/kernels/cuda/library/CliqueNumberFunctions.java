package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** What both searches for maximum cliques have: a bound that rises, and a witness of it. */
public interface CliqueNumberFunctions extends SearchFunctions {
  /**
   * Sizes of a working memory of at most {@code budget} bytes.
   *
   * @param longest an upper bound of the lengths of the rows searched
   * @return false when not even the smallest fits
   * @throws LibraryStatusException GRAPH_TOO_LARGE for a row past the kernels' bound
   */
  @Symbol("_plan")
  boolean plan(
      NativeRecord input, long longest, NativeRecord options, long budget, NativeRecord sizes);

  /** Raises the bound by greedy cliques, or the heuristic of the options. */
  @Symbol("_greedy")
  void greedy(NativeRecord input, NativeRecord options, NativeRecord work, long stop, long stream);

  /** Copies the ids of one largest clique found into pinned memory. */
  @Symbol("_witness")
  void witness(NativeRecord work, MemorySegment clique, int capacity, long stream);
}
