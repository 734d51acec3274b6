package io.cliquestream.kernels.change.triangle;

/** Constants of following the number of triangles. */
final class TriangleChangePolicy {
  /** Fewer edges are looked for one by one: marks would take longer to make than they save. */
  static final int LEAST_MARKED = 64;

  /** Bytes of marks, of all threads. */
  static final long MOST_MARK_BYTES = 1L << 28;

  /** Ranges that a thread takes, where there is work for them: what evens out hubs. */
  private static final int RANGES = 16;

  /** Steps of a range at least. */
  private static final long LEAST_STEPS = 1 << 11;

  /** A range has at most so many times as many steps: between ranges a job can be stopped. */
  private static final double MOST_RANGES = 512;

  /** Beside its look-ups an edge takes so many steps. */
  private static final double EDGE_STEPS = 64;

  /** A look-up, about. */
  private static final double STEP_NANOS = 2;

  private TriangleChangePolicy() {}

  /** Expected steps of edges whose shorter rows have so many entries. */
  static double steps(long edges, long shorterRows) {
    return EDGE_STEPS * edges + shorterRows;
  }

  /** What steps take one thread. */
  static double nanos(double steps) {
    return STEP_NANOS * steps;
  }

  /** Arcs that a thread takes at a time: some microseconds, and many such ranges for each. */
  static int grain(int arcs, double steps, int threads) {
    double bySteps = LEAST_STEPS * (double) arcs / Math.max(1, steps);
    double byThreads = Math.min((double) arcs / threads / RANGES, MOST_RANGES * bySteps);
    return (int) Math.max(1, Math.min(arcs, Math.max(bySteps, byThreads)));
  }
}
