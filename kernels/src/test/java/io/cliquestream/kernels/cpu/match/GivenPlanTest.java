package io.cliquestream.kernels.cpu.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import io.cliquestream.kernels.pattern.GraphStatistics;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan that a job gives changes how matches are found, never which. */
final class GivenPlanTest {
  private static final CpuScheduler SCHEDULER = new CpuScheduler(2);

  @AfterAll
  static void stop() {
    SCHEDULER.close();
  }

  private static Answer.Matches match(PreparedGraph graph, PatternMatch job, ListingSink sink) {
    CpuJobRun run = new CpuJobRun(graph, JobControl.unbounded(), sink, SCHEDULER);
    return (Answer.Matches) CpuPatternMatch.run(job, run);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyConnectedOrderOfEveryPatternGivesTheSameMatches(int size) {
    long seed = size;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      RandomGraph random = RandomGraph.of(seed++, GraphFamily.MEDIUM, 8);
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
    long seed = 100L * size;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      RandomGraph drawn = RandomGraph.of(seed++, GraphFamily.MEDIUM, size == 6 ? 8 : 9);
      try (var graph = PreparedGraph.of(drawn.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        for (PlanChoice choice : GivenPlans.validRestrictions(pattern, random, size == 6 ? 1 : 4)) {
          for (Induced induced : Induced.values()) {
            PatternMatch count = PatternMatch.count(pattern, induced).with(choice);
            long expected = reference.matches(pattern, induced);
            assertThat(match(graph, count, ListingSink.NONE).matches())
                .as("%s in %s", count, drawn)
                .isEqualTo(BigInteger.valueOf(expected));
            List<int[]> listed = new ArrayList<>();
            PatternMatch list = new PatternMatch(pattern, induced, true, Long.MAX_VALUE, choice);
            assertThat(match(graph, list, listed::add))
                .as("%s in %s", list, drawn)
                .isEqualTo(new Answer.Matches(BigInteger.valueOf(expected), true));
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

  @Test
  void aGivenOrderIsFollowedAndShown() {
    try (CpuEngine engine = new CpuEngine(1);
        var graph = PreparedGraph.of(RandomGraph.of(3, GraphFamily.MEDIUM, 12).build())) {
      PatternMatch house = PatternMatch.count(Motif.HOUSE.pattern(), Induced.EDGE);
      assertThat(engine.run(graph, house).plan()).containsEntry("method", "formulas");
      PlanChoice choice = new PlanChoice(List.of(3, 2, 0, 1, 4), Optional.empty());
      var outcome = engine.run(graph, house.with(choice));
      assertThat(outcome.plan()).containsEntry("method", "plan");
      assertThat(outcome.plan().get("plan")).contains("order 3,2,0,1,4; restrictions ");
      assertThat(outcome.answer()).isEqualTo(engine.run(graph, house).answer());
    }
  }

  @Test
  void restrictionsWithoutAnOrderGetOneThatBindsTheirFirstVertexFirst() {
    Pattern wedge = Pattern.parse("0-1,0-2");
    PlanChoice choice = new PlanChoice(List.of(), Optional.of(List.of(new Restriction(1, 2))));
    for (Induced induced : Induced.values()) {
      MatchingPlan plan =
          PlanCompiler.of(PatternMatch.count(wedge, induced).with(choice), GraphStatistics.TYPICAL);
      assertThat(plan.order().indexOf(1)).isLessThan(plan.order().indexOf(2));
    }
  }
}
