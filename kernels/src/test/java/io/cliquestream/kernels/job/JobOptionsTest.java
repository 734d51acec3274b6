package io.cliquestream.kernels.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class JobOptionsTest {
  @Test
  void optionsOutsideTheirBoundsAreRefusedWhenTheJobIsMade() {
    refused(() -> KCliqueCount.of(0));
    refused(() -> KCliqueCount.range(5, 4));
    refused(() -> new KCliqueCount(3, 4, true, Optional.empty(), Optional.empty()));
    refused(
        () ->
            new KCliqueCount(
                3, 4, false, true, Optional.empty(), Optional.empty(), KCliqueTuning.none()));
    refused(
        () ->
            new KCliqueCount(
                4,
                4,
                false,
                true,
                Optional.empty(),
                Optional.empty(),
                KCliqueTuning.of(Map.of("group", 8L))));
    refused(() -> MaximumClique.all(0));
    refused(() -> new MaximalCliques(0, false, 1));
    refused(() -> new MaximalCliques(1, true, 0));
    refused(() -> new MotifCensus(2));
    refused(() -> new MotifCensus(8));
    refused(() -> new PatternMatch(Pattern.of(0, 1), Induced.EDGE, true, 0));
    refused(() -> new CliqueListing(0, 1));
    refused(() -> new CliqueListing(1, 0));
    refused(() -> TriangleTuning.of(Map.of("no-such-choice", 1L)));
    refused(() -> TriangleTuning.of(Map.of("core", 2L)));
    refused(() -> TriangleTuning.of(Map.of("slices", 0L)));
    refused(() -> TriangleTuning.of(Map.of("two-hop-lists", 5L)));
    refused(
        () ->
            TriangleCount.by(TriangleMethod.MERGE, TriangleTuning.of(Map.of("two-hop-lists", 1L))));
    refused(
        () ->
            new TriangleCount(
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                TriangleTuning.of(Map.of("two-hop-lists", 0L))));
    refused(() -> EnumerationTuning.of(Map.of("no-such-choice", 1L)));
    refused(() -> EnumerationTuning.of(Map.of("balance", 5L)));
    refused(() -> EnumerationTuning.of(Map.of("idle-percent", 30L)));
    refused(() -> EnumerationTuning.of(Map.of("balance", 1L, "donations", 2L)));
    refused(() -> EnumerationTuning.of(Map.of("balance", 2L, "idle-percent", 0L)));
    refused(
        () ->
            PatternMatch.count(Pattern.parse("0-1;3,4"), Induced.EDGE)
                .with(EnumerationTuning.of(Map.of("balance", 4L))));
    refused(
        () ->
            new BreadthFirst(
                0,
                BreadthFirst.Orientation.DEGREE,
                BreadthFirst.SubLists.UNSORTED,
                false,
                0,
                BreadthFirst.WindowOrder.INDEX,
                0,
                24,
                false));
    refused(() -> breadthFirst(-1, 0, 0, 0));
    refused(() -> breadthFirst(0, 1L << 32, 0, 0));
    refused(() -> breadthFirst(0, 0, 100_000, 0));
    refused(() -> breadthFirst(0, 0, 0, -1));
    refused(
        () ->
            new MaximumClique(
                false,
                1,
                Optional.empty(),
                Optional.of(CliqueSearch.DEPTH_FIRST),
                breadthFirst(0, 1024, 0, 0)));
    refused(() -> KCliqueTuning.of(Map.of("no-such-choice", 1L)));
    refused(() -> KCliqueTuning.of(Map.of("edges", 2L)));
    refused(
        () ->
            new KCliqueCount(
                4,
                4,
                Optional.empty(),
                Optional.of(Ordering.DEGREE),
                KCliqueTuning.of(Map.of("approximate-order", 1L))));
    refused(() -> KCliqueTuning.of(Map.of("group", 12L)));
    refused(() -> KCliqueTuning.of(Map.of("group", 64L)));
    refused(() -> KCliqueTuning.of(Map.of("paper", 0L, "binary", 1L)));
    refused(() -> KCliqueTuning.of(Map.of("global", 1L, "group", 8L)));
    refused(
        () ->
            new KCliqueCount(
                4,
                4,
                true,
                false,
                Optional.empty(),
                Optional.empty(),
                KCliqueTuning.of(Map.of("paper", 1L))));
    refused(
        () ->
            new TriangleCount(
                true,
                false,
                false,
                Optional.empty(),
                Optional.of(TriangleMethod.MERGE),
                TriangleTuning.none()));
  }

  @Test
  void theWordsOfAChoiceAreItsValuesFromNothingOn() {
    for (TuningChoice choice :
        new TuningChoice[] {
          TriangleTuning.Choice.TWO_HOP_LISTS, EnumerationTuning.Choice.BALANCE
        }) {
      assertThat(choice.range().least()).isZero();
      assertThat(choice.range().words()).hasSize((int) choice.range().most() + 1);
      assertThat(choice.text(choice.range().most())).isEqualTo(choice.range().words().getLast());
    }
    assertThat(TriangleTuning.Choice.SLICES.text(8)).isEqualTo("8");
    var job = TriangleCount.by(TriangleMethod.HASH, TriangleTuning.of(Map.of("two-hop-lists", 4L)));
    assertThat(job.tuning().get(TriangleTuning.Choice.TWO_HOP_LISTS, 0)).isEqualTo(4);
    var weighted =
        EnumerationTuning.of(Map.of("balance", 3L, "idle-percent", 50L, "donations", 2L));
    assertThat(weighted.forced(EnumerationTuning.Choice.DONATIONS)).hasValue(2);
    assertThat(new PatternMatch(Pattern.of(0, 1), Induced.EDGE, true, 9).with(weighted))
        .satisfies(
            match -> {
              assertThat(match.withLimit(3).tuning()).isEqualTo(weighted);
              assertThat(match.with(Pattern.of(0, 1, 1, 2)).tuning()).isEqualTo(weighted);
              assertThat(match.with(PlanChoice.COMPILED).tuning()).isEqualTo(weighted);
            });
  }

  private static BreadthFirst breadthFirst(
      long seeds, long window, int windowsAtOnce, long colorFrom) {
    return new BreadthFirst(
        seeds,
        BreadthFirst.Orientation.DEGREE,
        BreadthFirst.SubLists.RISING_DEGREE,
        false,
        window,
        BreadthFirst.WindowOrder.INDEX,
        windowsAtOnce,
        colorFrom);
  }

  private static void refused(ThrowingCallable making) {
    assertThatThrownBy(making)
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
  }
}
