package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.device.FollowedStreams;
import io.cliquestream.kernels.change.device.HostChangeDevice;
import io.cliquestream.kernels.change.standing.Advance;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Standing jobs over the GPU in its own process, which may be killed. */
@Tag("gpu")
@Timeout(300)
final class SupervisedChangesTest {
  private static final int VERTICES = 1 << 16;

  @BeforeAll
  static void needsAGpu() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
  }

  @Test
  void answersFollowThroughTheProcess() {
    try (SupervisedEngine gpu = SupervisedEngine.openCuda(EngineOptions.DEFAULT)) {
      var copies = gpu.changes().orElseThrow();
      long streams = FollowedStreams.STREAMS / 2;
      long made = 0;
      for (var jobs :
          List.of(
              FollowedStreams.triangles(), FollowedStreams.cliques(), FollowedStreams.patterns())) {
        made +=
            FollowedStreams.follow(0, streams, 24, jobs, copies, FollowedStreams.Beside.NOTHING);
      }
      assertThat(made).isGreaterThan(30 * streams);
    }
  }

  @Test
  void aKilledProcessTakesItsCopiesAndTheAnswersGoOn() {
    try (SupervisedEngine gpu = SupervisedEngine.openCuda(EngineOptions.DEFAULT)) {
      int[] calls = {0};
      FollowedStreams.Beside kills =
          (round, random) -> {
            if (++calls[0] % 60 == 0) {
              FollowedStreams.kill(gpu.pid());
            }
          };
      long made =
          FollowedStreams.follow(
              100, 8, 20, FollowedStreams.cliques(), gpu.changes().orElseThrow(), kills);
      assertThat(calls[0]).isGreaterThan(120);
      assertThat(made).isPositive();
    }
  }

  /** Nobody says which way; large batches are worth the device, single edges are not. */
  @Test
  void thePlannerTakesTheDeviceForLargeBatchesAndTheHostForSingleEdges() {
    SplittableRandom random = new SplittableRandom(1);
    try (SupervisedEngine gpu = SupervisedEngine.openCuda(EngineOptions.DEFAULT);
        EdgeArray pairs = EdgeArray.narrow()) {
      for (int i = 0; i < 1 << 21; i++) {
        pairs.add(random.nextInt(VERTICES), random.nextInt(VERTICES));
      }
      try (EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(pairs));
          GraphVersion first = graph.latest();
          StandingJob standing =
              StandingJob.start(
                  TriangleCount.total(),
                  first,
                  (whole, job, control) -> gpu.run(whole, job, control, ListingSink.NONE).answer(),
                  gpu.changes(),
                  JobControl.unbounded())) {
        Map<Method, Integer> large = new EnumMap<>(Method.class);
        for (int round = 0; round < 60; round++) {
          large.merge(advance(standing, graph, 50_000, random).method(), 1, Integer::sum);
        }
        Map<Method, Integer> small = new EnumMap<>(Method.class);
        for (int round = 0; round < 60; round++) {
          small.merge(advance(standing, graph, 1, random).method(), 1, Integer::sum);
        }
        try (GraphVersion last = graph.latest()) {
          assertThat(HostChangeDevice.total(standing.answer()))
              .isEqualTo(
                  HostChangeDevice.total(gpu.run(last.prepared(), TriangleCount.total()).answer()));
        }
        assertThat(large.getOrDefault(Method.DEVICE, 0)).as("of 50,000: %s", large).isPositive();
        assertThat(small.getOrDefault(Method.INCREMENTAL, 0))
            .as("of one: %s", small)
            .isGreaterThan(30);
      }
    }
  }

  private static Advance advance(
      StandingJob standing, EvolvingGraph graph, int changes, SplittableRandom random) {
    EdgeBatch batch = FollowedStreams.batch(random, VERTICES, changes);
    try (GraphVersion version = graph.apply(batch).version()) {
      return standing.advance(version, JobControl.unbounded());
    }
  }
}
