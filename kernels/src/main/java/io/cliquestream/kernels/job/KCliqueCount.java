package io.cliquestream.kernels.job;

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
 * @param method how subtrees are counted; empty: the planner chooses
 * @param ordering the orientation's order; empty: the planner chooses
 * @param tuning choices of the kernel's plan; counts by vertex have a kernel of their own, for
 *     which only the number of slices can be forced
 */
public record KCliqueCount(
    int smallest,
    int largest,
    boolean perVertex,
    Optional<KCliqueMethod> method,
    Optional<Ordering> ordering,
    KCliqueTuning tuning)
    implements Job {

  /** Stands for "up to the clique number" as largest size. */
  public static final int ALL = Integer.MAX_VALUE;

  public KCliqueCount {
    Objects.requireNonNull(tuning);
    Options.require(smallest >= 1, "k must be 1 or more, not " + smallest);
    Options.require(largest >= smallest, "the range of k is empty: " + smallest + " to " + largest);
    Options.require(
        !perVertex || smallest == largest, "per-vertex counts are for one k, not for a range");
    Options.require(
        !(perVertex && tuning.paper()), "the paper's kernels count totals, not by vertex");
    Options.require(
        method.isPresent() || tuning.get(KCliqueTuning.Choice.SAMPLED_ROOTS, 1) > 0,
        "without a sample nothing tells the methods apart: force one of them");
  }

  /** With the planner's choices. */
  public KCliqueCount(
      int smallest,
      int largest,
      boolean perVertex,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    this(smallest, largest, perVertex, method, ordering, KCliqueTuning.none());
  }

  /** The total for one k. */
  public static KCliqueCount of(int k) {
    return range(k, k);
  }

  /** Totals for every k from {@code smallest} to {@code largest}. */
  public static KCliqueCount range(int smallest, int largest) {
    return new KCliqueCount(smallest, largest, false, Optional.empty(), Optional.empty());
  }

  /** Totals for every k that occurs. */
  public static KCliqueCount all() {
    return range(1, ALL);
  }

  @Override
  public String name() {
    return "k-cliques";
  }
}
