package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** An oriented graph with its roots sorted by out-degree, which any number of counts read. */
public final class CliqueGraph implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final DeviceGraph graph;
  private final NativeRecord plan;
  private final DeviceMemory memory;
  private final long maximumOutDegree;
  private final long roots;

  /** Sorts the roots on the lane, which is waited for. */
  public CliqueGraph(Lane lane, CudaLibrary library, DeviceGraph graph) {
    this.lane = lane;
    this.library = library;
    this.graph = graph;
    this.plan = library.allocate("cs_clique_plan", Arena.ofAuto());
    var headerLayout = library.layout("cs_clique_header");
    NativeRecord header = new NativeRecord(headerLayout, lane.host(headerLayout.bytes()));
    long bytes = library.cliques().planBytes(graph.record());
    this.memory = lane.allocate(bytes);
    LaneCalls.enqueue(
        lane,
        () ->
            library
                .cliques()
                .plan(
                    graph.record(),
                    graph.statistics().maximumOutDegree(),
                    memory.address(),
                    bytes,
                    plan,
                    header,
                    lane.stream()));
    lane.await();
    plan.put("header", header);
    this.maximumOutDegree = header.get("max_out_degree");
    this.roots = Arrays.stream(header.words("roots")).sum();
  }

  CudaLibrary library() {
    return library;
  }

  DeviceGraph graph() {
    return graph;
  }

  /** The C library's {@code cs_graph}. */
  NativeRecord record() {
    return graph.record();
  }

  /** The C library's {@code cs_clique_plan}. */
  NativeRecord plan() {
    return plan;
  }

  /** Largest out-degree: no clique has more than one vertex more. */
  public long maximumOutDegree() {
    return maximumOutDegree;
  }

  /** Vertices with an out-neighbour. */
  long roots() {
    return roots;
  }

  /** Device bytes of the plan. */
  public long bytes() {
    return memory.bytes();
  }

  /** What a count of cliques of {@code least} vertices and more reports as done, in the end. */
  double units(int least) {
    MemorySegment pinned = lane.host(Long.BYTES);
    try (DeviceMemory counter = lane.allocate(Long.BYTES)) {
      LaneCalls.enqueue(
          lane, () -> library.cliques().units(record(), least, counter.address(), lane.stream()));
      lane.download(counter, 0, pinned);
      lane.await();
      return (double) pinned.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
