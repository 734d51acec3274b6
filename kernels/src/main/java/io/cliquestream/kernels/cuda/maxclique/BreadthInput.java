package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.derived.CoreNumberGraph;
import io.cliquestream.kernels.cuda.graph.derived.SubListGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.MaximumClique;
import java.lang.foreign.Arena;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What a breadth-first search reads: the graph by degree, the rows of its 2-clique list, and for
 * heuristics and core bounds the symmetric rows with core numbers. All of it stays with the graph.
 *
 * @param record a {@code cs_breadth_input}
 * @param longestList longest row of the 2-clique list
 */
record BreadthInput(NativeRecord record, long longestList) {

  /** The rows of the 2-clique list; empty: those of the graph by degree. */
  private static Optional<SubListGraph.Kind> lists(MaximumClique job) {
    boolean byIndex = job.breadthFirst().orientation() == BreadthFirst.Orientation.INDEX;
    if (job.breadthFirst().subLists() == BreadthFirst.SubLists.UNSORTED) {
      return Optional.of(
          byIndex ? SubListGraph.Kind.UNSORTED_BY_INDEX : SubListGraph.Kind.UNSORTED);
    }
    return byIndex ? Optional.of(SubListGraph.Kind.BY_INDEX) : Optional.empty();
  }

  private static boolean symmetric(MaximumClique job) {
    return job.breadthFirst().coreBounds() || BreadthSearch.heuristic(job) != GreedyHeuristic.NONE;
  }

  /** Device bytes that making what is not there yet takes. */
  static long bytes(GraphKnowledge known, MaximumClique job) {
    boolean rows = symmetric(job) && !known.attached().contains(CoreNumberGraph.class);
    return (rows ? CoreNumberGraph.bytes(known) : 0)
        + lists(job).map(kind -> kind.bytes(known)).orElse(0L);
  }

  /**
   * Makes what is not there yet.
   *
   * @param workingBytes device bytes that the search takes besides
   */
  static BreadthInput of(
      Lane lane, CudaLibrary library, GraphUse use, MaximumClique job, long workingBytes) {
    long besides = workingBytes + DeviceGraphMemory.SMALL;
    DeviceGraph graph = use.graph();
    NativeRecord input =
        library.allocate("cs_breadth_input", Arena.ofAuto()).put("graph", graph.record());
    if (symmetric(job)) {
      CoreNumberGraph rows =
          use.attach(
              CoreNumberGraph.class, lane, on -> CoreNumberGraph.make(on, library, use, besides));
      input
          .set("neighbour_rows", rows.rowsAddress())
          .set("neighbours", rows.neighboursAddress())
          .set("cores", rows.coresAddress());
    }
    DeviceGraph lists =
        lists(job).map(kind -> kind.of(lane, library, use, besides).graph()).orElse(graph);
    return new BreadthInput(
        input.put("lists", lists.record()), lists.statistics().maximumOutDegree());
  }

  /** Names what the job chose. */
  void describe(MaximumClique job, BiConsumer<String, Object> plan) {
    BreadthFirst chosen = job.breadthFirst();
    plan.accept("heuristic", text(BreadthSearch.heuristic(job)));
    plan.accept("seeds", chosen.seeds() == 0 ? "all" : chosen.seeds());
    plan.accept("orientation", text(chosen.orientation()));
    plan.accept("sub-lists", text(chosen.subLists()));
    plan.accept("core-bounds", chosen.coreBounds());
    plan.accept("window", chosen.window() == 0 ? "all" : chosen.window());
    plan.accept("window-order", text(chosen.windowOrder()));
    plan.accept("windows-at-once", Math.max(1, chosen.windowsAtOnce()));
    plan.accept("pruning", chosen.pruning());
    plan.accept("color-from", chosen.colorFrom() == 0 ? "none" : chosen.colorFrom());
    plan.accept("longest-list", longestList);
  }

  private static String text(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
