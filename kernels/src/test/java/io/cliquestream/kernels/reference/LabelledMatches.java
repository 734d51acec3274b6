package io.cliquestream.kernels.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Holds an engine's matches of labelled patterns against brute force. */
public final class LabelledMatches {
  private LabelledMatches() {}

  /** Labels drawn from a range. */
  public static int[] labels(int count, int least, int most, Random random) {
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = least + random.nextInt(most - least + 1);
    }
    return labels;
  }

  /**
   * Every connected pattern of a size, counted and listed under random labels.
   *
   * @param rounds graphs of each pattern
   * @param vertices most vertices of a graph
   */
  public static void requireEveryPattern(Engine engine, int size, long rounds, int vertices) {
    Random random = new Random(size);
    long seed = 10L * size;
    for (Pattern shape : ConnectedPatterns.ofSize(size)) {
      for (int round = 0; round < rounds; round++) {
        RandomGraph drawn = RandomGraph.of(seed++, vertices);
        Graph built = drawn.build();
        int[] of = labels(built.vertexCount(), 0, 2, random);
        try (var graph = PreparedGraph.of(built, VertexLabels.of(of))) {
          Pattern pattern = shape.withLabels(labels(size, Pattern.ANY_LABEL, 2, random));
          var reference = new ReferencePatterns(SmallGraph.of(built), of);
          for (Induced induced : Induced.values()) {
            String about = "%s %s in %s labelled %s";
            about = about.formatted(pattern, induced, drawn, Arrays.toString(of));
            BigInteger expected = BigInteger.valueOf(reference.matches(pattern, induced));
            assertThat(engine.run(graph, PatternMatch.count(pattern, induced)).answer())
                .as(about)
                .isEqualTo(new Answer.Matches(expected, true));
            List<int[]> listed = new ArrayList<>();
            var job = new PatternMatch(pattern, induced, true, Long.MAX_VALUE);
            assertThat(engine.run(graph, job, JobControl.unbounded(), listed::add).answer())
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

  /** Every connected order of a labelled square with a leaf, given as the plan. */
  public static void requireEveryOrder(Engine engine) {
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
        assertThat(engine.run(graph, job).answer())
            .as("%s in %s labelled %s", job, drawn, Arrays.toString(of))
            .isEqualTo(
                new Answer.Matches(
                    BigInteger.valueOf(reference.matches(pattern, Induced.EDGE)), true));
      }
    }
  }
}
