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

  /**
   * Checks limit and choices.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for a limit below 1, or
   *     choices of a breadth-first search for another one
   */
  public MaximumClique {
    Objects.requireNonNull(breadthFirst);
    Options.require(
        breadthFirst.equals(BreadthFirst.DEFAULT) || isBreadthFirst(search),
        "seeds, orientation, order of sub-lists, bounds, windows and colors are choices of"
            + " the breadth-first search");
    Options.require(limit >= 1, "the limit of listed cliques must be 1 or more, not " + limit);
  }

  /**
   * With the search chosen by the engine.
   *
   * @param all every maximum clique: their number, and the first of them
   * @param limit most cliques listed, 1 or more
   * @param heuristic that gives the first lower bound; empty: chosen
   */
  public MaximumClique(boolean all, long limit, Optional<GreedyHeuristic> heuristic) {
    this(all, limit, heuristic, Optional.empty(), BreadthFirst.DEFAULT);
  }

  private static boolean isBreadthFirst(Optional<CliqueSearch> search) {
    return search.filter(CliqueSearch.BREADTH_FIRST::equals).isPresent();
  }

  /** {@return whether the job asks for the breadth-first search} */
  public boolean isBreadthFirst() {
    return isBreadthFirst(search);
  }

  /**
   * A job that finds one maximum clique.
   *
   * @return by the engine's choices
   */
  public static MaximumClique one() {
    return new MaximumClique(false, 1, Optional.empty());
  }

  /**
   * A job that finds all maximum cliques, listing at most {@code limit}.
   *
   * @param limit 1 or more
   * @return by the engine's choices
   */
  public static MaximumClique all(long limit) {
    return new MaximumClique(true, limit, Optional.empty());
  }

  /** {@return the same search for one} */
  public MaximumClique forOne() {
    return new MaximumClique(false, 1, heuristic, search, breadthFirst);
  }

  @Override
  public String name() {
    return "max-clique";
  }
}
