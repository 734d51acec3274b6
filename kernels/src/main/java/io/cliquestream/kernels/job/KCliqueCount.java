package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.Ordering;
import java.util.Objects;
import java.util.Optional;

/**
 * Counts k-cliques for one k, a range, or every k.
 *
 * @param smallest smallest clique size, 1 or more
 * @param largest largest clique size, at least {@code smallest}; {@link #ALL} counts every size
 *     that occurs
 * @param perVertex also the k-cliques through each vertex; needs smallest = largest
 * @param perEdge also the k-cliques through each edge; needs smallest = largest
 * @param method how subtrees are counted; empty: the planner chooses
 * @param ordering the orientation's order; empty: the planner chooses
 * @param tuning choices of the kernel's plan; counts by vertex and edge have a kernel of their own,
 *     for which only the number of slices can be forced
 */
public record KCliqueCount(
    int smallest,
    int largest,
    boolean perVertex,
    boolean perEdge,
    Optional<KCliqueMethod> method,
    Optional<Ordering> ordering,
    KCliqueTuning tuning)
    implements Job {

  /** Stands for "up to the clique number" as largest size. */
  public static final int ALL = Integer.MAX_VALUE;

  /**
   * Checks that sizes and choices go together.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when k is below 1, a
   *     range is empty or has counts by vertex or edge, or choices contradict each other
   */
  public KCliqueCount {
    Objects.requireNonNull(tuning);
    Options.require(smallest >= 1, "k must be 1 or more, not " + smallest);
    Options.require(largest >= smallest, "the range of k is empty: " + smallest + " to " + largest);
    Options.require(
        !(perVertex || perEdge) || smallest == largest,
        "per-vertex and per-edge counts are for one k, not for a range");
    Options.require(
        !((perVertex || perEdge) && tuning.paper()),
        "the paper's kernels count totals, not by vertex or edge");
    Options.require(
        ordering.isEmpty() || tuning.forced(KCliqueTuning.Choice.APPROXIMATE_ORDER).isEmpty(),
        "approximate-order chooses among orders: leave the ordering open");
    Options.require(
        method.isPresent() || tuning.get(KCliqueTuning.Choice.SAMPLED_ROOTS, 1) > 0,
        "without a sample nothing tells the methods apart: force one of them");
  }

  /**
   * Without counts by edge, and with the planner's choices.
   *
   * @param smallest smallest clique size, 1 or more
   * @param largest largest clique size, or {@link #ALL}
   * @param perVertex also the k-cliques through each vertex; needs smallest = largest
   * @param method how subtrees are counted; empty: the planner chooses
   * @param ordering the orientation's order; empty: the planner chooses
   */
  public KCliqueCount(
      int smallest,
      int largest,
      boolean perVertex,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    this(smallest, largest, perVertex, false, method, ordering, KCliqueTuning.none());
  }

  /**
   * Totals, with a forced plan.
   *
   * @param smallest smallest clique size, 1 or more
   * @param largest largest clique size, or {@link #ALL}
   * @param method how subtrees are counted; empty: the planner chooses
   * @param ordering the orientation's order; empty: the planner chooses
   * @param tuning choices of the kernel's plan
   */
  public KCliqueCount(
      int smallest,
      int largest,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering,
      KCliqueTuning tuning) {
    this(smallest, largest, false, false, method, ordering, tuning);
  }

  /**
   * {@return the same job with a method}
   *
   * @param chosen how subtrees are counted
   */
  public KCliqueCount with(KCliqueMethod chosen) {
    return new KCliqueCount(
        smallest, largest, perVertex, perEdge, Optional.of(chosen), ordering, tuning);
  }

  /**
   * A job that counts the cliques of one size.
   *
   * @param k 1 or more
   * @return by the planner's choices
   */
  public static KCliqueCount of(int k) {
    return range(k, k);
  }

  /**
   * A job that counts the cliques of every size from {@code smallest} to {@code largest}.
   *
   * @param smallest 1 or more
   * @param largest {@code smallest} or more
   * @return by the planner's choices
   */
  public static KCliqueCount range(int smallest, int largest) {
    return new KCliqueCount(smallest, largest, false, Optional.empty(), Optional.empty());
  }

  /**
   * A job that counts the cliques of one size, and those through each vertex, each edge, or both.
   *
   * @param k 1 or more
   * @param perVertex whether by vertex
   * @param perEdge whether by edge
   * @return by the planner's choices
   */
  public static KCliqueCount local(int k, boolean perVertex, boolean perEdge) {
    return new KCliqueCount(
        k, k, perVertex, perEdge, Optional.empty(), Optional.empty(), KCliqueTuning.none());
  }

  /**
   * A job that counts the cliques of every size that occurs.
   *
   * @return by the planner's choices
   */
  public static KCliqueCount all() {
    return range(1, ALL);
  }

  /** {@return whether counts by vertex or edge are wanted beside the total} */
  public boolean local() {
    return perVertex || perEdge;
  }

  @Override
  public String name() {
    return "k-cliques";
  }
}
