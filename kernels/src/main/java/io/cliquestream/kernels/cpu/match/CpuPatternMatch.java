package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Matches patterns on the CPU: counts of up to five vertices by formula ({@link MotifCounter}),
 * larger cliques by the clique counter, other counts, all listings, and jobs that give a plan by a
 * {@link MatchingPlan}.
 */
public final class CpuPatternMatch {
  private final PatternMatch job;
  private final CpuJobRun run;
  private final MatchPolicy policy;

  private CpuPatternMatch(PatternMatch job, CpuJobRun run, MatchPolicy policy) {
    this.job = job;
    this.run = run;
    this.policy = policy;
  }

  /**
   * Runs the job.
   *
   * @throws ComputeException OPTION_INVALID when the pattern names labels and the graph has none
   */
  public static Answer run(PatternMatch job, CpuJobRun run) {
    if (job.pattern().isLabelled() && run.labels().isEmpty()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "the pattern names labels, but the graph has none");
    }
    boolean free = !job.list() && job.plan().isCompiled() && !job.pattern().isLabelled();
    Optional<Motif> motif = Motif.of(job.pattern());
    if (motif.isPresent() && free) {
      run.plan("method", "formulas");
      run.plan("motif", motif.get().label());
      BigInteger count =
          new MotifCounter(run).count(List.of(motif.get()), job.induced()).get(motif.get());
      return new Answer.Matches(count, true);
    }
    if (free && job.pattern().isComplete()) {
      int vertices = job.pattern().vertexCount();
      var cliques = (Answer.KCliques) CpuKCliqueCount.run(KCliqueCount.of(vertices), run);
      return new Answer.Matches(cliques.counts().get(vertices), true);
    }
    return runByPlan(job, run, MatchPolicy.DEFAULT);
  }

  /** Runs the job along a matching plan, whatever the pattern. */
  static Answer.Matches runByPlan(PatternMatch job, CpuJobRun run, MatchPolicy policy) {
    return new CpuPatternMatch(job, run, policy).byPlan();
  }

  private Answer.Matches byPlan() {
    Optional<VertexLabels> labels = job.pattern().isLabelled() ? run.labels() : Optional.empty();
    try (CpuPlans plans = new CpuPlans(run, policy, labels)) {
      MatchingPlan plan = PlanCompiler.of(job, plans.statistics());
      run.plan("method", "plan");
      run.plan("plan", plan.explain());
      return job.list()
          ? plans.list(plan, job.limit())
          : new Answer.Matches(plans.count(plan, run.control()), true);
    }
  }
}
