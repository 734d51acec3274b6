package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.GraphFamily;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.sharded.PartRunner;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a device knows beside shards is tried first, and shards where it does not fit either. */
class PartitionBeforeShardsTest {
  private static long predicted(long vertices, long edges) {
    return 100 + 40 * vertices + 28 * edges;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theDevicesOtherWayIsTriedBeforeShards(boolean fits) {
    try (CpuEngine engine = new CpuEngine(2);
        PreparedGraph.Owned graph =
            PreparedGraph.of(RandomGraph.of(4, GraphFamily.DENSE, 60).build())) {
      JobOutcome whole = engine.run(graph, TriangleCount.total());
      long budget = predicted(graph.graph().vertexCount(), graph.graph().edgeCount()) - 1;
      PartRunner bounded =
          (part, job, control, sink) -> {
            if (predicted(part.graph().vertexCount(), part.graph().edgeCount()) > budget) {
              throw new ComputeException(FailureCode.JOB_MEMORY_EXCEEDED, "the graph is too large");
            }
            return engine.run(part, job, control, sink);
          };
      AtomicInteger asked = new AtomicInteger();
      PartRunner other =
          (_, _, _, _) -> {
            asked.incrementAndGet();
            if (fits) {
              return whole;
            }
            throw new ComputeException(FailureCode.JOB_MEMORY_EXCEEDED, "no three parts fit");
          };

      JobOutcome outcome =
          new BeyondMemory(
                  EngineKind.CPU,
                  bounded,
                  PartitionBeforeShardsTest::predicted,
                  budget,
                  Optional.of(other))
              .run(graph, TriangleCount.total(), JobControl.unbounded(), ListingSink.NONE);

      assertThat(asked).hasValue(1);
      assertThat(outcome.answer()).isEqualTo(whole.answer());
      assertThat(outcome.plan().containsKey("shards")).isEqualTo(!fits);
    }
  }
}
