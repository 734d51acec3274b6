package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The header {@code cliquestream_maximal.h}: maximal cliques, counted or listed. */
@Symbol("cs_maximal")
public interface MaximalFunctions extends SearchFunctions {
  /**
   * Sizes of a working memory of at most {@code budget} bytes.
   *
   * @param maximumDegree an upper bound of all degrees
   * @return false when not even the smallest fits
   * @throws LibraryStatusException GRAPH_TOO_LARGE for an out-degree past the kernels' bound
   */
  @Symbol("cs_maximal_plan")
  boolean plan(
      NativeRecord graph,
      long maximumOutDegree,
      long maximumDegree,
      NativeRecord options,
      long budget,
      NativeRecord sizes);

  /**
   * Cuts the places into intervals of about equal subproblems and copies where each begins, 32 bits
   * each, to pinned memory.
   *
   * @param pieces 1 to the number of roots
   */
  @Symbol("cs_maximal_pieces")
  void pieces(NativeRecord graph, NativeRecord work, int pieces, MemorySegment places, long stream);

  /** The subproblems of at most {@code roots} roots from place {@code first} on. */
  @Symbol("cs_maximal_build")
  void build(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord work,
      int first,
      int roots,
      long stop,
      long stream);

  /** Adds the round's counts to the histogram. */
  @Symbol("cs_maximal_keep")
  void keep(NativeRecord work, long stream);

  /**
   * Copies the cliques by size to pinned memory: {@code sizes.max_out_degree} + 2 words.
   *
   * @param host entry s, in bytes from 8·s on, gets the number of cliques of s vertices
   */
  @Symbol("cs_maximal_histogram")
  void histogram(NativeRecord work, MemorySegment host, long stream);
}
