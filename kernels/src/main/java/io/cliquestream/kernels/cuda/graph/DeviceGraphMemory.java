package io.cliquestream.kernels.cuda.graph;

/**
 * Device bytes of a preparation before anything is known but n and m, for admission. Upper bounds.
 */
public final class DeviceGraphMemory {
  /** Neighbours that cross to the device at a time. */
  static final long PART_NEIGHBORS = 16L << 20;

  /** The same when a graph is prepared in parts. */
  static final long SMALL_PART_NEIGHBORS = 1L << 20;

  /** Parts aimed at when the device cannot sort all edges at once. */
  private static final long PARTS = 8;

  /** Headers, counters, statistics and what rounding adds. */
  public static final long SMALL = 1L << 20;

  /** CUB's temporary storage: a word for each digit of each tile, and what is fixed. */
  private static final long SORT_SCRATCH = 4L << 20;

  /** Device arrays as long as the largest id may be so many times longer than those by edge. */
  private static final long SPARSE_IDS = 2;

  private static final long FEW_IDS = 1L << 20;

  /** Marks of ids take a quarter of a byte for each below the bound: to clear and to go through. */
  private static final long MARKED_IDS = 1L << 12;

  private static final long FEW_MARKED_IDS = 1L << 24;

  /** Ranks, and what packs them into descriptors of rows, have fewer than 32 bits. */
  static final long MOST_VERTICES = 1L << 31;

  private DeviceGraphMemory() {}

  /** The largest bound of ids with which pairs are prepared as they were read. */
  static long mostSparseIds(long pairs) {
    return Math.min(SPARSE_IDS * pairs + FEW_IDS, MOST_VERTICES);
  }

  /** The largest bound of 32-bit ids that are marked by a bit each and renumbered. */
  static long mostMarkedIds(long pairs) {
    return Math.min(MARKED_IDS * pairs + FEW_MARKED_IDS, 1L << 32);
  }

  /** Pairs and the marks of their ids. */
  static long markedIds(long idBound, long pairs) {
    long records = idBound / Integer.SIZE + 2;
    return Long.BYTES * (pairs + records) + sortScratch(records) + SMALL;
  }

  /** Pairs of 64-bit ids, the ids sorted, and the pairs renumbered. */
  static long sortedIds(long pairs) {
    long wide = 2L * Long.BYTES * pairs;
    return Long.BYTES * pairs + 3 * wide + sortScratch(2 * pairs) + SMALL;
  }

  /**
   * The resident graph: rows padded to four ids, eight-byte offsets and rows, three ids a vertex.
   */
  public static long graph(long vertices, long edges) {
    return 4 * (edges + 3 * Math.min(edges, vertices)) + 28 * vertices + SMALL;
  }

  /** Everything a preparation holds at its widest, the graph included. */
  public static long preparation(long vertices, long edges) {
    long part = 4 * Math.min(PART_NEIGHBORS, 2 * edges) + 8 * (vertices + 1);
    long sort = 16 * (edges + 1) + 36 * (vertices + 1) + sortScratch(edges) + sortScratch(vertices);
    return graph(vertices, edges) + 8 * edges + Math.max(part, sort) + SMALL;
  }

  /** What a preparation in parts holds beside its working memory: the graph and what crosses. */
  static long besideParts(long vertices, long edges) {
    return graph(vertices, edges)
        + 8 * (vertices + 1)
        + (Integer.BYTES + Long.BYTES) * SMALL_PART_NEIGHBORS
        + SMALL;
  }

  /** A preparation in so many parts. */
  private static long parted(long vertices, long edges, long parts) {
    long atOnce = edges / parts + 1;
    return besideParts(vertices, edges)
        + 16 * (atOnce + 1)
        + 36 * (vertices + 1)
        + sortScratch(atOnce)
        + sortScratch(vertices);
  }

  /**
   * What a preparation is given under a budget: all it can use, or enough for some parts, or what
   * there is.
   */
  static long preparationWithin(long vertices, long edges, long budget) {
    long whole = preparation(vertices, edges);
    if (whole <= budget) {
      return whole;
    }
    long some = parted(vertices, edges, PARTS);
    long least = parted(vertices, edges, Math.max(edges, 1));
    return some <= budget ? some : least <= budget ? budget : whole;
  }

  /** Whether a device cannot even prepare a graph under a budget, in parts or at once. */
  public static boolean isBeyond(long vertices, long edges, long budget) {
    return preparationWithin(vertices, edges, budget) > budget;
  }

  /** CUB's temporary storage for sorting so many items, at most. */
  public static long sortScratch(long items) {
    return items / 4 + SORT_SCRATCH;
  }
}
