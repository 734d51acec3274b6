package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.job.TriangleTuning;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/**
 * The wedge kernel's plan for one count, which is written while the count goes on: what needs no
 * entries is counted meanwhile. It cannot be cut into slices.
 */
public final class SinglePlan implements AutoCloseable {
  private final CudaLibrary library;
  private final NativeRecord graph;
  private final NativeRecord options;
  private final WedgePlan.Sizes sizes;
  private final DeviceMemory memory;
  private final NativeRecord record;

  private SinglePlan(
      CudaLibrary library,
      NativeRecord graph,
      NativeRecord options,
      WedgePlan.Sizes sizes,
      DeviceMemory memory) {
    this.library = library;
    this.graph = graph;
    this.options = options;
    this.sizes = sizes;
    this.memory = memory;
    this.record = library.allocate("cs_wedge_plan", Arena.ofAuto());
  }

  /**
   * Finds out how much there is to count; waits for the lane.
   *
   * @param headerAddress device address of the header of the graph's preparation
   * @param require told of the bytes before they are allocated
   */
  static SinglePlan of(
      Lane lane,
      CudaLibrary library,
      NativeRecord graph,
      long headerAddress,
      LongConsumer require) {
    NativeRecord options = WedgePlan.options(library, TriangleTuning.none(), true);
    WedgePlan.Sizes sizes = WedgePlan.Sizes.of(lane, library, graph, headerAddress, options);
    require.accept(sizes.survey().bytes() + sizes.planBytes());
    return new SinglePlan(library, graph, options, sizes, lane.allocate(sizes.planBytes()));
  }

  /**
   * The triangles of a graph.
   *
   * @param headerAddress device address of the header of the graph's preparation
   */
  public static long count(Lane lane, CudaLibrary library, NativeRecord graph, long headerAddress) {
    MemorySegment pinned = lane.host(Long.BYTES);
    try (SinglePlan plan = of(lane, library, graph, headerAddress, _ -> {});
        DeviceMemory counter = lane.allocate(Long.BYTES)) {
      lane.fill(counter, (byte) 0);
      LaneCalls.enqueue(lane, () -> plan.enqueue(lane, 0, 0, counter.address()));
      lane.download(counter, 0, pinned);
      lane.await();
      return pinned.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /** Sizes the survey found. */
  NativeRecord header() {
    return sizes.header();
  }

  /**
   * Enqueues the whole count, once.
   *
   * @param stop a slice's stop word, or 0
   * @param done a slice's counter of finished units, or 0
   */
  void enqueue(Lane lane, long stop, long done, long counter) {
    NativeRecord lanes = library.allocate("cs_lanes", Arena.ofAuto());
    TriangleKernel.name(lane.streams(), lanes);
    library
        .wedge()
        .countOnce(
            graph,
            options,
            sizes.surveyed(),
            sizes.header(),
            memory.address(),
            sizes.planBytes(),
            record,
            stop,
            done,
            counter,
            lanes);
  }

  /** Enqueues what writes the units of the count that was enqueued. */
  void units(Lane lane, long deviceUnits) {
    library.wedge().units(graph, record, deviceUnits, lane.stream());
  }

  @Override
  public void close() {
    memory.close();
    sizes.survey().close();
  }
}
