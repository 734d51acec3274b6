package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.MaximumFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * One run of the device's search: rounds of reduction, each followed by time slices of branch and
 * bound until its subproblems are done.
 *
 * <p>After every slice the lane waits, so that other lanes get their turn, a stop is heeded within
 * a slice, and cliques found are fetched before their list is full. When the job is stopped the
 * header still holds the bounds of the last slice.
 */
final class DeviceSearch implements AutoCloseable {
  private final Lane lane;
  private final MaximumFunctions functions;
  private final NativeRecord graph;
  private final NativeRecord options;
  private final NativeRecord work;
  private final NativeRecord header;
  private final MemorySegment clique;
  private final DeviceMemory memory;
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
    this.lane = lane;
    this.functions = library.maximum();
    this.graph = graph.record();
    this.collector = collector;
    this.size = size;
    Arena arena = Arena.ofAuto();
    this.options = library.allocate("cs_maximum_options", arena);
    this.work = library.allocate("cs_maximum_work", arena);
    if (collector != null) {
      long room = DeviceMaximumPolicy.LIST_BYTES / Integer.BYTES / size;
      options
          .set("enumerate", 1)
          .set("bound", size - 1L)
          .set("list_capacity", Math.max(DeviceMaximumPolicy.LEAST_LIST, room));
    }
    long outDegree = graph.statistics().maximumOutDegree();
    NativeRecord sizes = library.allocate("cs_maximum_sizes", arena);
    if (!functions.plan(this.graph, outDegree, options, budget, sizes)) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the search for maximum cliques needs more than "
              + budget
              + " bytes of device memory beside the graph");
    }
    var layout = library.layout("cs_maximum_header");
    this.header = new NativeRecord(layout, lane.host(layout.bytes()));
    this.clique = lane.host((outDegree + 1) * Integer.BYTES);
    this.memory = lane.allocate(sizes.get("bytes"));
    functions.bind(memory.address(), this.graph, options, sizes, work);
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
          functions.start(graph, options, work, lane.stream());
          if (collector == null) {
            functions.greedy(graph, options, work, lane.stopWord(), lane.stream());
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
            lane, () -> functions.reduce(graph, options, work, lane.stopWord(), lane.stream()));
        begun = 0;
        inRound = true;
      }
      LaneCalls.enqueue(
          lane,
          () -> functions.search(graph, options, work, lane.stopWord(), header, lane.stream()));
      lane.await();
      if (first) {
        lane.control().beginPhase(Phase.COMPUTING, (double) header.get("tasks"));
      }
      lane.control().workDone((double) (header.get("taken") - begun));
      begun = header.get("taken");
      lane.control().bounds(bounds());
      fetch();
      inRound = header.get("pending") != 0;
      ended = !inRound && header.get("roots_left") == 0;
      if (System.nanoTime() - start >= nanos) {
        break;
      }
    }
    return ended;
  }

  private void fetch() {
    int listed = (int) header.get("listed");
    if (listed == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocate((long) listed * size * Integer.BYTES, Long.BYTES);
      lane.download(memory, work.get("list") - memory.address(), list);
      int[] vertices = new int[size];
      for (int i = 0; i < listed; i++) {
        MemorySegment.copy(
            list, ValueLayout.JAVA_INT, (long) i * size * Integer.BYTES, vertices, 0, size);
        collector.add(vertices, size);
      }
    }
    LaneCalls.enqueue(lane, () -> functions.listTaken(work, lane.stream()));
  }

  /** The vertices of one largest clique found so far, ascending; works after a stop too. */
  int[] witness() {
    int found = (int) header.get("bound");
    LaneCalls.enqueue(lane, () -> functions.witness(work, clique, found, lane.stream()));
    lane.await();
    int[] vertices = clique.asSlice(0, (long) found * Integer.BYTES).toArray(ValueLayout.JAVA_INT);
    Arrays.sort(vertices);
    return vertices;
  }

  /** Proven: no clique has more vertices. */
  int upperBound() {
    return (int) header.get("upper");
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

  /** Device bytes in use. */
  long workingBytes() {
    return memory.bytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
