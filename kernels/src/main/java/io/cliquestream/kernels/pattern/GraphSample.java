package io.cliquestream.kernels.pattern;

/**
 * What the plan compiler knows about a graph.
 *
 * @param vertices number of vertices
 * @param reachedDegree mean degree of a vertex reached over a random edge: Σ d² / 2m
 * @param closure how often two neighbours of a reached vertex are adjacent, 0 to 1
 */
public record GraphSample(double vertices, double reachedDegree, double closure) {

  /** A middling sparse graph, for plans made without one. */
  public static final GraphSample TYPICAL = new GraphSample(1e5, 60, 0.1);

  /**
   * Expected vertices adjacent to {@code adjacent} ≥ 1 matched ones and not to {@code absent}.
   * Roots too count by the degree of reached vertices: most matches are at vertices of large
   * degree.
   */
  double candidates(int adjacent, int absent) {
    return reachedDegree * Math.pow(closure, adjacent - 1) * Math.pow(1 - closure, absent);
  }
}
