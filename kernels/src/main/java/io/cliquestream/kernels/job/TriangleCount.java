package io.cliquestream.kernels.job;

import io.cliquestream.kernels.graph.Ordering;
import java.util.Optional;

/**
 * Counts triangles.
 *
 * @param perVertex also the triangles through each vertex
 * @param perEdge also the triangles through each edge
 * @param clustering also local clustering coefficients, their mean, and the transitivity
 * @param ordering the orientation's order; empty: the planner chooses
 */
public record TriangleCount(
    boolean perVertex, boolean perEdge, boolean clustering, Optional<Ordering> ordering)
    implements Job {

  /** The total alone. */
  public static TriangleCount total() {
    return new TriangleCount(false, false, false, Optional.empty());
  }

  @Override
  public String name() {
    return "triangles";
  }
}
