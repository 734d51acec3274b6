package io.cliquestream.kernels.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LabelSharesTest {
  private static final int VERTICES = 1_000;

  /** A circle with chords; every hundredth vertex has label 7, the others have 3. */
  private static Graph graph() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 0; v < VERTICES; v++) {
        for (int step : new int[] {1, 2, 5, 11}) {
          edges.add(v, (v + step) % VERTICES);
        }
      }
      return GraphBuilder.build(edges);
    }
  }

  private static VertexLabels labels() {
    int[] labels = new int[VERTICES];
    Arrays.setAll(labels, v -> v % 100 == 0 ? 7 : 3);
    return VertexLabels.of(labels);
  }

  private static List<Integer> order(Optional<VertexLabels> labels, Pattern pattern) {
    try (Graph graph = graph()) {
      var job = PatternMatch.count(pattern, Induced.EDGE);
      return PlanExplanation.of(graph, labels, job, JobControl.unbounded())
          .plans()
          .getFirst()
          .order();
    }
  }

  @Test
  void sharesAreThoseOfThePatternsLabels() {
    try (Graph graph = graph()) {
      Pattern pattern = Pattern.parse("0-1,1-2,2-3").withLabels(7, Pattern.ANY_LABEL, 3, 9);
      LabelShares shares = LabelShares.of(graph, labels(), pattern, JobControl.unbounded());
      assertThat(shares.shares()).containsOnlyKeys(3, 7, 9);
      assertThat(shares.of(7).vertices()).isCloseTo(0.01, within(1e-3));
      assertThat(shares.of(7).reached()).isCloseTo(0.01, within(1e-3));
      assertThat(shares.of(3).vertices()).isCloseTo(0.99, within(1e-3));
      assertThat(shares.of(9).vertices()).isPositive().isLessThan(shares.of(7).vertices());
      assertThat(shares.of(Pattern.ANY_LABEL).vertices()).isEqualTo(1);
    }
  }

  @Test
  void anOrderKnewNothingOfARareLabel() {
    // The same labels the other way round, so that no habit of the compiler gives both orders.
    Pattern last = Pattern.parse("0-1,1-2,2-3,3-4").withLabels(3, 3, 3, 3, 7);
    Pattern first = Pattern.parse("0-1,1-2,2-3,3-4").withLabels(7, 3, 3, 3, 3);
    assertThat(order(Optional.of(labels()), last)).startsWith(4);
    assertThat(order(Optional.of(labels()), first)).startsWith(0);
  }

  @Test
  void aPatternWithoutLabelsIsPlannedAsBefore() {
    Pattern house = Pattern.parse("0-1,1-2,2-3,3-0,0-4,1-4,4-5");
    assertThat(order(Optional.of(labels()), house)).isEqualTo(order(Optional.empty(), house));
  }
}
