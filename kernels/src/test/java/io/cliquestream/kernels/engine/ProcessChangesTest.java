package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.change.device.FollowedStreams;
import io.cliquestream.kernels.cuda.process.ProcessPolicies;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes that are counted in an engine's process, which may be killed in the middle. */
@Timeout(300)
final class ProcessChangesTest {
  private static final ProcessPolicy POLICY =
      ProcessPolicies.of(
          3,
          8,
          100,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          16,
          List.of("-Xmx256m", "-XX:+UseSerialGC"));

  private static SupervisedEngine open() {
    return SupervisedEngine.open(
        EngineKind.CUDA, POLICY, HostChangesService.class, EngineOptions.DEFAULT.withThreads(1));
  }

  @Test
  void answersFollowThroughTheProcess() {
    try (SupervisedEngine engine = open()) {
      var copies = engine.changes().orElseThrow();
      long made =
          FollowedStreams.follow(
              0, 12, 16, FollowedStreams.triangles(), copies, FollowedStreams.Beside.NOTHING);
      made +=
          FollowedStreams.follow(
              20, 6, 14, FollowedStreams.patterns(), copies, FollowedStreams.Beside.NOTHING);
      assertThat(made).isGreaterThan(200);
    }
  }

  @Test
  void aKilledProcessTakesItsCopiesAndTheAnswersGoOn() {
    try (SupervisedEngine engine = open()) {
      int[] calls = {0};
      FollowedStreams.Beside kills =
          (round, random) -> {
            if (++calls[0] % 25 == 0) {
              FollowedStreams.kill(engine.pid());
            }
          };
      long made =
          FollowedStreams.follow(
              40, 8, 16, FollowedStreams.cliques(), engine.changes().orElseThrow(), kills);
      assertThat(calls[0]).isGreaterThan(100);
      assertThat(made).isPositive();
    }
  }
}
