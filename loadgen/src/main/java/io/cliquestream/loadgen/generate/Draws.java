package io.cliquestream.loadgen.generate;

/** How draws are numbered and cut into blocks; part of what makes a seed mean one graph. */
final class Draws {
  /** Draws of one block, that is, of one random stream. */
  static final long BLOCK = 1 << 16;

  /** Most draws of a model: their numbers, doubled, stay within 63 bits. */
  static final long MAXIMUM = 1L << 61;

  private Draws() {}

  static long blocks(long draws) {
    return Math.ceilDiv(draws, BLOCK);
  }

  static long firstOf(long block) {
    return block * BLOCK;
  }

  static long endOf(long block, long draws) {
    return Math.min(draws, (block + 1) * BLOCK);
  }

  static long product(long a, long b, String what) {
    if (Math.unsignedMultiplyHigh(a, b) != 0 || Long.compareUnsigned(a * b, MAXIMUM) > 0) {
      throw new IllegalArgumentException(what + " is beyond 2^61 draws");
    }
    return a * b;
  }

  static void requireVertices(long vertices) {
    if (vertices < 1 || vertices > GraphModel.MAXIMUM_VERTICES) {
      throw new IllegalArgumentException(
          "a graph has 1 to " + GraphModel.MAXIMUM_VERTICES + " vertices, not " + vertices);
    }
  }

  static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
