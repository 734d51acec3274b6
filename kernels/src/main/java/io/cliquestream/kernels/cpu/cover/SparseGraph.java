package io.cliquestream.kernels.cpu.cover;

/**
 * A graph as lists of neighbours, for graphs with few edges.
 *
 * @param neighbors the neighbours of each vertex 0 … size-1, in any order; symmetric, no loops,
 *     none twice
 */
public record SparseGraph(int[][] neighbors) {

  /** Number of vertices. */
  public int size() {
    return neighbors.length;
  }
}
