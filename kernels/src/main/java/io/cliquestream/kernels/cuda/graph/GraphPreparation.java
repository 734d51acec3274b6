package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GraphFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.packed.PackedTarget;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;

/**
 * A preparation under way on a lane (Polak 2016, section III; see {@code src/main/cuda/graph}):
 * degrees are counted, then edges ranked, oriented, grouped and written as sorted rows.
 */
public final class GraphPreparation implements PackedTarget, AutoCloseable {
  private static final long ALIGNMENT = 256;

  private final Lane lane;
  private final CudaLibrary library;
  private final GraphFunctions functions;
  private final NativeRecord first;
  private final NativeRecord built;
  private final NativeRecord statistics;
  private final NativeRecord graph;
  private final NativeRecord record;
  private final DeviceMemory memory;
  private final DeviceMemory working;
  private final long headerOffset;

  /**
   * Takes memory for a graph that is made at once.
   *
   * @param pairs edges it will be made from
   * @param idBound every id is smaller
   */
  public GraphPreparation(Lane lane, CudaLibrary library, long pairs, long idBound) {
    this(lane, library, pairs, pairs, idBound);
  }

  /**
   * Takes memory for a graph.
   *
   * @param pairs edges it will be made from
   * @param pairsAtOnce most edges that are sorted at a time
   * @param idBound every id is smaller
   */
  GraphPreparation(Lane lane, CudaLibrary library, long pairs, long pairsAtOnce, long idBound) {
    this.lane = lane;
    this.library = library;
    this.functions = library.graph();
    this.first = pinned("cs_prepare_header");
    this.built = pinned("cs_prepare_header");
    this.statistics = pinned("cs_graph_statistics");
    this.graph = library.allocate("cs_graph", Arena.ofAuto());
    this.record = library.allocate("cs_preparation", Arena.ofAuto());
    long graphBytes = functions.graphBytes(pairs, idBound);
    this.headerOffset = aligned(graphBytes);
    this.memory =
        lane.allocate(headerOffset + aligned(built.layout().bytes()) + statistics.layout().bytes());
    functions.bindGraph(memory.address(), graphBytes, pairs, idBound, graph);
    long workingBytes = functions.preparationBytes(pairsAtOnce, idBound);
    this.working = lane.allocate(workingBytes);
    functions.bindPreparation(working.address(), workingBytes, pairsAtOnce, idBound, record);
    LaneCalls.enqueue(lane, () -> functions.start(record, lane.stream()));
  }

  private NativeRecord pinned(String name) {
    var layout = library.layout(name);
    return new NativeRecord(layout, lane.host(layout.bytes()));
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Counts the degrees of pairs on the device, from one of them on. */
  public void countDegrees(DeviceMemory pairs, long from, long count) {
    LaneCalls.enqueue(
        lane,
        () ->
            functions.accumulate(
                record, pairs.address() + 2L * Integer.BYTES * from, count, lane.stream()));
  }

  @Override
  public void countPacked(NativeRecord runs) {
    LaneCalls.enqueue(lane, () -> functions.unpack(record, runs, lane.stream()));
  }

  @Override
  public DeviceMemory working() {
    return working;
  }

  /** Where what the rows are built from will lie. */
  @Override
  public long packedRoom() {
    return record.words("edge_keys")[1] - working.address();
  }

  @Override
  public long packedRoomBytes() {
    return Long.BYTES * record.get("pairs");
  }

  /** Orients and writes the sorted rows. Waits for the degrees before, for nothing after. */
  public void build(DeviceMemory pairs, long count) {
    orderByDegree();
    LaneCalls.enqueue(
        lane,
        () -> functions.build(record, first, pairs.address(), count, graph, built, lane.stream()));
  }

  /**
   * The same for pairs as they were read: loops are left out and counted, and {@link #duplicates}
   * says, once the lane was waited for, whether edges repeat.
   */
  void buildFromPairs(DeviceMemory pairs, long count) {
    rank("invalid");
    LaneCalls.enqueue(
        lane,
        () -> functions.build(record, first, pairs.address(), count, graph, built, lane.stream()));
  }

  /** Waits for the degrees and ranks the vertices. */
  void orderByDegree() {
    rank("invalid", "loops");
  }

  private void rank(String... refused) {
    LaneCalls.enqueue(lane, () -> functions.summarise(record, first, lane.stream()));
    lane.await();
    requireNone(first, refused);
    LaneCalls.enqueue(lane, () -> functions.orderByDegree(record, first, graph, lane.stream()));
  }

  /** Pairs of a vertex with itself among those whose degrees were waited for. */
  long loops() {
    return first.get("loops");
  }

  /** At least so many of the pairs built from repeat an edge; 0 where none does. */
  long duplicates() {
    return built.get("duplicates");
  }

  /**
   * Writes every edge that was built from once; waits.
   *
   * @param out room for as many pairs as there were
   * @return how many edges there are
   */
  long deduplicate(DeviceMemory out) {
    LaneCalls.enqueue(
        lane, () -> functions.deduplicate(record, graph, out.address(), lane.stream()));
    lane.download(working, headerAddress() - working.address(), built.memory());
    lane.await();
    return built.get("distinct");
  }

  /** Checks what the device found, once the lane was waited for after {@link #build}. */
  public void check() {
    requireNone(built, "duplicates");
  }

  /** Edges of a host graph have no loops, duplicates or foreign ids: their presence is a defect. */
  private static void requireNone(NativeRecord header, String... counters) {
    for (String counter : counters) {
      if (header.get(counter) != 0) {
        throw new ComputeException(
            FailureCode.INTERNAL,
            "the graph prepared on the device has " + header.get(counter) + " " + counter);
      }
    }
  }

  /** The header that {@link #orderByDegree} waited for. */
  NativeRecord degreeHeader() {
    return first;
  }

  /** The header of the finished rows, in pinned memory. */
  public NativeRecord builtHeader() {
    return built;
  }

  /** The C library's {@code cs_preparation}. */
  public NativeRecord record() {
    return record;
  }

  /** The C library's {@code cs_graph}; it lives as long as this preparation, or its result. */
  public NativeRecord graph() {
    return graph;
  }

  /** Device address of the preparation's header. */
  public long headerAddress() {
    return record.get("header");
  }

  /**
   * Collects statistics, waits, and hands out the finished graph, resident.
   *
   * @param copyNanos what the way to the device took
   */
  public DeviceGraph finish(long copyNanos) {
    collect();
    lane.await();
    return collected(copyNanos);
  }

  /** Enqueues what {@link #collected} needs of the rows. */
  void collect() {
    long bytes = built.layout().bytes();
    lane.copy(working, headerAddress() - working.address(), memory, headerOffset, bytes);
    long address = memory.address() + headerOffset + aligned(bytes);
    LaneCalls.enqueue(lane, () -> functions.statistics(graph, address, statistics, lane.stream()));
  }

  /** The finished graph, resident, once the lane was waited for after {@link #collect}. */
  DeviceGraph collected(long copyNanos) {
    check();
    return new DeviceGraph(
        graph,
        memory.keep(),
        memory.address() + headerOffset,
        DeviceStatistics.of(graph, statistics),
        copyNanos);
  }

  /** Gives the graph's memory back too, where nobody wants the graph itself. */
  public void discard() {
    memory.close();
    close();
  }

  /** Gives the working memory back. */
  @Override
  public void close() {
    working.close();
  }
}
