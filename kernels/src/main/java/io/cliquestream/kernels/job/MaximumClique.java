package io.cliquestream.kernels.job;

import java.util.Optional;

/**
 * Finds one maximum clique, or all of them.
 *
 * @param all every maximum clique: their exact number, and the first {@code limit} of them
 * @param limit most cliques listed, 1 or more
 * @param heuristic the greedy heuristic that gives the first lower bound; empty: chosen
 */
public record MaximumClique(boolean all, long limit, Optional<GreedyHeuristic> heuristic)
    implements Job {

  public MaximumClique {
    Options.require(limit >= 1, "the limit of listed cliques must be 1 or more, not " + limit);
  }

  /** One maximum clique. */
  public static MaximumClique one() {
    return new MaximumClique(false, 1, Optional.empty());
  }

  /** All maximum cliques, listing at most {@code limit}. */
  public static MaximumClique all(long limit) {
    return new MaximumClique(true, limit, Optional.empty());
  }

  @Override
  public String name() {
    return "max-clique";
  }
}
