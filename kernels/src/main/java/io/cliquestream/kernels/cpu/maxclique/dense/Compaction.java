package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;

/**
 * The candidates of one level of a search as a matrix of their own, with as few longs a row as they
 * need. Vertices keep their order.
 *
 * <p>An instance holds one compaction after another. A compaction takes one {@link Long#compress}
 * (an instruction on current processors) for each row and word.
 */
final class Compaction {
  private int words;
  private int size;
  private long[] rows;
  private int[] originals;

  /** Without vertices, until {@link #load}. */
  Compaction() {
    this(0, new long[0], new int[0]);
  }

  private Compaction(int words, long[] rows, int[] originals) {
    this.words = words;
    this.rows = rows;
    this.originals = originals;
    this.size = originals.length;
  }

  /** A whole matrix, shared. */
  static Compaction whole(BitGraph graph) {
    int[] same = new int[graph.size()];
    for (int i = 0; i < same.length; i++) {
      same[i] = i;
    }
    return new Compaction(graph.words(), graph.rows(), same);
  }

  /** Takes {@code count} vertices, those of {@code set}, out of a wider matrix. */
  void load(Compaction from, long[] set, int count) {
    size = count;
    words = BitMatrix.words(count);
    if (rows.length < count * words) {
      rows = new long[64 * words * words];
    }
    if (originals.length < count) {
      originals = new int[64 * words];
    }
    int next = 0;
    for (int w = 0; w < from.words; w++) {
      for (long bits = set[w]; bits != 0; bits &= bits - 1) {
        int v = (w << 6) + Long.numberOfTrailingZeros(bits);
        originals[next] = from.originals[v];
        compress(from, v * from.words, set, next * words);
        next++;
      }
    }
  }

  private void compress(Compaction from, int row, long[] set, int into) {
    int at = into;
    int used = 0;
    long word = 0;
    for (int w = 0; w < from.words; w++) {
      long mask = set[w];
      if (mask == 0) {
        continue;
      }
      long bits = Long.compress(from.rows[row + w], mask);
      word |= bits << used;
      int more = Long.bitCount(mask);
      if (used + more >= Long.SIZE) {
        rows[at++] = word;
        word = used == 0 ? 0 : bits >>> (Long.SIZE - used);
        used -= Long.SIZE;
      }
      used += more;
    }
    if (used > 0) {
      rows[at] = word;
    }
  }

  /** Number of vertices. */
  int size() {
    return size;
  }

  /** Longs in a row. */
  int words() {
    return words;
  }

  /** The rows, one after another. */
  long[] rows() {
    return rows;
  }

  /** The vertex of the whole matrix that a vertex was. */
  int original(int vertex) {
    return originals[vertex];
  }

  /** A set in terms of the whole matrix. */
  long[] original(long[] set, Compaction whole) {
    long[] original = new long[whole.words];
    for (int w = 0; w < words; w++) {
      for (long bits = set[w]; bits != 0; bits &= bits - 1) {
        int v = originals[(w << 6) + Long.numberOfTrailingZeros(bits)];
        original[v >>> 6] |= 1L << v;
      }
    }
    return original;
  }
}
