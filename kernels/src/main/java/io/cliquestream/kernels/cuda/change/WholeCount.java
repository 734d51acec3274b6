package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphPreparation;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.kclique.TotalCliques;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.triangle.SingleTriangleCount;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.function.LongConsumer;

/**
 * Counts an evolving graph whole: its rows are read out as edges, prepared, and counted as any
 * graph's are, all of it on the device. For the task that has the graph.
 */
final class WholeCount {
  private final CudaLibrary library;
  private final NativeRecord evolving;
  private final long idBound;

  /** What a count of cliques was seen to need beside the graph. */
  private long cliqueBytes;

  /**
   * @param evolving the C library's {@code cs_evolving}
   */
  WholeCount(CudaLibrary library, NativeRecord evolving, long idBound) {
    this.library = library;
    this.evolving = evolving;
    this.idBound = idBound;
  }

  /** Device bytes of a count, as far as is known. */
  long bytes(ChangeQuestion question, long edges) {
    long counting =
        question instanceof ChangeQuestion.Triangles
            ? SingleTriangleCount.bytes(idBound, edges)
            : cliqueBytes;
    return DeviceGraphMemory.preparation(idBound, edges) + counting + DeviceGraphMemory.SMALL;
  }

  /**
   * The total after the last batch that was applied.
   *
   * @param edges of the graph
   * @param require told of all device bytes before they are allocated; may end the count
   */
  BigInteger count(Lane lane, ChangeQuestion question, long edges, LongConsumer require) {
    require.accept(bytes(question, edges));
    if (edges == 0) {
      return BigInteger.ZERO;
    }
    try (DeviceGraph graph = prepared(lane, edges)) {
      return switch (question) {
        case ChangeQuestion.Triangles _ ->
            BigInteger.valueOf(SingleTriangleCount.count(lane, library, graph));
        case ChangeQuestion.Cliques(int k) ->
            TotalCliques.once(
                lane,
                library,
                graph,
                k,
                bytes -> {
                  cliqueBytes = Math.max(cliqueBytes, bytes);
                  require.accept(bytes(question, edges));
                });
        case ChangeQuestion.Matches _ ->
            throw new IllegalArgumentException("patterns are not counted whole here");
      };
    }
  }

  private DeviceGraph prepared(Lane lane, long edges) {
    MemorySegment written = lane.host(Long.BYTES);
    try (DeviceMemory pairs = lane.allocate(Long.BYTES * edges);
        DeviceMemory counter = lane.allocate(Long.BYTES);
        GraphPreparation preparation = new GraphPreparation(lane, library, edges, idBound)) {
      lane.fill(counter, (byte) 0);
      LaneCalls.enqueue(
          lane,
          () ->
              library.changes().edges(evolving, pairs.address(), counter.address(), lane.stream()));
      lane.download(counter, 0, written);
      preparation.countDegrees(pairs, 0, edges);
      preparation.build(pairs, edges);
      DeviceGraph graph = preparation.finish(0);
      if (written.get(ValueLayout.JAVA_LONG, 0) != edges) {
        graph.close();
        throw new ComputeException(
            FailureCode.INTERNAL,
            "an evolving graph of %d edges has rows of %d on the GPU"
                .formatted(edges, written.get(ValueLayout.JAVA_LONG, 0)));
      }
      return graph;
    }
  }
}
