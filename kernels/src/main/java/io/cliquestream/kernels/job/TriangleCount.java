package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.Ordering;
import java.util.Optional;

/**
 * Counts triangles.
 *
 * @param perVertex also the triangles through each vertex
 * @param perEdge also the triangles through each edge
 * @param clustering also local clustering coefficients, their mean, and the transitivity
 * @param ordering the orientation's order; empty: the planner chooses
 * @param method how to count; empty: the planner chooses
 * @param tuning choices of the kernel's plan
 */
public record TriangleCount(
    boolean perVertex,
    boolean perEdge,
    boolean clustering,
    Optional<Ordering> ordering,
    Optional<TriangleMethod> method,
    TriangleTuning tuning)
    implements Job {

  /**
   * Checks that the choices go together.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when a method is forced
   *     for more than the total, or the tuning is another method's
   */
  public TriangleCount {
    tuning.check(method);
    Options.require(
        method.isEmpty() || !(perVertex || perEdge || clustering),
        "a method can be chosen for the total alone: counts by vertex and edge have one of their"
            + " own");
  }

  /**
   * With the planner's method.
   *
   * @param perVertex also the triangles through each vertex
   * @param perEdge also the triangles through each edge
   * @param clustering also local clustering coefficients, their mean, and the transitivity
   * @param ordering the orientation's order; empty: the planner chooses
   */
  public TriangleCount(
      boolean perVertex, boolean perEdge, boolean clustering, Optional<Ordering> ordering) {
    this(perVertex, perEdge, clustering, ordering, Optional.empty(), TriangleTuning.none());
  }

  /**
   * A job that counts the total alone.
   *
   * @return by the planner's choices
   */
  public static TriangleCount total() {
    return new TriangleCount(false, false, false, Optional.empty());
  }

  /**
   * The total alone, by one method.
   *
   * @param method how to count
   * @param tuning choices of the method's plan
   * @return a job that counts the total alone, by one method
   */
  public static TriangleCount by(TriangleMethod method, TriangleTuning tuning) {
    return new TriangleCount(false, false, false, Optional.empty(), Optional.of(method), tuning);
  }

  /** {@return whether counts by vertex or edge are wanted beside the total} */
  public boolean local() {
    return perVertex || perEdge || clustering;
  }

  @Override
  public String name() {
    return "triangles";
  }
}
