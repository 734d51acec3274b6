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
import java.util.Optional;

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

  /** Of a part of the roots: no clique of the graph has more vertices; 0 where all are searched. */
  private int graphUpper;

  /** The bound that a part was given; a larger one is of a clique that it has found. */
  private int given;

  // Of the parts before.
  private long rootsBefore;
  private long subproblemsBefore;
  private long nodesBefore;

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
   * Begins with a part of the roots, which a search of all or of another part may have come before.
   *
   * @param index of the part, below {@code count}
   * @param bound only larger cliques are searched for
   * @param upper no clique of the graph has more vertices
   */
  void startPart(int index, int count, int bound, int upper) {
    rootsBefore = roots();
    subproblemsBefore = subproblems();
    nodesBefore = nodes();
    header.memory().fill((byte) 0);
    inRound = false;
    ended = false;
    given = bound;
    graphUpper = upper;
    header.set("bound", bound);
    options.set("part_index", index).set("part_count", count).set("bound", bound);
    LaneCalls.enqueue(lane, () -> functions.start(input, options, work, lane.stream()));
  }

  /** Tells a part, between two slices, of the size of a clique that was found elsewhere. */
  void raise(int size) {
    if (size > (int) header.get("bound")) {
      given = size;
      header.set("bound", size);
      writeBound(size);
    }
  }

  /** Size of the largest clique that is known of. */
  int bound() {
    return (int) header.get("bound");
  }

  /** The largest clique that a part has found; none where none was larger than it was told of. */
  Optional<int[]> found() {
    return bound() > given ? Optional.of(witness()) : Optional.empty();
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
      did((double) (header.get("taken") - begun));
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

  /** Whether the search has ended. */
  boolean hasEnded() {
    return ended;
  }

  /** The clique number itself where all cliques of that size are searched. */
  private CliqueBounds bounds() {
    int lower = collector == null ? bound() : size;
    int proven = graphUpper > 0 ? graphUpper : upperBound();
    int upper = collector == null ? Math.max(lower, proven) : size;
    return new CliqueBounds(lower, upper, header.get("pending"));
  }

  /** Cliques counted when all are searched. */
  long counted() {
    return header.get("found");
  }

  /** Roots whose neighbourhood was built. */
  long roots() {
    return rootsBefore + header.get("built");
  }

  /** Neighbourhoods that had to be searched. */
  long subproblems() {
    return subproblemsBefore + header.get("stored");
  }

  /** Nodes of the search tree. */
  long nodes() {
    return nodesBefore + header.get("nodes");
  }
}
