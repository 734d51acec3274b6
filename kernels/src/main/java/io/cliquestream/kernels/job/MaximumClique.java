package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds one maximum clique, or all of them.
 *
 * @param all every maximum clique: their exact number, and the first {@code limit} of them
 * @param limit most cliques listed, 1 or more
 * @param heuristic the greedy heuristic that gives the first lower bound; empty: chosen
 * @param search how to search; empty: chosen
 * @param breadthFirst choices of a breadth-first search, which others do not take
 */
public record MaximumClique(
    boolean all,
    long limit,
    Optional<GreedyHeuristic> heuristic,
    Optional<CliqueSearch> search,
    BreadthFirst breadthFirst)
    implements Job {

  public MaximumClique {
    Objects.requireNonNull(breadthFirst);
    Options.require(
        breadthFirst.equals(BreadthFirst.DEFAULT) || isBreadthFirst(search),
        "seeds, orientation, order of sub-lists, bounds, windows and colors are choices of"
            + " the breadth-first search");
    Options.require(limit >= 1, "the limit of listed cliques must be 1 or more, not " + limit);
  }

  /** With the search chosen by the engine. */
  public MaximumClique(boolean all, long limit, Optional<GreedyHeuristic> heuristic) {
    this(all, limit, heuristic, Optional.empty(), BreadthFirst.DEFAULT);
  }

  private static boolean isBreadthFirst(Optional<CliqueSearch> search) {
    return search.filter(CliqueSearch.BREADTH_FIRST::equals).isPresent();
  }

  /** Whether the job asks for the breadth-first search. */
  public boolean isBreadthFirst() {
    return isBreadthFirst(search);
  }

  /** One maximum clique. */
  public static MaximumClique one() {
    return new MaximumClique(false, 1, Optional.empty());
  }

  /** All maximum cliques, listing at most {@code limit}. */
  public static MaximumClique all(long limit) {
    return new MaximumClique(true, limit, Optional.empty());
  }

  /** The same search for one. */
  public MaximumClique forOne() {
    return new MaximumClique(false, 1, heuristic, search, breadthFirst);
  }

  @Override
  public String name() {
    return "max-clique";
  }
}
