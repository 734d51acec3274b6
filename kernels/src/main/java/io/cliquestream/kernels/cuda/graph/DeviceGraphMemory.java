package io.cliquestream.kernels.cuda.graph;

/**
 * Device bytes of a preparation before anything is known but n and m, for admission. Upper bounds.
 */
public final class DeviceGraphMemory {
  /** Neighbours that cross to the device at a time. */
  static final long PART_NEIGHBORS = 16L << 20;

  /** Headers, counters, statistics and what rounding adds. */
  public static final long SMALL = 1L << 20;

  /** CUB's temporary storage: a word for each digit of each tile, and what is fixed. */
  private static final long SORT_SCRATCH = 4L << 20;

  private DeviceGraphMemory() {}

  /**
   * The resident graph: rows padded to four ids, eight-byte offsets and rows, three ids a vertex.
   */
  static long graph(long vertices, long edges) {
    return 4 * (edges + 3 * Math.min(edges, vertices)) + 28 * vertices + SMALL;
  }

  /** Everything a preparation holds at its widest, the graph included. */
  public static long preparation(long vertices, long edges) {
    long part = 4 * Math.min(PART_NEIGHBORS, 2 * edges) + 8 * (vertices + 1);
    long sort = 16 * (edges + 1) + 36 * (vertices + 1) + sortScratch(edges) + sortScratch(vertices);
    return graph(vertices, edges) + 8 * edges + Math.max(part, sort) + SMALL;
  }

  /** CUB's temporary storage for sorting so many items, at most. */
  public static long sortScratch(long items) {
    return items / 4 + SORT_SCRATCH;
  }
}
