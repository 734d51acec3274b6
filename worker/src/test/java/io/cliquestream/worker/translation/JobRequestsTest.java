package io.cliquestream.worker.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PlanRestriction;
import io.cliquestream.v1.SymmetryBreaking;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a request says about plans and methods reaches the compute library. */
final class JobRequestsTest {
  private static PatternMatch wedge(io.cliquestream.v1.PlanChoice.Builder plan) {
    var match =
        io.cliquestream.v1.PatternMatch.newBuilder()
            .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(1))
            .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(2))
            .setPlan(plan);
    return (PatternMatch) JobRequests.job(JobRequest.newBuilder().setPatternMatch(match).build());
  }

  @Test
  void aRequestWithoutAPlanLeavesItToTheCompiler() {
    var none = io.cliquestream.v1.PlanChoice.newBuilder();
    assertThat(wedge(none).plan()).isEqualTo(PlanChoice.COMPILED);
  }

  @Test
  void aGivenPlanIsTheJobs() {
    var given =
        io.cliquestream.v1.PlanChoice.newBuilder()
            .addAllOrder(List.of(1, 0, 2))
            .setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_GIVEN)
            .addRestrictions(PlanRestriction.newBuilder().setLarger(1).setSmaller(2));
    assertThat(wedge(given))
        .isEqualTo(
            PatternMatch.count(Pattern.parse("0-1,0-2"), Induced.EDGE)
                .withLimit(1_000)
                .with(
                    new PlanChoice(
                        List.of(1, 0, 2), Optional.of(PlanChoice.parseRestrictions("1>2")))));
    var none =
        io.cliquestream.v1.PlanChoice.newBuilder()
            .setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_NONE);
    assertThat(wedge(none).plan().restrictions()).contains(List.of());
  }

  @Test
  void aCensusHasItsSizeAndMethod() {
    for (var method : io.cliquestream.v1.MotifMethod.values()) {
      if (method == io.cliquestream.v1.MotifMethod.UNRECOGNIZED) {
        continue;
      }
      var census = io.cliquestream.v1.MotifCensus.newBuilder().setSize(4).setMethod(method);
      Optional<MotifMethod> expected =
          switch (method) {
            case MOTIF_METHOD_FORMULAS -> Optional.of(MotifMethod.FORMULAS);
            case MOTIF_METHOD_PLANS -> Optional.of(MotifMethod.PLANS);
            case MOTIF_METHOD_SUBGRAPHS -> Optional.of(MotifMethod.SUBGRAPHS);
            case MOTIF_METHOD_CHOSEN, UNRECOGNIZED -> Optional.empty();
          };
      assertThat(JobRequests.job(JobRequest.newBuilder().setMotifCensus(census).build()))
          .isEqualTo(new MotifCensus(4, expected));
    }
  }
}
