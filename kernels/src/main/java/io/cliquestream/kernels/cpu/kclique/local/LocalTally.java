package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;

/**
 * Whom the cliques of one thread's search count for: vertices ({@link VertexTally}) or pairs of
 * them ({@link EdgeTally}). Vertices are local to a root; the root itself is one beyond its
 * out-neighbours.
 */
sealed interface LocalTally permits VertexTally, EdgeTally {
  /** A sum from here on goes to the totals before anything is added to it. */
  long FLUSH = 1L << 60;

  /**
   * Moves to the subgraph of a root.
   *
   * @param ranks by local vertex; not changed until the next {@link #flush}
   * @param locals local vertices
   */
  void begin(int[] ranks, int locals);

  /**
   * The cliques of a leaf of a pivot tree: all held vertices and any k − h of the p pivot vertices.
   *
   * @param missing k − h, 0 … p
   */
  void leaf(
      int[] held, int heldCount, int[] pivots, int pivotCount, int missing, Binomials binomials);

  /**
   * So many cliques extend a path. Told for every path, longer ones first: each is about its last
   * vertex, and that vertex with those before it.
   */
  void through(int[] held, int heldCount, long cliques);

  /**
   * The cliques that a path and two adjacent candidates make, as far as they are the candidates'.
   *
   * @return how many there are
   */
  long close(int[] held, int heldCount, long[] candidates, BitMatrix matrix);

  /** Gives what was counted since {@link #begin} to the totals of all threads. */
  void flush();
}
