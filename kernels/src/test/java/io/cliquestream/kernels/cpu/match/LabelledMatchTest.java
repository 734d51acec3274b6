package io.cliquestream.kernels.cpu.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.reference.LabelledMatches;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.List;
import java.util.Optional;
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

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyLabelledPatternIsCountedAndListedAsByBruteForce(int size) {
    LabelledMatches.requireEveryPattern(ENGINE, size, 24, 10);
  }

  @Test
  void labelsAndGivenOrdersGoTogether() {
    LabelledMatches.requireEveryOrder(ENGINE);
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
