package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RandomGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several devices, each in a process of its own, answer as one; here the host's engine is each. */
@Timeout(240)
final class DeviceGroupEngineTest {
  private static final int DEVICES = 3;

  private static DeviceGroupEngine engine;
  private static CpuEngine here;
  private static List<ProcessHandle> before;

  @BeforeAll
  static void open() {
    here = new CpuEngine(2);
    before = ProcessHandle.current().children().toList();
    EngineOptions oneThread = EngineOptions.DEFAULT.withThreads(1);
    engine =
        DeviceGroupEngine.open(
            HostAsDevice.POLICY,
            CpuSharingService.class,
            new CpuSharing(here.parts().orElseThrow()),
            List.of(oneThread, oneThread, oneThread),
            0);
  }

  @AfterAll
  static void close() {
    engine.close();
    here.close();
  }

  private static List<ProcessHandle> processes() {
    List<ProcessHandle> now = new ArrayList<>(ProcessHandle.current().children().toList());
    now.removeAll(before);
    return now;
  }

  private static List<Job> jobs() {
    return List.of(
        TriangleCount.total(),
        new TriangleCount(true, true, true, Optional.empty()),
        KCliqueCount.range(3, 6),
        KCliqueCount.all(),
        KCliqueCount.local(4, true, true),
        MaximalCliques.count(),
        MaximumClique.one(),
        MaximumClique.all(1_000),
        new MotifCensus(4),
        new CoreDecomposition(true),
        new CliqueListing(3, 1_000),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0,0-2"), Induced.VERTEX));
  }

  @Test
  void everyJobIsAnsweredAsByOneDevice() {
    int divided = 0;
    for (long seed = 0; seed < 25; seed++) {
      RandomGraph random = RandomGraph.of(seed, 24);
      try (var graph = PreparedGraph.of(random.build())) {
        for (Job job : jobs()) {
          JobOutcome outcome = engine.run(graph, job);
          divided += outcome.plan().getOrDefault("devices", "1").equals("1") ? 0 : 1;
          assertThat(outcome.answer())
              .as("%s on %s", job, random)
              .usingRecursiveComparison(AnswersByParts.BY_COUNTS)
              .isEqualTo(here.run(graph, job).answer());
        }
      }
    }
    assertThat(divided).isPositive();
  }

  @Test
  void aDeviceThatCouldNotBeOpenedWasAWarningAndNoDevice() {
    try (DeviceGroupEngine group =
            DeviceGroupEngine.open(
                HostAsDevice.POLICY,
                AbsentDeviceService.class,
                new CpuSharing(here.parts().orElseThrow()),
                List.of(
                    EngineOptions.DEFAULT.withThreads(1),
                    EngineOptions.DEFAULT.withThreads(1).withDevice(1)),
                0);
        var graph = PreparedGraph.of(RandomGraph.of(3, 20).build())) {
      assertThat(group.devices())
          .singleElement() // the host's engine as a device tells nothing of itself
          .satisfies(
              absent -> {
                assertThat(absent.ready()).isFalse();
                assertThat(absent.name()).isEqualTo("GPU 1 was not opened: it is taken");
              });
      assertThat(group.run(graph, TriangleCount.total()).answer())
          .isEqualTo(here.run(graph, TriangleCount.total()).answer());
    }
  }

  @Test
  void jobsSideBySideDoNotMixTheirPieces() {
    try (var one = PreparedGraph.of(RandomGraph.of(1, 60).build());
        var other = PreparedGraph.of(RandomGraph.of(2, 60).build())) {
      var wanted = here.run(one, new MotifCensus(4)).answer();
      var wantedOther = here.run(other, KCliqueCount.all()).answer();
      for (int round = 0; round < 10; round++) {
        var first = CompletableFuture.supplyAsync(() -> engine.run(one, new MotifCensus(4)));
        var second = CompletableFuture.supplyAsync(() -> engine.run(other, KCliqueCount.all()));
        assertThat(first.join().answer()).isEqualTo(wanted);
        assertThat(second.join().answer()).isEqualTo(wantedOther);
      }
    }
  }

  @Test
  void aJobOutlivesTheDeathOfAnyDeviceThatHasPieces() {
    try (var graph = PreparedGraph.of(RandomGraph.of(7, 400).build())) {
      outlivesTheDeathOfAnyDevice(graph, new MotifCensus(5));
    }
    try (var graph = PreparedGraph.of(AnswersByParts.skewed(3, 3_000, 200_000))) {
      outlivesTheDeathOfAnyDevice(graph, KCliqueCount.local(6, true, true));
    }
  }

  private static void outlivesTheDeathOfAnyDevice(PreparedGraph graph, Job job) {
    var wanted = here.run(graph, job).answer();
    for (int victim = 0; victim < DEVICES; victim++) {
      JobControl control = JobControl.unbounded();
      var running =
          CompletableFuture.supplyAsync(() -> engine.run(graph, job, control, ListingSink.NONE));
      while (control.progress().fraction() < 0.02 && !running.isDone()) {
        Thread.onSpinWait();
      }
      List<ProcessHandle> processes = processes();
      processes.get(victim % processes.size()).destroyForcibly();
      JobOutcome outcome = running.join();
      assertThat(outcome.answer())
          .as("%s", job)
          .usingRecursiveComparison(AnswersByParts.BY_COUNTS)
          .isEqualTo(wanted);
    }
  }

  @Test
  void aJobThatIsStoppedStopsOnEveryDevice() {
    try (var graph = PreparedGraph.of(RandomGraph.of(7, 400).build())) {
      JobControl control = JobControl.within(Duration.ofMillis(50));
      assertThatThrownBy(() -> engine.run(graph, new MotifCensus(6), control, ListingSink.NONE))
          .isInstanceOf(StoppedException.class);
      assertThat(engine.run(graph, TriangleCount.total()).answer())
          .isEqualTo(here.run(graph, TriangleCount.total()).answer());
    }
  }

  @Test
  void aDeviceThatHasTheGraphBeginsAndABusyOneGivesWay() {
    DeviceChoice choice = new DeviceChoice(2, 4);
    try (var graph = PreparedGraph.of(RandomGraph.of(1, 10).build())) {
      assertThat(choice.enter(graph.graph(), _ -> true)).isZero();
      assertThat(choice.enter(graph.graph(), _ -> true)).isZero();
      assertThat(choice.enter(graph.graph(), _ -> true)).isZero();
      assertThat(choice.enter(graph.graph(), _ -> true)).isEqualTo(1);
      choice.leave(0);
      choice.leave(0);
      assertThat(choice.enter(graph.graph(), device -> device == 1)).isEqualTo(1);
    }
  }
}
