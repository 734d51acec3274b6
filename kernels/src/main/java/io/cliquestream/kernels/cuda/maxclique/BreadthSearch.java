package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.BreadthFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.MaximumClique;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * One breadth-first search on a device: the heuristic, then time slices of the windowed search
 * until its sources are done.
 *
 * <p>After every slice the lane waits, so that other lanes get their turn, a stop is heeded within
 * a slice, and cliques found are fetched before their list is full. When the job is stopped the
 * header still holds the bounds of the last slice.
 */
final class BreadthSearch implements AutoCloseable {
  private final Lane lane;
  private final BreadthFunctions functions;
  private final NativeRecord input;
  private final NativeRecord options;
  private final NativeRecord work;
  private final NativeRecord header;
  private final MemorySegment clique;
  private final DeviceMemory memory;
  private final CliqueCollector collector;
  private final int slotWords;
  private final int mostVertices;

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
    this.lane = lane;
    this.functions = library.breadth();
    this.input = input.record();
    long longestList = input.longestList();
    this.collector = collector;
    this.mostVertices = (int) longestList + 1;
    this.slotWords = (int) Math.max(longestList, 1) + 2;
    Arena arena = Arena.ofAuto();
    this.options = options(library.allocate("cs_breadth_options", arena), job).set("bound", bound);
    if (job.all()) {
      long listBytes =
          Math.min(DeviceMaximumPolicy.LIST_BYTES, budget / DeviceMaximumPolicy.LIST_SHARE);
      long room = listBytes / Integer.BYTES / slotWords;
      options.set("list_capacity", Math.max(DeviceMaximumPolicy.LEAST_LIST, room));
    }
    this.work = library.allocate("cs_breadth_work", arena);
    NativeRecord sizes = library.allocate("cs_breadth_sizes", arena);
    if (!functions.plan(this.input, longestList, options, budget, sizes)) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the breadth-first search of sub-lists of "
              + longestList
              + " vertices needs more than "
              + budget
              + " bytes of device memory beside the graph; the depth-first search needs less");
    }
    var layout = library.layout("cs_breadth_header");
    this.header = new NativeRecord(layout, lane.host(layout.bytes()));
    this.clique = lane.host((longestList + 1) * Integer.BYTES);
    this.memory = lane.allocate(sizes.get("bytes"));
    functions.bind(memory.address(), this.input, options, sizes, work);
    header.set("upper", longestList + 1);
  }

  /** The heuristic of a job that names none: the paper's recommendation. */
  static GreedyHeuristic heuristic(MaximumClique job) {
    return job.heuristic().orElse(GreedyHeuristic.MULTI_RUN_DEGREE);
  }

  private static NativeRecord options(NativeRecord options, MaximumClique job) {
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
              case FALLING_DEGREE -> 0;
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
        .set("color_from", chosen.colorFrom());
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
      LaneCalls.enqueue(
          lane,
          () -> functions.search(input, options, work, lane.stopWord(), header, lane.stream()));
      lane.await();
      if (first) {
        lane.control().beginPhase(Phase.COMPUTING, (double) header.get("sources"));
      }
      lane.control().workDone((double) (header.get("taken") - begun));
      begun = header.get("taken");
      int lower = (int) header.get("bound");
      lane.control()
          .bounds(
              new CliqueBounds(
                  lower, Math.max(lower, upperBound()), header.get("sources") - begun));
      fetch();
    }
  }

  private void fetch() {
    int listed = (int) header.get("listed");
    if (listed == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long slotBytes = (long) slotWords * Integer.BYTES;
      MemorySegment list = arena.allocate(listed * slotBytes, Long.BYTES);
      lane.download(memory, work.get("list") - memory.address(), list);
      int[] vertices = new int[mostVertices];
      for (int i = 0; i < listed; i++) {
        int size = list.get(ValueLayout.JAVA_INT, i * slotBytes);
        if (size == 0) {
          continue;
        }
        MemorySegment.copy(
            list, ValueLayout.JAVA_INT, i * slotBytes + Integer.BYTES, vertices, 0, size);
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

  /** A number of the device's header. */
  long counted(String field) {
    return header.get(field);
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
