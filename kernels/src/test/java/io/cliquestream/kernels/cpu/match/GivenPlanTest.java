package io.cliquestream.kernels.cpu.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import io.cliquestream.kernels.pattern.GraphSample;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
import io.cliquestream.kernels.reference.GivenPlanMatches;
import io.cliquestream.kernels.reference.GraphFamily;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.List;
import java.util.Optional;
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
    GivenPlanMatches.requireEveryOrder(GivenPlanTest::match, size, size, 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void validRestrictionsCountAndListEveryMatchOnce(int size) {
    GivenPlanMatches.requireRestrictions(
        GivenPlanTest::match, size, 100L * size, size == 6 ? 8 : 9, size == 6 ? 1 : 4);
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
          PlanCompiler.of(PatternMatch.count(wedge, induced).with(choice), GraphSample.TYPICAL);
      assertThat(plan.order().indexOf(1)).isLessThan(plan.order().indexOf(2));
    }
  }
}
