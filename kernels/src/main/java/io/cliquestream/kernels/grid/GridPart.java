package io.cliquestream.kernels.grid;

/**
 * One part: for each rank of its first class, by its place in the class, the ranks of the second
 * class that it has arcs to, by their places, ascending.
 *
 * @param offsets where each row begins, and where the last one ends
 */
record GridPart(int[] offsets, int[] targets) {
  int start(int row) {
    return offsets[row];
  }

  int end(int row) {
    return offsets[row + 1];
  }
}
