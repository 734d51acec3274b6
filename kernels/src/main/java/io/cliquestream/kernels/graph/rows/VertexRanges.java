package io.cliquestream.kernels.graph.rows;

import io.cliquestream.kernels.control.Parallelism;

/** How vertices are dealt out to threads. */
public final class VertexRanges {
  private static final long MOST = 1 << 12;
  private static final long RANGES_PER_THREAD = 256;

  private VertexRanges() {}

  /** Vertices in a range: few enough that a range of hubs does not hold everyone up. */
  public static long grain(long vertices, Parallelism parallelism) {
    return Math.clamp(vertices / (RANGES_PER_THREAD * parallelism.threads()), 16, MOST);
  }
}
