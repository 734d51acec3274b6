package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.DevicePlan;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.reference.RandomGraph;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Parts of jobs on devices that share nothing, each in a process of its own, make what one gives;
 * here the host's engine is each device.
 */
@Timeout(300)
final class DevicePartsTest {
  private static CpuEngine here;
  private static List<SupervisedEngine> devices;
  private static List<DeviceParts> parts;

  @BeforeAll
  static void open() {
    here = new CpuEngine(2);
    devices = List.of(HostAsDevice.supervised(here), HostAsDevice.supervised(here));
    parts = devices.stream().map(device -> device.deviceParts().orElseThrow()).toList();
  }

  @AfterAll
  static void close() {
    devices.forEach(SupervisedEngine::close);
    here.close();
  }

  private static List<Job> jobs() {
    return List.of(
        TriangleCount.total(),
        new TriangleCount(true, true, true, Optional.empty()),
        KCliqueCount.range(4, 4),
        KCliqueCount.range(3, 6),
        KCliqueCount.all(),
        KCliqueCount.local(4, true, true),
        MaximalCliques.count(),
        MaximumClique.one(),
        new MotifCensus(4),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0,0-2"), Induced.VERTEX));
  }

  private static DeviceParts any(Random random) {
    return parts.get(random.nextInt(parts.size()));
  }

  @Test
  void everyJobCutInOneToEightIsAnsweredAsInOnePiece() {
    int cut = 0;
    for (long seed = 0; seed < 40; seed++) {
      RandomGraph drawn = RandomGraph.of(seed, 24);
      Random random = new Random(seed);
      try (var graph = PreparedGraph.of(drawn.build())) {
        for (Job job : jobs()) {
          int wanted = 1 + (int) (seed % 8);
          BegunJob begun =
              any(random).begin(graph, job, CutRule.into(wanted), JobControl.unbounded());
          Answer answer;
          if (begun.plan().isPresent()) {
            PartPlan plan = begun.plan().get();
            assertThat(plan.parts()).hasSize(wanted);
            answer = AnswersByParts.of(() -> any(random), graph, job, plan, random);
            cut++;
          } else {
            answer = begun.outcome().orElseThrow().answer();
          }
          assertThat(AnswersByParts.comparable(answer))
              .as("%s on %s", job, drawn)
              .usingRecursiveComparison(AnswersByParts.BY_COUNTS)
              .isEqualTo(AnswersByParts.comparable(here.run(graph, job).answer()));
        }
      }
    }
    assertThat(cut).isGreaterThan(100);
  }

  @Test
  void aJobThatIsShorterThanTheRuleIsDoneAndOneThatListsIsLeft() {
    try (var graph = PreparedGraph.of(RandomGraph.of(1, 60).build())) {
      // The host as a device predicts a tenth of a second of whatever it is given.
      CutRule hours = new CutRule(1e13, 1e9, 2, 64, 0);
      BegunJob done =
          parts.getFirst().begin(graph, new MotifCensus(4), hours, JobControl.unbounded());
      assertThat(done.plan()).isEmpty();
      assertThat(done.outcome().orElseThrow().answer())
          .isEqualTo(here.run(graph, new MotifCensus(4)).answer());
      CutRule tenths = new CutRule(5e7, 1e7, 2, 64, 0);
      PartPlan plan =
          parts
              .getFirst()
              .begin(graph, new MotifCensus(4), tenths, JobControl.unbounded())
              .plan()
              .orElseThrow();
      assertThat(plan.parts()).hasSize(10);
      assertThat(plan.cost()).isBetween(0.99e8, 1.01e8);
      assertThat(
              parts
                  .getFirst()
                  .begin(graph, new CliqueListing(3, 10), tenths, JobControl.unbounded()))
          .isEqualTo(BegunJob.NOT);
      assertThat(
              parts.getFirst().begin(graph, MaximumClique.all(10), tenths, JobControl.unbounded()))
          .isEqualTo(BegunJob.NOT);
    }
  }

  @Test
  void whatWasNotDoneMakesNoAnswer() {
    JobControl control = JobControl.unbounded();
    try (var graph = PreparedGraph.of(RandomGraph.of(1, 60).build())) {
      MotifCensus job = new MotifCensus(4);
      PartPlan plan = parts.getFirst().cut(graph, job, 4, control).orElseThrow();
      PartialSum some = new PartialSum(plan);
      for (Part part : plan.parts().subList(1, 4)) {
        some.add(part.index(), parts.getFirst().run(graph, part, control));
      }
      assertThatThrownBy(() -> parts.getFirst().answer(graph, job, some, control, ListingSink.NONE))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("3 of 4 parts");
      // A device that says that it did its part, and did not.
      some.add(0, PartialAnswer.NOTHING);
      assertThatThrownBy(() -> parts.getFirst().answer(graph, job, some, control, ListingSink.NONE))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("units of phase 0");
      PartialSum silent = new PartialSum(new PartPlan(job, plan.parts(), PartialAnswer.NOTHING));
      plan.parts().forEach(part -> silent.add(part.index(), PartialAnswer.NOTHING));
      assertThatThrownBy(
              () -> parts.getFirst().answer(graph, job, silent, control, ListingSink.NONE))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("do not say");
      SortedMap<String, BigInteger> twice = new TreeMap<>();
      plan.initial().sums().forEach((name, sum) -> twice.put(name, sum.add(BigInteger.ONE)));
      PartialSum more =
          new PartialSum(new PartPlan(job, plan.parts(), PartialAnswer.ofSums(twice)));
      plan.parts()
          .forEach(part -> more.add(part.index(), parts.getFirst().run(graph, part, control)));
      assertThatThrownBy(() -> parts.getFirst().answer(graph, job, more, control, ListingSink.NONE))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("left -1 units");
    }
  }

  @Test
  void aPartForAnotherModelIsRefused() {
    try (var graph = PreparedGraph.of(RandomGraph.of(1, 60).build())) {
      DevicePlan other = new DevicePlan("another model", "parts", 8);
      Part part =
          new Part(TriangleCount.total(), 0, new RootRange(0, 8), 0, 0, 1, Optional.of(other));
      assertThatThrownBy(() -> parts.getFirst().run(graph, part, JobControl.unbounded()))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE));
      assertThat(here.deviceParts()).isEmpty();
    }
  }

  @Test
  void aPartOutlivesTheDeathOfItsDeviceAndStopsWhenItIsTold() {
    JobControl control = JobControl.unbounded();
    try (var graph = PreparedGraph.of(RandomGraph.of(7, 400).build())) {
      MotifCensus job = new MotifCensus(5);
      PartPlan plan = parts.getFirst().cut(graph, job, 2, control).orElseThrow();
      PartialSum sum = new PartialSum(plan);
      for (Part part : plan.parts()) {
        JobControl own = JobControl.unbounded();
        var running = CompletableFuture.supplyAsync(() -> parts.getFirst().run(graph, part, own));
        while (own.progress().fraction() < 0.02 && !running.isDone()) {
          Thread.onSpinWait();
        }
        ProcessHandle.of(devices.getFirst().pid()).ifPresent(ProcessHandle::destroyForcibly);
        sum.add(part.index(), running.join());
      }
      assertThat(parts.getLast().answer(graph, job, sum, control, ListingSink.NONE))
          .isEqualTo(here.run(graph, job).answer());
      JobControl late = JobControl.within(Duration.ofMillis(50));
      PartPlan long6 = parts.getLast().cut(graph, new MotifCensus(6), 2, control).orElseThrow();
      assertThatThrownBy(() -> parts.getLast().run(graph, long6.parts().getFirst(), late))
          .isInstanceOf(StoppedException.class);
    }
  }
}
