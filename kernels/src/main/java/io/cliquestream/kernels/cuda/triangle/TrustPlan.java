package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.job.TriangleMethod;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * TRUST's plan: classes of vertices, the renumbered lists, and room for buckets that outgrow shared
 * memory. The room is written by the count, so a plan serves one job.
 *
 * @param record the C record
 * @param classes vertices of the block and the warp class
 * @param memory behind the record
 */
public record TrustPlan(NativeRecord record, MemorySegment classes, DeviceMemory memory)
    implements AutoCloseable {
  /** Slots of a bucket that lie in device memory. */
  private static final long FAR_SLOTS = 122;

  /** Room for buckets, for each multiprocessor: 3 blocks of 1,024 buckets and 48 warps of 32. */
  private static final long BUCKET_BYTES = (3L * 1024 + 48L * 32) * FAR_SLOTS * Integer.BYTES;

  /** What a plan takes, learnt, or an upper bound. */
  public static long bytes(GraphKnowledge known, int multiprocessors) {
    return known
        .bytesOf(TrustPlan.class)
        .orElse(
            multiprocessors * BUCKET_BYTES
                + 4 * (known.edges() + 3 * known.vertices())
                + 64 * known.vertices()
                + DeviceGraphMemory.sortScratch(known.vertices())
                + DeviceGraphMemory.SMALL);
  }

  public static TrustPlan make(
      Lane lane,
      CudaLibrary library,
      GraphUse use,
      DeviceGraph graph,
      TriangleMethod method,
      long besides) {
    int order = order(method);
    long bytes = library.trust().planBytes(graph.record(), order);
    use.require(TrustPlan.class, bytes + DeviceGraphMemory.SMALL, besides);
    NativeRecord record = library.allocate("cs_trust_plan", Arena.ofAuto());
    MemorySegment pinned = lane.host(2L * Integer.BYTES);
    DeviceMemory memory = lane.allocate(bytes);
    LaneCalls.enqueue(
        lane,
        () ->
            library
                .trust()
                .plan(
                    graph.record(),
                    order,
                    graph.statistics().maximumOutDegree(),
                    memory.address(),
                    bytes,
                    record,
                    pinned,
                    lane.stream()));
    lane.await();
    MemorySegment classes = Arena.ofAuto().allocate(ValueLayout.JAVA_INT, 2);
    return new TrustPlan(record, classes.copyFrom(pinned), memory);
  }

  /** The C library's number of an order. */
  private static int order(TriangleMethod method) {
    return switch (method) {
      case WEDGES, MERGE -> throw new IllegalArgumentException(method + " does not hash");
      case HASH -> 0;
      case HASH_IN_DEGREE -> 1;
      case HASH_COLLECTIVE -> 2;
    };
  }

  @Override
  public void close() {
    memory.close();
  }
}
