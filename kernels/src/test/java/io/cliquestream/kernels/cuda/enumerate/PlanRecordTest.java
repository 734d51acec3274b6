package io.cliquestream.kernels.cuda.enumerate;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.pattern.GraphSample;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanRecordTest {
  private static void assertFits(Pattern pattern) {
    for (Induced induced : Induced.values()) {
      assertThat(PlanRecord.fits(PlanCompiler.counting(pattern, induced, GraphSample.TYPICAL)))
          .as("counting %s %s", pattern, induced)
          .isTrue();
      assertThat(PlanRecord.fits(PlanCompiler.listing(pattern, induced, GraphSample.TYPICAL)))
          .as("listing %s %s", pattern, induced)
          .isTrue();
    }
  }

  @Test
  void plansOfAllPatternsOfUpToSixVerticesFit() {
    for (int size = 2; size <= 6; size++) {
      ConnectedPatterns.ofSize(size).forEach(PlanRecordTest::assertFits);
    }
  }

  @Test
  void onlyCountsOfHousesAndOfCyclesOfFourAndFiveVerticesAreLeftToWedges() {
    for (int size = 3; size <= 6; size++) {
      for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
        boolean cycle =
            pattern.edgeCount() == size
                && IntStream.range(0, size).allMatch(v -> Integer.bitCount(pattern.row(v)) == 2);
        boolean house = Motif.of(pattern).equals(Optional.of(Motif.HOUSE));
        MatchingPlan counting = PlanCompiler.counting(pattern, Induced.EDGE, GraphSample.TYPICAL);
        assertThat(PlanRecord.countedByWedges(counting))
            .as("counting %s", pattern)
            .isEqualTo((cycle && (size == 4 || size == 5)) || house);
        assertThat(
                PlanRecord.countedByWedges(
                    PlanCompiler.counting(pattern, Induced.VERTEX, GraphSample.TYPICAL)))
            .as("induced %s", pattern)
            .isFalse();
        assertThat(
                PlanRecord.countedByWedges(
                    PlanCompiler.listing(pattern, Induced.EDGE, GraphSample.TYPICAL)))
            .as("listing %s", pattern)
            .isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void plansOfLargerPatternsFit(long seed) {
    Random random = new Random(seed);
    int vertices = 7 + (int) (seed % 2);
    int[] ends = new int[2 * (vertices - 1 + random.nextInt(8))];
    for (int i = 0; i < ends.length / 2; i++) {
      int v = i < vertices - 1 ? i + 1 : 1 + random.nextInt(vertices - 1);
      ends[2 * i] = v;
      ends[2 * i + 1] = random.nextInt(v);
    }
    assertFits(Pattern.of(ends));
  }

  @ParameterizedTest
  @EnumSource(names = {"CYCLE_5", "HOUSE"})
  void whatIsCountedByWedgesIsCountedAlongAPlanThatIsGiven(Motif motif) {
    PatternMatch job = PatternMatch.count(motif.pattern(), Induced.EDGE);
    assertThat(PlanRecord.countedByWedges(PlanCompiler.of(job, GraphSample.TYPICAL))).isTrue();
    PlanChoice given = new PlanChoice(List.of(0, 1, 2, 3, 4), Optional.empty());
    assertThat(PlanRecord.countedByWedges(PlanCompiler.of(job.with(given), GraphSample.TYPICAL)))
        .isFalse();
  }
}
