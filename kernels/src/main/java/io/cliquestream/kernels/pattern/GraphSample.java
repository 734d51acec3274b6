package io.cliquestream.kernels.pattern;

/**
 * What the plan compiler knows about a graph.
 *
 * @param vertices number of vertices
 * @param reachedDegree mean degree of a vertex reached over a random edge: Σ d² / 2m
 * @param closure how often two neighbours of a reached vertex are adjacent, 0 to 1
 * @param labels how common the labels of the pattern are
 */
public record GraphSample(
    double vertices, double reachedDegree, double closure, LabelShares labels) {

  /** A middling sparse graph, for plans made without one. */
  public static final GraphSample TYPICAL = new GraphSample(1e5, 60, 0.1);

  /** A graph of whose labels nothing is known. */
  GraphSample(double vertices, double reachedDegree, double closure) {
    this(vertices, reachedDegree, closure, LabelShares.UNKNOWN);
  }

  /**
   * {@return the same graph with labels}
   *
   * @param known how common they are
   */
  public GraphSample with(LabelShares known) {
    return new GraphSample(vertices, reachedDegree, closure, known);
  }

  /** Expected vertices that may be bound first. */
  double roots(int label) {
    return vertices * labels.of(label).vertices();
  }

  /**
   * Expected vertices of a label adjacent to {@code adjacent} ≥ 1 matched ones and not to {@code
   * absent}. Roots too count by the degree of reached vertices: most matches are at vertices of
   * large degree.
   */
  double candidates(int adjacent, int absent, int label) {
    return reachedDegree
        * Math.pow(closure, adjacent - 1)
        * Math.pow(1 - closure, absent)
        * labels.of(label).reached();
  }
}
