package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.LaunchShape;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.EnumerateFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * One enumeration on a device, as a sequence of time slices. After every slice the lane waits, so
 * that other lanes get their turn, a stop is heeded, progress is told and listed matches are
 * fetched; between two slices the search rests in the warps' slots.
 */
final class EnumerationRun implements AutoCloseable {
  /** Takes the matches that one slice has listed. */
  @FunctionalInterface
  interface Matches {
    /**
     * Takes matches, each {@code vertices} ids in the pattern's order.
     *
     * @return false when no more are wanted
     */
    boolean take(int[] ids, int count, int vertices);
  }

  /** Enqueues one slice. */
  @FunctionalInterface
  interface Slice {
    /** Enqueues it; the header lies in pinned memory. */
    void enqueue(NativeRecord graph, NativeRecord work, NativeRecord header);
  }

  private static final int WARP = 32;

  private final Lane lane;
  private final EnumerateFunctions functions;
  private final NativeRecord graph;
  private final NativeRecord plan;
  private final NativeRecord work;
  private final NativeRecord header;
  private final DeviceMemory memory;
  private final int vertices;

  /**
   * Allocates a run.
   *
   * @param plan the C library's {@code cs_enumerate_plan}
   */
  EnumerationRun(
      Lane lane, CudaLibrary library, GraphUse use, SymmetricGraph symmetric, NativeRecord plan) {
    this.lane = lane;
    this.functions = library.enumerate();
    this.graph = symmetric.record();
    this.plan = plan;
    this.vertices = (int) plan.get("vertices");
    NativeRecord options =
        library
            .allocate("cs_enumerate_options", Arena.ofAuto())
            .set("balance", EnumeratePolicy.DONATE);
    if (plan.get("kind") == EnumeratePolicy.PATTERN && plan.get("term_count") == 0) {
      options.set("list_capacity", EnumeratePolicy.LIST_BYTES / Integer.BYTES / vertices);
    }
    int degree = symmetric.degrees().maximumDegree();
    long bytes = functions.bytes(graph, degree, plan, options);
    if (bytes == 0) {
      throw new ComputeException(FailureCode.INTERNAL, "the device refuses an enumeration's plan");
    }
    // Fewer large stacks only mean that warps may wait for one.
    long most = lane.device().memoryUse().budget() / EnumeratePolicy.BUDGET_SHARE;
    for (int stacks = EnumeratePolicy.LARGE_STACKS; bytes > most && stacks > 1; ) {
      stacks /= 2;
      options.set("large_stacks", stacks);
      bytes = functions.bytes(graph, degree, plan, options);
    }
    use.require(EnumerationRun.class, bytes + DeviceGraphMemory.SMALL, DeviceGraphMemory.SMALL);
    this.work = library.allocate("cs_enumerate_work", Arena.ofAuto());
    var layout = library.layout("cs_enumerate_header");
    this.header = new NativeRecord(layout, lane.host(layout.bytes()));
    this.memory = lane.allocate(bytes);
    functions.bind(memory.address(), bytes, graph, degree, plan, options, work);
  }

  /**
   * Runs to the end, until the sink wants no more, or until the job is stopped.
   *
   * @param share of the work of the job's phase that this run is
   * @return whether everything was searched
   */
  boolean run(double share, Matches sink) {
    return run(
        share,
        sink,
        (of, with, into) ->
            LaneCalls.enqueue(
                lane, () -> functions.run(of, with, lane.stopWord(), into, lane.stream())));
  }

  /** The same with slices of the caller's. */
  boolean run(double share, Matches sink, Slice slice) {
    LaneCalls.enqueue(lane, () -> functions.start(graph, plan, work, lane.stream()));
    double reported = 0;
    boolean wanted = true;
    do {
      slice.enqueue(graph, work, header);
      lane.await();
      double done = share * header.get("taken") / Math.max(1, header.get("total"));
      lane.control().workDone(done - reported);
      reported = done;
      wanted = fetch(sink);
    } while (wanted && header.get("pending") != 0);
    return wanted;
  }

  private boolean fetch(Matches sink) {
    int listed = (int) header.get("listed");
    if (listed == 0) {
      return true;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list =
          arena.allocate(
              (long) listed * vertices * Integer.BYTES, ValueLayout.JAVA_LONG.byteSize());
      lane.download(memory, work.get("list") - memory.address(), list);
      return sink.take(list.toArray(ValueLayout.JAVA_INT), listed, vertices);
    }
  }

  /** The sum of the plan's closing formula, or the number of listed matches. */
  BigInteger sum() {
    return new BigInteger(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(header.get("high"))
            .putLong(header.get("low"))
            .array());
  }

  /** Gives a census the dictionary that names its classes. */
  void dictionary(MemorySegment classes) {
    lane.upload(classes, memory, work.get("dictionary") - memory.address());
  }

  /** The counts of a census or a program by class. */
  long[] classCounts() {
    int classes = (int) work.get("classes");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment counts = arena.allocate((long) classes * Long.BYTES, Long.BYTES);
      lane.download(memory, work.get("class_counts") - memory.address(), counts);
      return counts.toArray(ValueLayout.JAVA_LONG);
    }
  }

  /** Threads of a block, blocks and shared bytes of a slice. */
  LaunchShape shape() {
    int threads = (int) work.get("threads");
    return new LaunchShape(
        (int) (work.get("warps") * WARP / threads), threads, (int) work.get("shared_bytes"));
  }

  /** Vertices bound. */
  long extensions() {
    return header.get("extensions");
  }

  @Override
  public void close() {
    memory.close();
  }
}
