package io.cliquestream.kernels.cpu.kclique.search;

/** A connected component of the complement of a tile; used again and again. */
final class TileComponent {
  /** Its candidates. */
  long members;

  int size;

  /** Degrees in the complement: their sum, the largest, and a candidate that has it. */
  int degrees;

  int largest;
  int center;

  /**
   * Becomes the component of a candidate.
   *
   * @param rows adjacency of the tile, without loops
   */
  void find(long[] rows, long candidates, int first) {
    long visited = 0;
    long next = 1L << first;
    int sum = 0;
    int most = -1;
    int at = first;
    while (next != 0) {
      int member = Long.numberOfTrailingZeros(next);
      long reached = candidates & ~rows[member];
      visited |= 1L << member;
      next = (next | reached) & ~visited;
      int degree = Long.bitCount(reached) - 1;
      sum += degree;
      if (degree > most) {
        most = degree;
        at = member;
      }
    }
    members = visited;
    size = Long.bitCount(visited);
    degrees = sum;
    largest = most;
    center = at;
  }

  boolean isClique() {
    return degrees == size * (size - 1);
  }

  boolean isCycle() {
    return largest == 2 && degrees == 2 * size;
  }

  /** Whether it is a clique, a path or a cycle. */
  boolean hasFormula() {
    return largest <= 2 || isClique();
  }
}
