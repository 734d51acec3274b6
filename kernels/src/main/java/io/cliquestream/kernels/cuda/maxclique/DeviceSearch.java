package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.MaximumFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;

/**
 * One run of the device's search: rounds of reduction, each followed by time slices of branch and
 * bound until its subproblems are done.
 */
final class DeviceSearch extends SlicedSearch<MaximumFunctions> {
  private final CliqueCollector collector;
  private final int size;

  /** Whether a round of reduction is being searched, and how many of its tasks were begun. */
  private boolean inRound;

  private long begun;
  private boolean ended;

  private DeviceSearch(
      Lane lane,
      CudaLibrary library,
      DeviceGraph graph,
      long budget,
      int size,
      CliqueCollector collector) {
    super(
        lane,
        library,
        library.maximum(),
        "cs_maximum",
        graph.record(),
        options(library, size, collector != null),
        graph.statistics().maximumOutDegree(),
        budget,
        "the search for maximum cliques needs more than "
            + budget
            + " bytes of device memory beside the graph");
    this.collector = collector;
    this.size = size;
  }

  private static NativeRecord options(CudaLibrary library, int size, boolean all) {
    NativeRecord options = library.allocate("cs_maximum_options", Arena.ofAuto());
    if (all) {
      long room = DeviceMaximumPolicy.LIST_BYTES / Integer.BYTES / size;
      options
          .set("enumerate", 1)
          .set("bound", size - 1L)
          .set("list_capacity", Math.max(DeviceMaximumPolicy.LEAST_LIST, room));
    }
    return options;
  }

  /** A search for one maximum clique. */
  static DeviceSearch forOne(Lane lane, CudaLibrary library, DeviceGraph graph, long budget) {
    return new DeviceSearch(lane, library, graph, budget, 0, null);
  }

  /** A search for every clique of {@code size} vertices, which is the clique number. */
  static DeviceSearch forAll(
      Lane lane,
      CudaLibrary library,
      DeviceGraph graph,
      long budget,
      int size,
      CliqueCollector collector) {
    return new DeviceSearch(lane, library, graph, budget, size, collector);
  }

  /** Clears the state and, if one clique is wanted, grows the first ones. */
  void start() {
    LaneCalls.enqueue(
        lane,
        () -> {
          functions.start(input, options, work, lane.stream());
          if (collector == null) {
            functions.greedy(input, options, work, lane.stopWord(), lane.stream());
          }
        });
  }

  /**
   * Goes on until the end, the time is up, or the job is stopped; one slice at least.
   *
   * @param nanos time for it
   * @return whether the search has ended
   */
  boolean run(long nanos) {
    long start = System.nanoTime();
    while (!ended) {
      boolean first = !inRound;
      if (first) {
        LaneCalls.enqueue(
            lane, () -> functions.reduce(input, options, work, lane.stopWord(), lane.stream()));
        begun = 0;
        inRound = true;
      }
      slice();
      if (first) {
        lane.control().beginPhase(Phase.COMPUTING, (double) header.get("tasks"));
      }
      lane.control().workDone((double) (header.get("taken") - begun));
      begun = header.get("taken");
      lane.control().bounds(bounds());
      fetch(size, size, collector);
      inRound = header.get("pending") != 0;
      ended = !inRound && header.get("roots_left") == 0;
      if (System.nanoTime() - start >= nanos) {
        break;
      }
    }
    return ended;
  }

  /** The clique number itself where all cliques of that size are searched. */
  private CliqueBounds bounds() {
    int lower = collector == null ? (int) header.get("bound") : size;
    int upper = collector == null ? Math.max(lower, upperBound()) : size;
    return new CliqueBounds(lower, upper, header.get("pending"));
  }

  /** Cliques counted when all are searched. */
  long found() {
    return header.get("found");
  }

  /** Roots whose neighbourhood was built. */
  long roots() {
    return header.get("built");
  }

  /** Neighbourhoods that had to be searched. */
  long subproblems() {
    return header.get("stored");
  }

  /** Nodes of the search tree. */
  long nodes() {
    return header.get("nodes");
  }
}
