package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.LaneStreams;
import io.cliquestream.kernels.cuda.device.PinnedMemory;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CliqueFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.Phase;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.function.BiConsumer;

/** Counts on one oriented graph: the plan is made once, then any number of counts. */
final class CliqueCount implements AutoCloseable {
  private static final long PAGE = 4096;

  private final Lane lane;
  private final CudaLibrary library;
  private final CliqueFunctions functions;
  private final GraphUse use;
  private final DeviceGraph graph;
  private final BiConsumer<String, Object> describe;
  private final NativeRecord plan;
  private final DeviceMemory planMemory;

  CliqueCount(
      Lane lane,
      CudaLibrary library,
      GraphUse use,
      DeviceGraph graph,
      BiConsumer<String, Object> describe) {
    this.lane = lane;
    this.library = library;
    this.functions = library.cliques();
    this.use = use;
    this.graph = graph;
    this.describe = describe;
    this.plan = library.allocate("cs_clique_plan", Arena.ofAuto());
    var headerLayout = library.layout("cs_clique_header");
    NativeRecord header = new NativeRecord(headerLayout, lane.host(headerLayout.bytes()));
    long bytes = functions.planBytes(graph.record());
    this.planMemory = lane.allocate(bytes);
    LaneCalls.enqueue(
        lane,
        () ->
            functions.plan(
                graph.record(),
                graph.statistics().maximumOutDegree(),
                planMemory.address(),
                bytes,
                plan,
                header,
                lane.stream()));
    lane.await();
    plan.put("header", header);
  }

  /**
   * Cliques by size.
   *
   * @param most largest size, the same as {@code least} when cliques are extended one by one
   * @return entry k: cliques of k vertices, right for k from {@code least} to {@code most}
   */
  BigInteger[] count(KCliqueMethod method, int least, int most) {
    NativeRecord options =
        library
            .allocate("cs_clique_options", Arena.ofAuto())
            .set("method", method == KCliqueMethod.ORIENTATION ? 0 : 1)
            .set("least", least)
            .set("most", most)
            .set("matrix_bytes", matrixBytes());
    long bytes = functions.bytes(plan, options);
    if (bytes == 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the device refuses to count cliques of " + least + " to " + most);
    }
    use.require(
        CliqueCount.class,
        planMemory.bytes() + bytes + DeviceGraphMemory.SMALL,
        DeviceGraphMemory.SMALL);
    NativeRecord work = library.allocate("cs_clique_work", Arena.ofAuto());
    try (DeviceMemory memory = lane.allocate(bytes)) {
      functions.bind(memory.address(), bytes, plan, options, work);
      LaneCalls.enqueue(lane, () -> functions.start(work, lane.stream()));
      inSlices(work, least);
      return collect(work, least);
    }
  }

  private long matrixBytes() {
    long share = lane.device().memoryUse().budget() / KCliquePolicy.MATRIX_SHARE;
    return Math.max(1, Math.min(KCliquePolicy.MOST_MATRIX_BYTES, share));
  }

  private void inSlices(NativeRecord work, int least) {
    NativeRecord lanes = lanes();
    NativeRecord slice = library.allocate("cs_slice", Arena.ofAuto()).set("stop", lane.stopWord());
    MemorySegment pinned = lane.host(Long.BYTES);
    try (DeviceMemory counter = lane.allocate(Long.BYTES)) {
      lane.fill(counter, (byte) 0);
      LaneCalls.enqueue(
          lane, () -> functions.units(graph.record(), least, counter.address(), lane.stream()));
      lane.download(counter, 0, pinned);
      lane.await();
      double units = (double) pinned.get(ValueLayout.JAVA_LONG, 0);
      int slices =
          Math.clamp((long) (units / KCliquePolicy.UNITS_PER_SLICE), 1, KCliquePolicy.MOST_SLICES);
      describe.accept("slices", slices);
      lane.fill(counter, (byte) 0);
      slice.set("done", counter.address());
      lane.control().beginPhase(Phase.COMPUTING, units);
      SlicedRun.run(
          lane,
          new SlicePlan(slices, units, counter, 0),
          (index, count) -> {
            slice.set("index", index).set("count", count);
            LaneCalls.enqueue(
                lane, () -> functions.count(graph.record(), plan, work, slice, lanes));
          });
    }
  }

  private NativeRecord lanes() {
    LaneStreams streams = lane.streams();
    NativeRecord lanes =
        library
            .allocate("cs_lanes", Arena.ofAuto())
            .set("main", streams.main())
            .set("fork", streams.fork());
    for (int i = 0; i < streams.side().size(); i++) {
      lanes.setWord("side", i, streams.side().get(i));
      lanes.setWord("join", i, streams.join().get(i));
    }
    return lanes;
  }

  private BigInteger[] collect(NativeRecord work, int least) {
    long bytes = work.get("result_bytes");
    int held = (int) work.get("held");
    int pivots = (int) work.get("pivots");
    var totalsLayout = library.layout("cs_clique_totals");
    try (Arena arena = Arena.ofShared();
        PinnedMemory result = lane.device().pin(arena.allocate(bytes, PAGE))) {
      MemorySegment host = result.segment();
      LaneCalls.enqueue(lane, () -> functions.collect(work, host, lane.stream()));
      lane.await();
      NativeRecord totals = new NativeRecord(totalsLayout, host.asSlice(0, totalsLayout.bytes()));
      describe.accept("nodes", totals.get("nodes"));
      BigInteger single = unsigned(totals.get("high"), totals.get("low"));
      if (held == 0) {
        BigInteger[] counts = new BigInteger[least + 1];
        counts[least] = single;
        return counts;
      }
      long cells = (long) held * pivots;
      MemorySegment low = host.asSlice(totalsLayout.bytes(), Long.BYTES * cells);
      MemorySegment high =
          host.asSlice(totalsLayout.bytes() + Long.BYTES * cells, Long.BYTES * cells);
      BigInteger[] counts =
          CliqueSizes.of(
              held,
              pivots,
              (h, p) -> {
                long at = (long) h * pivots + p;
                return unsigned(
                    high.getAtIndex(ValueLayout.JAVA_LONG, at),
                    low.getAtIndex(ValueLayout.JAVA_LONG, at));
              });
      if (single.signum() != 0 && least < counts.length) {
        counts[least] = counts[least].add(single);
      }
      return counts;
    }
  }

  private static BigInteger unsigned(long high, long low) {
    if (high == 0 && low >= 0) {
      return BigInteger.valueOf(low);
    }
    byte[] bytes = new byte[2 * Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (high >>> (56 - 8 * i));
      bytes[Long.BYTES + i] = (byte) (low >>> (56 - 8 * i));
    }
    return new BigInteger(1, bytes);
  }

  @Override
  public void close() {
    planMemory.close();
  }
}
