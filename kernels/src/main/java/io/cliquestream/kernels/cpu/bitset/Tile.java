package io.cliquestream.kernels.cpu.bitset;

/**
 * At most 64 vertices with one {@code long} of adjacency each: where nearly all counting happens,
 * because a set of candidates is then one register and an intersection one instruction.
 *
 * <p>Compaction keeps the order of the vertices. It takes one {@link Long#compress} (an instruction
 * on current processors) for each row and occupied word.
 */
public final class Tile {
  /** Most vertices of a tile. */
  public static final int CAPACITY = Long.SIZE;

  private final long[] rows = new long[CAPACITY];
  private final int[] occupied = new int[CAPACITY];
  private int size;

  /** The rows; bit j of row i tells whether i and j are adjacent. */
  public long[] rows() {
    return rows;
  }

  /** All vertices of the tile as a mask. */
  public long all() {
    return size == CAPACITY ? -1L : (1L << size) - 1;
  }

  /** Number of vertices. */
  public int size() {
    return size;
  }

  /** Takes the rows of another tile of {@code vertices} vertices. */
  public void load(long[] source, int vertices) {
    System.arraycopy(source, 0, rows, 0, vertices);
    size = vertices;
  }

  /** Takes the vertices of a mask (at most 64) out of a matrix, in their order. */
  public void load(BitMatrix matrix, long[] mask) {
    int words = matrix.words();
    long[] bits = matrix.bits();
    int used = 0;
    for (int w = 0; w < words; w++) {
      if (mask[w] != 0) {
        occupied[used++] = w;
      }
    }
    int next = 0;
    for (int o = 0; o < used; o++) {
      int w = occupied[o];
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        int row = ((w << 6) + Long.numberOfTrailingZeros(rest)) * words;
        long compact = 0;
        int shift = 0;
        for (int x = 0; x < used; x++) {
          int word = occupied[x];
          compact |= Long.compress(bits[row + word], mask[word]) << shift;
          shift += Long.bitCount(mask[word]);
        }
        rows[next++] = compact;
      }
    }
    size = next;
  }
}
