package io.cliquestream.kernels.change.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.memory.LiveMemory;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A copy on a device follows its graph, serves jobs on different versions, and may go any time. */
final class DeviceCopyTest {
  private static final int VERTICES = 300;

  @Test
  void jobsAtTheirOwnPaceShareACopyThatGoesBackAndForth() {
    long before = LiveMemory.settledBytes();
    try (HostChangeDevice device = new HostChangeDevice()) {
      DeviceCopies copies = new DeviceCopies(device);
      for (var jobs :
          List.of(
              FollowedStreams.triangles(), FollowedStreams.cliques(), FollowedStreams.patterns())) {
        long made =
            FollowedStreams.follow(
                0, FollowedStreams.STREAMS, 16, jobs, copies, FollowedStreams.Beside.NOTHING);
        assertThat(made).isGreaterThan(FollowedStreams.STREAMS * jobs.size() * 3);
      }
      assertThat(device.held()).isZero();
    }
    LiveMemory.assertBackTo(before);
  }

  @Test
  void theHostAnswersWhereTheDeviceFailsForgetsOrIsNotThere() {
    try (HostChangeDevice device = new HostChangeDevice()) {
      DeviceCopies copies = new DeviceCopies(device);
      FollowedStreams.Beside trouble =
          (round, random) -> {
            device.ready(random.nextInt(6) > 0);
            switch (random.nextInt(10)) {
              case 0 -> device.failNext(1);
              case 1 -> device.forgetAll();
              default -> device.failNext(0);
            }
          };
      long made =
          FollowedStreams.follow(
              1_000, 2 * FollowedStreams.STREAMS, 16, FollowedStreams.triangles(), copies, trouble);
      assertThat(made).isPositive();
      assertThat(device.held()).isZero();
    }
  }

  private static EvolvingGraph graph(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (EdgeArray pairs = EdgeArray.narrow()) {
      for (int i = 0; i < 8 * VERTICES; i++) {
        pairs.add(random.nextInt(VERTICES), random.nextInt(VERTICES));
      }
      return EvolvingGraph.of(GraphBuilder.build(pairs));
    }
  }

  private static GraphVersion next(EvolvingGraph graph, SplittableRandom random, int changes) {
    EdgeBatch batch = FollowedStreams.batch(random, VERTICES, changes);
    return graph.apply(batch).version();
  }

  private static StandingJob standing(GraphVersion first, CpuEngine engine, DeviceCopies copies) {
    return StandingJob.start(
        TriangleCount.total(),
        first,
        (whole, job, control) -> engine.run(whole, job, control, ListingSink.NONE).answer(),
        Optional.of(copies),
        JobControl.unbounded());
  }

  /**
   * It counts the changes, too, as it does not know the total before: no stop ends those kernels.
   */
  @Test
  void aBatchThatTheWholeGraphMadeLookShortWasSentHoweverLongItsChangesTake() {
    WholeCosts nothing = new WholeCosts(0, 0, List.of());
    for (double most : new double[] {1_000, 1e12}) {
      try (HostChangeDevice device =
              new HostChangeDevice(new DeviceCosts(1, 1, 1, 1, most, 1_000, nothing));
          CpuEngine engine = new CpuEngine(1);
          EvolvingGraph graph = graph(7);
          GraphVersion first = graph.latest();
          StandingJob standing = standing(first, engine, new DeviceCopies(device));
          GraphVersion version = next(graph, new SplittableRandom(8), 200)) {
        var advance = standing.advance(version, JobControl.unbounded(), Optional.of(Method.DEVICE));
        assertThat(advance.method() == Method.DEVICE).isEqualTo(most > 1_000);
        assertThat(device.counts()).isEqualTo(most > 1_000 ? 1 : 0);
      }
    }
  }

  @Test
  void aGraphIsLoadedOnceWhatItWouldHaveSavedIsWorthIt() {
    try (HostChangeDevice device = new HostChangeDevice();
        CpuEngine engine = new CpuEngine(1);
        EvolvingGraph graph = graph(1);
        GraphVersion first = graph.latest()) {
      DeviceCopies copies = new DeviceCopies(device);
      SplittableRandom random = new SplittableRandom(2);
      StandingJob standing = standing(first, engine, copies);
      int onDevice = 0;
      for (int round = 0; round < 40; round++) {
        try (GraphVersion version = next(graph, random, 60)) {
          var advance = standing.advance(version, JobControl.unbounded());
          onDevice += advance.method() == Method.DEVICE ? 1 : 0;
          assertThat(advance.plan()).containsKey("predicted-device-ms");
          assertThat(HostChangeDevice.total(standing.answer()))
              .isEqualTo(
                  HostChangeDevice.total(
                      engine.run(version.prepared(), TriangleCount.total()).answer()));
        }
      }
      assertThat(device.loads()).isEqualTo(1);
      assertThat(onDevice).isPositive();
      standing.close();
      assertThat(device.held()).isZero();
    }
  }

  @Test
  void afterSomeFailuresTheDeviceIsNotAskedAboutTheGraphAgain() {
    try (HostChangeDevice device = new HostChangeDevice();
        CpuEngine engine = new CpuEngine(1);
        EvolvingGraph graph = graph(3);
        GraphVersion first = graph.latest();
        StandingJob standing = standing(first, engine, new DeviceCopies(device))) {
      SplittableRandom random = new SplittableRandom(4);
      device.failNext(Integer.MAX_VALUE);
      for (int round = 0; round < 8; round++) {
        try (GraphVersion version = next(graph, random, 30)) {
          var advance =
              standing.advance(version, JobControl.unbounded(), Optional.of(Method.DEVICE));
          assertThat(advance.method()).isNotEqualTo(Method.DEVICE);
          assertThat(advance.plan().containsKey("predicted-device-ms")).isEqualTo(round < 4);
        }
      }
      assertThat(device.held()).isZero();
    }
  }

  @Test
  void aStoppedJobIsStoppedAndItsAnswerStandsWhereItStood() {
    try (HostChangeDevice device = new HostChangeDevice();
        CpuEngine engine = new CpuEngine(1);
        EvolvingGraph graph = graph(5);
        GraphVersion first = graph.latest();
        StandingJob standing = standing(first, engine, new DeviceCopies(device));
        GraphVersion version = next(graph, new SplittableRandom(6), 30)) {
      JobControl stopped = JobControl.unbounded();
      stopped.cancel("a test");
      assertThatThrownBy(() -> standing.advance(version, stopped, Optional.of(Method.DEVICE)))
          .isInstanceOf(StoppedException.class);
      assertThat(standing.sequence()).isZero();
      assertThat(
              standing
                  .advance(version, JobControl.unbounded(), Optional.of(Method.DEVICE))
                  .method())
          .isEqualTo(Method.DEVICE);
    }
  }
}
