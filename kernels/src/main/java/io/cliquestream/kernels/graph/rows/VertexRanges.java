package io.cliquestream.kernels.graph.rows;

import io.cliquestream.kernels.control.Parallelism;

/** How vertices are dealt out to threads. */
public final class VertexRanges {
  private static final long MOST = 1 << 12;
  private static final long RANGES_PER_THREAD = 256;

  private VertexRanges() {}

  /**
   * {@return vertices in a range, 16 to 4,096: few enough that a range of hubs does not hold
   * everyone up}
   *
   * @param vertices how many are dealt out
   * @param parallelism threads that they are dealt out to
   */
  public static long grain(long vertices, Parallelism parallelism) {
    return Math.clamp(vertices / (RANGES_PER_THREAD * parallelism.threads()), 16, MOST);
  }
}
