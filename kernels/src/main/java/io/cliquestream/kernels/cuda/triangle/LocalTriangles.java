package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.ClusteringCoefficients;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.TriangleCount;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Triangles by edge, and by vertex out of them, in the host's numbering and order.
 *
 * <p>The kernel counts into an array beside the oriented rows. Vertices follow by one pass, put in
 * the order of ids by another. Edges are sorted by (smaller id, larger id), which is the order of
 * {@link Answer.Triangles#perEdge}, and cross to the host as 32-bit counts.
 */
public final class LocalTriangles {
  /** Edges that cross to the host at a time. */
  private static final long PART_EDGES = 4L << 20;

  private final Lane lane;
  private final CudaLibrary library;
  private final NativeRecord record;
  private final Graph host;
  private final TriangleCount job;

  LocalTriangles(Lane lane, CudaLibrary library, DeviceGraph graph, Graph host, TriangleCount job) {
    this.lane = lane;
    this.library = library;
    this.record = graph.record();
    this.host = host;
    this.job = job;
  }

  /** Device bytes beside the graph. */
  static long bytes(GraphKnowledge known, TriangleCount job) {
    long n = known.vertices();
    long m = known.edges();
    long support = 4 * (m + 3 * Math.min(m, n)) + DeviceGraphMemory.SMALL;
    long order = job.perEdge() ? 24 * m + 8 * n + DeviceGraphMemory.sortScratch(m) : 0;
    return support + 16 * n + order + DeviceGraphMemory.SMALL;
  }

  /** The counting kernel alone, with an array of its own. */
  public static TriangleKernel kernel(Lane lane, CudaLibrary library, DeviceGraph graph) {
    DeviceMemory support = support(lane, graph.record());
    return kernel(library, graph.record(), support, support::close);
  }

  private static TriangleKernel kernel(
      CudaLibrary library, NativeRecord graph, DeviceMemory support, Runnable end) {
    return new TriangleKernel() {
      @Override
      public void units(Lane on, long deviceUnits) {
        library.local().units(graph, deviceUnits, on.stream());
      }

      @Override
      public void enqueue(Lane on, NativeRecord slice, long counter) {
        library.local().edges(graph, slice, support.address(), counter, on.stream());
      }

      @Override
      public void close() {
        end.run();
      }
    };
  }

  private static DeviceMemory support(Lane lane, NativeRecord graph) {
    long bytes = Integer.BYTES * graph.get("adjacency_capacity");
    DeviceMemory support = lane.allocate(Math.max(bytes, Long.BYTES));
    lane.fill(support, (byte) 0);
    return support;
  }

  Answer.Triangles count(TrianglePlan plan) {
    try (DeviceMemory support = support(lane, record)) {
      lane.control().beginPhase(Phase.COMPUTING, plan.slices());
      TriangleKernel edges = kernel(library, record, support, () -> {});
      long triangles = SlicedCount.run(lane, library, plan.slices(), edges, Share.alone());
      CountArray byVertex = job.perVertex() || job.clustering() ? byVertex(support) : null;
      return new Answer.Triangles(
          BigInteger.valueOf(triangles),
          job.perVertex() ? Optional.of(byVertex) : Optional.empty(),
          job.perEdge() ? Optional.of(byEdge(support)) : Optional.empty(),
          job.clustering()
              ? Optional.of(
                  ClusteringCoefficients.of(
                      host, byVertex, triangles, new StopMeter(lane.control())))
              : Optional.empty());
    }
  }

  private CountArray byVertex(DeviceMemory support) {
    long vertices = host.vertexCount();
    CountArray counts = new CountArray(vertices);
    if (vertices == 0) {
      return counts;
    }
    long bytes = Long.BYTES * vertices;
    try (DeviceMemory byRank = lane.allocate(bytes);
        DeviceMemory byId = lane.allocate(bytes);
        DeviceMemory coefficients = lane.allocate(Double.BYTES);
        Arena arena = Arena.ofConfined()) {
      LaneCalls.enqueue(
          lane,
          () -> {
            library
                .local()
                .vertices(
                    record,
                    support.address(),
                    byRank.address(),
                    coefficients.address(),
                    lane.stream());
            library.local().verticesById(record, byRank.address(), byId.address(), lane.stream());
          });
      MemorySegment arrived = arena.allocate(bytes, Long.BYTES);
      lane.download(byId, 0, arrived);
      lane.await();
      for (long v = 0; v < vertices; v++) {
        counts.set(v, arrived.getAtIndex(ValueLayout.JAVA_LONG, v));
      }
      return counts;
    }
  }

  private CountArray byEdge(DeviceMemory support) {
    long edges = host.edgeCount();
    CountArray counts = new CountArray(edges);
    if (edges == 0) {
      return counts;
    }
    long bytes = library.local().edgesByIdBytes(record);
    long partEdges = Math.min(PART_EDGES, edges);
    try (DeviceMemory working = lane.allocate(bytes);
        Arena arena = Arena.ofConfined()) {
      MemorySegment ordered = arena.allocate(ValueLayout.JAVA_LONG);
      LaneCalls.enqueue(
          lane,
          () ->
              library
                  .local()
                  .edgesById(
                      record, support.address(), working.address(), bytes, ordered, lane.stream()));
      long first = ordered.get(ValueLayout.JAVA_LONG, 0) - working.address();
      MemorySegment part = arena.allocate(Integer.BYTES * partEdges, Integer.BYTES);
      for (long at = 0; at < edges; at += partEdges) {
        long length = Math.min(partEdges, edges - at);
        lane.download(working, first + Integer.BYTES * at, part.asSlice(0, Integer.BYTES * length));
        lane.await();
        for (long i = 0; i < length; i++) {
          counts.set(at + i, Integer.toUnsignedLong(part.getAtIndex(ValueLayout.JAVA_INT, i)));
        }
      }
      return counts;
    }
  }
}
