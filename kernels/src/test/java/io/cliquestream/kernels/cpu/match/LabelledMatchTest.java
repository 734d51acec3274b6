package io.cliquestream.kernels.cpu.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.GivenPlans;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns whose vertices name labels, against brute force. */
final class LabelledMatchTest {
  private static final CpuEngine ENGINE = new CpuEngine(2);

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static int[] labels(int count, int least, int most, Random random) {
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = least + random.nextInt(most - least + 1);
    }
    return labels;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyLabelledPatternIsCountedAndListedAsByBruteForce(int size) {
    Random random = new Random(size);
    long seed = 10L * size;
    for (Pattern shape : ConnectedPatterns.ofSize(size)) {
      for (int round = 0; round < 24; round++) {
        RandomGraph drawn = RandomGraph.of(seed++, 10);
        Graph built = drawn.build();
        int[] of = labels(built.vertexCount(), 0, 2, random);
        try (var graph = PreparedGraph.of(built, VertexLabels.of(of))) {
          Pattern pattern = shape.withLabels(labels(size, Pattern.ANY_LABEL, 2, random));
          var reference = new ReferencePatterns(SmallGraph.of(built), of);
          for (Induced induced : Induced.values()) {
            String about = "%s %s in %s labelled %s";
            about = about.formatted(pattern, induced, drawn, Arrays.toString(of));
            BigInteger expected = BigInteger.valueOf(reference.matches(pattern, induced));
            assertThat(ENGINE.run(graph, PatternMatch.count(pattern, induced)).answer())
                .as(about)
                .isEqualTo(new Answer.Matches(expected, true));
            List<int[]> listed = new ArrayList<>();
            var job = new PatternMatch(pattern, induced, true, Long.MAX_VALUE);
            assertThat(ENGINE.run(graph, job, JobControl.unbounded(), listed::add).answer())
                .as(about)
                .isEqualTo(new Answer.Matches(expected, true));
            assertThat(listed)
                .as(about)
                .allMatch(match -> reference.isMatch(pattern, induced, match))
                .extracting(Arrays::toString)
                .doesNotHaveDuplicates();
          }
        }
      }
    }
  }

  @Test
  void labelsAndGivenOrdersGoTogether() {
    Random random = new Random(5);
    Pattern shape = Pattern.parse("0-1,1-2,2-3,3-0,0-4");
    for (List<Integer> order : GivenPlans.connectedOrders(shape)) {
      RandomGraph drawn = RandomGraph.of(random.nextInt(1_000), 12);
      Graph built = drawn.build();
      int[] of = labels(built.vertexCount(), 0, 1, random);
      try (var graph = PreparedGraph.of(built, VertexLabels.of(of))) {
        Pattern pattern = shape.withLabels(labels(5, Pattern.ANY_LABEL, 1, random));
        var reference = new ReferencePatterns(SmallGraph.of(built), of);
        PatternMatch job =
            PatternMatch.count(pattern, Induced.EDGE).with(new PlanChoice(order, Optional.empty()));
        assertThat(ENGINE.run(graph, job).answer())
            .as("%s in %s labelled %s", job, drawn, Arrays.toString(of))
            .isEqualTo(
                new Answer.Matches(
                    BigInteger.valueOf(reference.matches(pattern, Induced.EDGE)), true));
      }
    }
  }

  @Test
  void restrictionsThatHoldForTheShapeLoseMatchesOfTheLabelledPattern() {
    Pattern wedge = Pattern.parse("0-1,0-2");
    PlanChoice leaves = new PlanChoice(List.of(), Optional.of(PlanChoice.parseRestrictions("1>2")));
    assertThat(PatternMatch.count(wedge, Induced.EDGE).with(leaves).plan()).isEqualTo(leaves);
    Pattern labelled = wedge.withLabels(Pattern.ANY_LABEL, 1, 2);
    assertThatThrownBy(() -> PatternMatch.count(labelled, Induced.EDGE).with(leaves))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("lose");
  }

  @Test
  void labelsThatAreNotThereAreRefused() {
    Pattern labelled = Pattern.parse("0-1,0-2;*,1,2");
    Graph built = RandomGraph.of(1, 9).build();
    try (var graph = PreparedGraph.of(built)) {
      PatternMatch job = PatternMatch.count(labelled, Induced.EDGE);
      assertThatThrownBy(() -> ENGINE.run(graph, job, JobControl.unbounded(), ListingSink.NONE))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
      assertThatThrownBy(() -> PreparedGraph.of(built, VertexLabels.of(1)))
          .isInstanceOf(ComputeException.class);
    }
    assertThatThrownBy(() -> VertexLabels.of(0, -1)).isInstanceOf(ComputeException.class);
  }
}
