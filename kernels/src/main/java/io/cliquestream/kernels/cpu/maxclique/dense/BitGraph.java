package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * A small graph as a symmetric bit matrix without loops; immutable once filled.
 *
 * @param size number of vertices, 0 … size-1
 * @param words longs in a row: ⌈size / 64⌉
 * @param rows size · words longs; bit j of row i says whether {i, j} is an edge
 * @param vertices what each vertex is called outside, one entry per vertex
 */
public record BitGraph(int size, int words, long[] rows, int[] vertices) {

  public static BitGraph empty(int size, int[] vertices) {
    int words = (size + 63) >>> 6;
    return new BitGraph(size, words, new long[size * words], vertices);
  }

  public void connect(int a, int b) {
    rows[a * words + (b >>> 6)] |= 1L << b;
    rows[b * words + (a >>> 6)] |= 1L << a;
  }

  public boolean connected(int a, int b) {
    return (rows[a * words + (b >>> 6)] >>> b & 1) != 0;
  }

  /** All vertices as a bit set. */
  public long[] all() {
    long[] set = new long[words];
    for (int i = 0; i < size; i++) {
      set[i >>> 6] |= 1L << i;
    }
    return set;
  }

  /**
   * The subgraph of some vertices.
   *
   * @param members local vertices; entry i becomes vertex i
   */
  public BitGraph induced(int[] members, int count) {
    int[] names = new int[count];
    for (int i = 0; i < count; i++) {
      names[i] = vertices[members[i]];
    }
    BitGraph graph = empty(count, names);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        if (connected(members[i], members[j])) {
          graph.connect(i, j);
        }
      }
    }
    return graph;
  }
}
