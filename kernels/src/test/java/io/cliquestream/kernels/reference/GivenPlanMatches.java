package io.cliquestream.kernels.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.graph.PreparedGraph;
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

/** Holds matches along plans that a job gives against brute force. */
public final class GivenPlanMatches {
  /** Whatever matches patterns. */
  @FunctionalInterface
  public interface Matching {
    /** Runs a job. */
    Answer.Matches run(PreparedGraph graph, PatternMatch job, ListingSink sink);
  }

  private GivenPlanMatches() {}

  /**
   * Every connected order of every pattern of a size, with the compiler's restrictions and with
   * none.
   *
   * @param vertices most vertices of a graph
   */
  public static void requireEveryOrder(Matching matching, int size, long firstSeed, int vertices) {
    long seed = firstSeed;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      RandomGraph random = RandomGraph.of(seed++, GraphFamily.MEDIUM, vertices);
      try (var graph = PreparedGraph.of(random.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        for (Induced induced : Induced.values()) {
          long expected = reference.matches(pattern, induced);
          for (List<Integer> order : GivenPlans.connectedOrders(pattern)) {
            for (PlanChoice choice :
                List.of(
                    new PlanChoice(order, Optional.empty()),
                    new PlanChoice(order, Optional.of(List.of())))) {
              PatternMatch job = PatternMatch.count(pattern, induced).with(choice);
              assertThat(matching.run(graph, job, ListingSink.NONE).matches())
                  .as("%s in %s", job, random)
                  .isEqualTo(BigInteger.valueOf(expected));
            }
          }
        }
      }
    }
  }

  /**
   * Valid restrictions for every pattern of a size, counted and listed.
   *
   * @param vertices most vertices of a graph
   * @param wanted choices for each pattern
   */
  public static void requireRestrictions(
      Matching matching, int size, long firstSeed, int vertices, int wanted) {
    Random random = new Random(size);
    long seed = firstSeed;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      RandomGraph drawn = RandomGraph.of(seed++, GraphFamily.MEDIUM, vertices);
      try (var graph = PreparedGraph.of(drawn.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        for (PlanChoice choice : GivenPlans.validRestrictions(pattern, random, wanted)) {
          for (Induced induced : Induced.values()) {
            BigInteger expected = BigInteger.valueOf(reference.matches(pattern, induced));
            PatternMatch count = PatternMatch.count(pattern, induced).with(choice);
            assertThat(matching.run(graph, count, ListingSink.NONE).matches())
                .as("%s in %s", count, drawn)
                .isEqualTo(expected);
            List<int[]> listed = new ArrayList<>();
            PatternMatch list = new PatternMatch(pattern, induced, true, Long.MAX_VALUE, choice);
            assertThat(matching.run(graph, list, listed::add))
                .as("%s in %s", list, drawn)
                .isEqualTo(new Answer.Matches(expected, true));
            assertThat(listed)
                .as("%s in %s", list, drawn)
                .allMatch(found -> reference.isMatch(pattern, induced, found))
                .extracting(Arrays::toString)
                .doesNotHaveDuplicates();
          }
        }
      }
    }
  }
}
