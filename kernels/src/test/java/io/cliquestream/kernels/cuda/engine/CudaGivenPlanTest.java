package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.GivenPlans;
import io.cliquestream.kernels.reference.GraphFamily;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The GPU along plans that a job gives, against brute force. */
@Tag("gpu")
final class CudaGivenPlanTest {
  private static CudaEngine gpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  private static Answer.Matches match(PreparedGraph graph, PatternMatch job, ListingSink sink) {
    return (Answer.Matches) gpu.run(graph, job, JobControl.unbounded(), sink).answer();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyConnectedOrderOfEveryPatternGivesTheSameCount(int size) {
    long seed = 50L + size;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      RandomGraph random = RandomGraph.of(seed++, GraphFamily.MEDIUM, 10);
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
              assertThat(match(graph, job, ListingSink.NONE).matches())
                  .as("%s in %s", job, random)
                  .isEqualTo(BigInteger.valueOf(expected));
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void validRestrictionsCountAndListEveryMatchOnce(int size) {
    Random random = new Random(size);
    long seed = 1_000L * size;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      RandomGraph drawn = RandomGraph.of(seed++, GraphFamily.MEDIUM, 9);
      try (var graph = PreparedGraph.of(drawn.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        for (PlanChoice choice : GivenPlans.validRestrictions(pattern, random, 1)) {
          for (Induced induced : Induced.values()) {
            BigInteger expected = BigInteger.valueOf(reference.matches(pattern, induced));
            PatternMatch count = PatternMatch.count(pattern, induced).with(choice);
            assertThat(match(graph, count, ListingSink.NONE).matches())
                .as("%s in %s", count, drawn)
                .isEqualTo(expected);
            List<int[]> listed = new ArrayList<>();
            PatternMatch list = new PatternMatch(pattern, induced, true, Long.MAX_VALUE, choice);
            assertThat(match(graph, list, listed::add))
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
