package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.library.PartitionFunctions;
import io.cliquestream.kernels.cuda.packed.PackedFeed;
import io.cliquestream.kernels.cuda.packed.PackedRuns;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.RawEdges;
import java.lang.foreign.Arena;

/**
 * Takes a host graph to a device and prepares it there, at once where the sort fits the memory set
 * aside, else in parts: the rows then cross PCIe once for degrees, once for out-degrees, and once
 * for every part. At once, the edges of large graphs cross packed, each once, where they pack. All
 * ways give the same bits.
 */
final class DeviceGraphBuilder {
  private final Lane lane;
  private final CudaLibrary library;
  private final Graph host;
  private final long vertices;
  private final long edges;

  private DeviceGraphBuilder(Lane lane, CudaLibrary library, Graph host) {
    this.lane = lane;
    this.library = library;
    this.host = host;
    this.vertices = host.vertexCount();
    this.edges = host.edgeCount();
  }

  /**
   * Builds the graph; it is resident when this returns, and complete.
   *
   * @param bytes what the task has set aside for it
   */
  static DeviceGraph build(Lane lane, CudaLibrary library, DeviceInput input, long bytes) {
    return switch (input) {
      case DeviceInput.Pairs(RawEdges raw) -> new PairFeed(lane, library, raw).build();
      case DeviceInput.Rows(Graph host) -> {
        var builder = new DeviceGraphBuilder(lane, library, host);
        yield bytes >= DeviceGraphMemory.preparation(builder.vertices, builder.edges)
            ? builder.atOnce()
            : builder.inParts(bytes);
      }
    };
  }

  /** Waits twice: for the degrees and for the finished graph. */
  private DeviceGraph atOnce() {
    long start = System.nanoTime();
    try (DeviceMemory pairs = lane.allocate(Math.max(Long.BYTES, Long.BYTES * edges))) {
      if (PackedFeed.pays(lane, edges)) {
        DeviceGraph packed = packed(pairs, start);
        if (packed != null) {
          return packed;
        }
      }
      if (edges > 0) {
        try (RowFeed feed = new RowFeed(lane, library, host, DeviceGraphMemory.PART_NEIGHBORS)) {
          feed.all(pairs);
        }
      }
      long copied = System.nanoTime() - start;
      try (GraphPreparation preparation = new GraphPreparation(lane, library, edges, vertices)) {
        preparation.countDegrees(pairs, 0, edges);
        preparation.build(pairs, edges);
        return preparation.finish(copied);
      }
    }
  }

  /** The same by packed runs of pairs; null, and nothing kept, where some do not pack. */
  private DeviceGraph packed(DeviceMemory pairs, long start) {
    var runs = new PackedRuns.OfRows(library.graph(), host);
    try (GraphPreparation preparation = new GraphPreparation(lane, library, edges, vertices)) {
      long sent = new PackedFeed(lane, library, runs, preparation, pairs).send();
      if (sent == edges) {
        long copied = System.nanoTime() - start;
        preparation.build(pairs, edges);
        return preparation.finish(copied);
      }
      preparation.discard();
      return null;
    }
  }

  private DeviceGraph inParts(long bytes) {
    PartitionFunctions functions = library.partition();
    long working = bytes - DeviceGraphMemory.besideParts(vertices, edges);
    long atOnce = functions.partPairs(edges, vertices, working);
    long partNeighbors = DeviceGraphMemory.SMALL_PART_NEIGHBORS;
    try (DeviceMemory pairs = lane.allocate(Long.BYTES * partNeighbors);
        RowFeed feed = new RowFeed(lane, library, host, partNeighbors);
        GraphPreparation preparation =
            new GraphPreparation(lane, library, edges, atOnce, vertices)) {
      NativeRecord graph = preparation.graph();
      NativeRecord record = preparation.record();
      feed.inParts(pairs, (chunk, count) -> preparation.countDegrees(chunk, 0, count));
      preparation.orderByDegree();
      LaneCalls.enqueue(lane, () -> functions.start(record, lane.stream()));
      feed.inParts(
          pairs,
          (chunk, count) ->
              LaneCalls.enqueue(
                  lane,
                  () ->
                      functions.accumulate(record, graph, chunk.address(), count, lane.stream())));
      NativeRecord plan = plan(functions, preparation);
      int parts = (int) plan.get("parts");
      for (int part = 0; part < parts; part++) {
        buildPart(functions, preparation, feed, pairs, plan, part);
      }
      // Copies and kernels alternate, so all of it is preparation.
      return preparation.finish(0);
    }
  }

  private NativeRecord plan(PartitionFunctions functions, GraphPreparation preparation) {
    var layout = library.layout("cs_partition");
    NativeRecord pinned = new NativeRecord(layout, lane.host(layout.bytes()));
    try (DeviceMemory onDevice = lane.allocate(layout.bytes())) {
      LaneCalls.enqueue(
          lane,
          () ->
              functions.plan(
                  preparation.record(),
                  preparation.degreeHeader(),
                  edges,
                  preparation.graph(),
                  onDevice.address(),
                  pinned,
                  preparation.builtHeader(),
                  lane.stream()));
      lane.await();
    }
    NativeRecord plan = pinned.copyTo(Arena.ofAuto().allocate(layout.bytes(), Long.BYTES));
    if (plan.get("parts") == 0) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the device's memory is too small to prepare this graph even in parts");
    }
    return plan;
  }

  private void buildPart(
      PartitionFunctions functions,
      GraphPreparation preparation,
      RowFeed feed,
      DeviceMemory pairs,
      NativeRecord plan,
      int part) {
    NativeRecord record = preparation.record();
    NativeRecord graph = preparation.graph();
    LaneCalls.enqueue(lane, () -> functions.selectStart(record, lane.stream()));
    feed.inParts(
        pairs,
        (chunk, count) ->
            LaneCalls.enqueue(
                lane,
                () ->
                    functions.select(
                        record, graph, plan, part, chunk.address(), count, lane.stream())));
    LaneCalls.enqueue(
        lane,
        () -> functions.build(record, graph, plan, part, preparation.builtHeader(), lane.stream()));
    lane.await();
    long[] firstKeys = plan.words("first_key");
    if (preparation.builtHeader().get("distinct") != firstKeys[part + 1] - firstKeys[part]) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the rows of the graph changed while it was prepared");
    }
  }
}
