package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.BreadthFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.MaximumClique;
import java.lang.foreign.Arena;

/**
 * One breadth-first search on a device: the heuristic, then time slices of the windowed search
 * until its sources are done.
 */
final class BreadthSearch extends SlicedSearch<BreadthFunctions> {
  private final CliqueCollector collector;
  private final int slotWords;

  /**
   * Takes memory for a search.
   *
   * @param budget most device bytes to take
   * @param bound only cliques of more vertices count
   * @param collector gets every clique that may be a maximum one; unused unless the job wants all
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the longest list could not be searched to its
   *     end, GRAPH_TOO_LARGE when it is past the kernels' bound
   */
  BreadthSearch(
      Lane lane,
      CudaLibrary library,
      BreadthInput input,
      long budget,
      int bound,
      MaximumClique job,
      CliqueCollector collector) {
    super(
        lane,
        library,
        library.breadth(),
        "cs_breadth",
        input.record(),
        options(library, input, budget, job).set("bound", bound),
        input.longestList(),
        budget,
        "the breadth-first search of sub-lists of "
            + input.longestList()
            + " vertices needs more than "
            + budget
            + " bytes of device memory beside the graph; the depth-first search needs less");
    this.collector = collector;
    this.slotWords = slotWords(input);
    header.set("upper", input.longestList() + 1);
  }

  private static int slotWords(BreadthInput input) {
    return (int) Math.max(input.longestList(), 1) + 2;
  }

  /** The heuristic of a job that names none: the paper's recommendation. */
  static GreedyHeuristic heuristic(MaximumClique job) {
    return job.heuristic().orElse(GreedyHeuristic.MULTI_RUN_DEGREE);
  }

  private static NativeRecord options(
      CudaLibrary library, BreadthInput input, long budget, MaximumClique job) {
    NativeRecord options = library.allocate("cs_breadth_options", Arena.ofAuto());
    if (job.all()) {
      long listBytes =
          Math.min(DeviceMaximumPolicy.LIST_BYTES, budget / DeviceMaximumPolicy.LIST_SHARE);
      long room = listBytes / Integer.BYTES / slotWords(input);
      options.set("list_capacity", Math.max(DeviceMaximumPolicy.LEAST_LIST, room));
    }
    var chosen = job.breadthFirst();
    return options
        .set("enumerate", job.all() ? 1 : 0)
        .set(
            "heuristic",
            switch (heuristic(job)) {
              case NONE -> 0;
              case SINGLE_RUN_DEGREE -> 1;
              case SINGLE_RUN_CORE -> 2;
              case MULTI_RUN_DEGREE -> 3;
              case MULTI_RUN_CORE -> 4;
            })
        .set("seeds", chosen.seeds())
        .set("core_bounds", chosen.coreBounds() ? 1 : 0)
        .set(
            "ascending",
            switch (chosen.subLists()) {
              case FALLING_DEGREE, UNSORTED -> 0;
              case RISING_DEGREE -> 1;
            })
        .set("window", chosen.window())
        .set(
            "window_order",
            switch (chosen.windowOrder()) {
              case INDEX -> 0;
              case ASCENDING -> 1;
              case DESCENDING -> 2;
            })
        .set("concurrent", chosen.windowsAtOnce())
        .set("color_from", chosen.colorFrom())
        .set("unpruned", chosen.pruning() ? 0 : 1);
  }

  /** Runs to the end, or until the job is stopped. */
  void run() {
    LaneCalls.enqueue(
        lane,
        () -> {
          functions.start(input, options, work, lane.stream());
          functions.greedy(input, options, work, lane.stopWord(), lane.stream());
        });
    long begun = 0;
    for (boolean first = true; first || header.get("pending") != 0; first = false) {
      slice();
      if (first) {
        lane.control().beginPhase(Phase.COMPUTING, (double) header.get("sources"));
      }
      did((double) (header.get("taken") - begun));
      begun = header.get("taken");
      int lower = (int) header.get("bound");
      lane.control()
          .bounds(
              new CliqueBounds(
                  lower, Math.max(lower, upperBound()), header.get("sources") - begun));
      fetch(slotWords, 0, collector);
    }
  }

  /** A number of the device's header. */
  long counted(String field) {
    return header.get(field);
  }
}
