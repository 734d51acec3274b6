package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * Matches patterns on the CPU: counts of up to five vertices by formula ({@link MotifCounter}),
 * larger cliques by the clique counter, other counts, all listings, and jobs that give a plan by a
 * {@link MatchingPlan}.
 */
public final class CpuPatternMatch {
  private static final String MATCHES = "matches";

  /** Steps of a plan: for each of eight vertices at most so many sets. */
  private static final int STEPS = 8 * 8;

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
    requireLabels(job, run);
    return switch (method(job)) {
      case FORMULAS -> {
        Motif motif = motif(job, run);
        BigInteger count = new MotifCounter(run).count(List.of(motif), job.induced()).get(motif);
        yield new Answer.Matches(count, true);
      }
      case CLIQUES -> {
        try {
          yield cliques(job, CpuKCliqueCount.run(clique(job), run));
        } catch (StoppedException e) {
          throw e.partial().map(found -> e.withPartial(cliques(job, found))).orElse(e);
        }
      }
      case PLAN -> runByPlan(job, run, MatchPolicy.DEFAULT);
    };
  }

  private static void requireLabels(PatternMatch job, CpuJobRun run) {
    if (job.pattern().isLabelled() && run.labels().isEmpty()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "the pattern names labels, but the graph has none");
    }
  }

  private static KCliqueCount clique(PatternMatch job) {
    return KCliqueCount.of(job.pattern().vertexCount());
  }

  private static Answer.Matches cliques(PatternMatch job, Answer found) {
    var counts = ((Answer.KCliques) found).counts();
    return new Answer.Matches(counts.get(job.pattern().vertexCount()), true);
  }

  /** How this engine matches a pattern. */
  public enum Method {
    FORMULAS,
    CLIQUES,
    PLAN
  }

  /** How a job is done. */
  public static Method method(PatternMatch job) {
    boolean free = !job.list() && job.plan().isCompiled() && !job.pattern().isLabelled();
    if (free && Motif.of(job.pattern()).isPresent()) {
      return Method.FORMULAS;
    }
    return free && job.pattern().isComplete() ? Method.CLIQUES : Method.PLAN;
  }

  private static Motif motif(PatternMatch job, CpuJobRun run) {
    Motif motif = Motif.of(job.pattern()).orElseThrow();
    run.plan("method", "formulas");
    run.plan("motif", motif.label());
    return motif;
  }

  /** The sums of a count over the run's roots, which {@link #count} reads. */
  public static SortedMap<String, BigInteger> sums(PatternMatch job, CpuJobRun run) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    switch (method(job)) {
      case FORMULAS ->
          sums.putAll(new MotifCounter(run).sums(List.of(motif(job, run)), job.induced()));
      case CLIQUES -> {
        CpuKCliqueCount.sums(clique(job), run).forEach((_, count) -> sums.put(MATCHES, count));
      }
      case PLAN -> new CpuPatternMatch(job, run, MatchPolicy.DEFAULT).addSum(sums);
    }
    return sums;
  }

  /** The matches that sums over all roots make. */
  public static BigInteger count(PatternMatch job, SortedMap<String, BigInteger> sums) {
    return switch (method(job)) {
      case FORMULAS -> {
        Motif motif = Motif.of(job.pattern()).orElseThrow();
        yield MotifCounter.counts(List.of(motif), job.induced(), sums).get(motif);
      }
      case CLIQUES -> sums.getOrDefault(MATCHES, BigInteger.ZERO);
      case PLAN -> PlanSums.count(MATCHES, sums);
    };
  }

  /** Estimated work of each root of a plan, by rank of the degree order. */
  public static IntToDoubleFunction costs(RankedGraph graph) {
    return root -> CpuPlans.cost(graph, root);
  }

  private void addSum(SortedMap<String, BigInteger> sums) {
    Optional<VertexLabels> labels = job.pattern().isLabelled() ? run.labels() : Optional.empty();
    try (CpuPlans plans = new CpuPlans(run, policy, labels)) {
      MatchingPlan plan = PlanCompiler.of(job, plans.statistics(job.pattern()));
      run.plan("method", "plan");
      sums.put(PlanSums.name(MATCHES, plan), plans.sum(plan, run.control()));
    }
  }

  /** Most memory of a job, which may be one of the other counters'. */
  public static JobBytes bytes(PatternMatch job, GraphShape graph, int threads, long pageBytes) {
    JobBytes plan = planBytes(graph, threads);
    Method method = method(job);
    if (method == Method.FORMULAS) {
      return MotifCounter.bytes(graph, threads, pageBytes);
    }
    if (method == Method.CLIQUES) {
      return CpuKCliqueCount.bytes(clique(job), graph, threads);
    }
    if (!job.list()) {
      return plan;
    }
    MatchPolicy policy = MatchPolicy.DEFAULT;
    long buffered =
        (long) policy.listingWindow()
            * Math.min(policy.listingBuffer(), job.limit())
            * (32 + 4L * job.pattern().vertexCount());
    return plan.plus(new JobBytes(2 * buffered, 0));
  }

  /**
   * Most memory of a match along a plan: the ranked graph off the heap; bit rows of hubs, labels,
   * costs of roots; and for each thread and step of the plan a set as large as a row, or twice
   * while it grows. A plan of eight vertices has at most so many steps.
   */
  public static JobBytes planBytes(GraphShape graph, int threads) {
    long n = graph.vertices();
    long m = graph.edges();
    long hubRow = 8 * (n / 64 + 1) + 16;
    long hubs = Math.min(MatchPolicy.DEFAULT.hubBits() / 8, Math.min(n, 2 * m / 64) * hubRow);
    long sets = 8L * STEPS * (graph.maximumDegree() + 17);
    return new JobBytes(
        hubs + 32 * n + (1L << 20) + (threads + 1) * (sets + (1L << 16)), 8 * (n + 1) + 8 * m);
  }

  /**
   * What a search along the job's plan is predicted to be, from a sample of the search itself,
   * labels included; {@link MatchingPlan#estimatedCost} goes by averages.
   *
   * @throws ComputeException OPTION_INVALID when the pattern names labels and the graph has none
   */
  public static PlanWork forecast(PatternMatch job, CpuJobRun run) {
    requireLabels(job, run);
    Optional<VertexLabels> labels = job.pattern().isLabelled() ? run.labels() : Optional.empty();
    try (CpuPlans plans = new CpuPlans(run, MatchPolicy.DEFAULT, labels)) {
      return plans.forecast(PlanCompiler.of(job, plans.statistics(job.pattern())));
    }
  }

  /** Runs the job along a matching plan, whatever the pattern. */
  static Answer.Matches runByPlan(PatternMatch job, CpuJobRun run, MatchPolicy policy) {
    return new CpuPatternMatch(job, run, policy).byPlan();
  }

  private Answer.Matches byPlan() {
    Optional<VertexLabels> labels = job.pattern().isLabelled() ? run.labels() : Optional.empty();
    try (CpuPlans plans = new CpuPlans(run, policy, labels)) {
      MatchingPlan plan = PlanCompiler.of(job, plans.statistics(job.pattern()));
      run.plan("method", "plan");
      run.plan("plan", plan.explain());
      return job.list() ? plans.list(plan, job.limit()) : plans.count(plan);
    }
  }
}
