package io.cliquestream.cli.job;

import io.cliquestream.v1.CliqueSearch;
import io.cliquestream.v1.GreedyHeuristic;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MaximumClique;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of the maximum clique search. */
@Command(description = "Finds a maximum clique, or all of them.")
final class MaximumCliqueOptions implements JobOptions {
  private enum Heuristic {
    auto(GreedyHeuristic.GREEDY_HEURISTIC_CHOSEN),
    none(GreedyHeuristic.GREEDY_HEURISTIC_NONE),
    single_degree(GreedyHeuristic.GREEDY_HEURISTIC_SINGLE_RUN_DEGREE),
    single_core(GreedyHeuristic.GREEDY_HEURISTIC_SINGLE_RUN_CORE),
    multi_degree(GreedyHeuristic.GREEDY_HEURISTIC_MULTI_RUN_DEGREE),
    multi_core(GreedyHeuristic.GREEDY_HEURISTIC_MULTI_RUN_CORE);

    private final GreedyHeuristic heuristic;

    Heuristic(GreedyHeuristic heuristic) {
      this.heuristic = heuristic;
    }

    @Override
    public String toString() {
      return name().replace('_', '-');
    }
  }

  private enum Search {
    auto(CliqueSearch.CLIQUE_SEARCH_CHOSEN),
    depth_first(CliqueSearch.CLIQUE_SEARCH_DEPTH_FIRST),
    breadth_first(CliqueSearch.CLIQUE_SEARCH_BREADTH_FIRST),
    vertex_cover(CliqueSearch.CLIQUE_SEARCH_VERTEX_COVER),
    symmetry(CliqueSearch.CLIQUE_SEARCH_SYMMETRY);

    private final CliqueSearch search;

    Search(CliqueSearch search) {
      this.search = search;
    }

    @Override
    public String toString() {
      return name().replace('_', '-');
    }
  }

  @Option(names = "--all", description = "Every maximum clique: the exact number, and a list.")
  private boolean all;

  @Option(
      names = "--limit",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Most cliques listed (${DEFAULT-VALUE}).")
  private long limit;

  @Option(
      names = "--heuristic",
      defaultValue = "auto",
      paramLabel = "NAME",
      description = "Greedy lower bound: ${COMPLETION-CANDIDATES}.")
  private Heuristic heuristic;

  @Option(
      names = "--search",
      defaultValue = "auto",
      paramLabel = "NAME",
      description = "How to search: ${COMPLETION-CANDIDATES}; breadth-first is the GPU's.")
  private Search search;

  @ArgGroup(validate = false, heading = "Of the breadth-first search:%n")
  private final BreadthFirstOptions breadthFirst = new BreadthFirstOptions();

  @Override
  public void apply(JobRequest.Builder request) {
    request.setMaximumClique(
        MaximumClique.newBuilder()
            .setAll(all)
            .setLimit(Limits.positive(limit))
            .setHeuristic(heuristic.heuristic)
            .setSearch(search.search)
            .setBreadthFirst(breadthFirst.message()));
  }
}
