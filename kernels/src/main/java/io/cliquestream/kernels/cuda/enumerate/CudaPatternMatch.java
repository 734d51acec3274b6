package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.PlannedJob;
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.pattern.LabelShares;
import io.cliquestream.kernels.pattern.MatchingPlan;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts or lists the matches of a pattern on a device along a {@link MatchingPlan} of the host's
 * compiler: warps bind its positions depth first and count the last ones by inclusion and exclusion
 * (see {@code src/main/cuda/enumerate}).
 *
 * <p>Counts are exact and the same on every run. Listed matches come in the order in which the
 * device finds them, which differs from run to run; with a limit, so may which ones are listed.
 */
public final class CudaPatternMatch extends PlannedJob<Answer.Matches> implements SharedJob {
  private final PlanCounts counts;
  private final Graph host;
  private final Optional<VertexLabels> labels;
  private final PatternMatch job;
  private final ListingSink sink;

  /**
   * A job.
   *
   * @param budgetBytes the device's memory budget
   * @param labels of the graph's vertices; looked at for a pattern that names labels
   * @throws ComputeException OPTION_INVALID when the pattern names labels and the graph has none
   */
  public CudaPatternMatch(
      CudaLibrary library,
      long budgetBytes,
      Graph host,
      Optional<VertexLabels> labels,
      PatternMatch job,
      ListingSink sink) {
    if (job.pattern().isLabelled() && labels.isEmpty()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "the pattern names labels, but the graph has none");
    }
    this.counts = new PlanCounts(library, host, budgetBytes, job.tuning());
    this.host = host;
    this.labels = labels;
    this.job = job;
    this.sink = sink;
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return counts.bytes(known);
  }

  @Override
  public Answer.Matches run(Lane lane, GraphUse use) {
    return job.list()
        ? list(lane, use)
        : DividedSums.matches(part(lane, use, Share.alone()).sums());
  }

  /**
   * Counts the matches of a part; {@link DividedSums#matches} makes an answer of the sum.
   *
   * @throws IllegalStateException for a job that lists
   */
  @Override
  public PartialAnswer part(Lane lane, GraphUse use, Share share) {
    if (job.list()) {
      throw new IllegalStateException("a listing is not shared");
    }
    begin(use);
    plan("method", "plan");
    if (host.edgeCount() == 0) {
      return PartialAnswer.NOTHING;
    }
    EnumerationGraph symmetric = symmetric(lane, use);
    MatchingPlan matching = planned(symmetric, lane);
    if (PlanRecord.countedByWedges(matching)) {
      plan("method", "wedges");
    }
    List<MatchingPlan> plans = List.of(matching);
    counts.require(lane, use, symmetric, plans, 0);
    SharedSearches searches =
        new SharedSearches(
            share, "plan:" + PlanCounts.fingerprint(plans), matching.estimatedCost());
    Optional<SearchRoots> roots = searches.begin(0);
    if (roots.isEmpty()) {
      return PartialAnswer.NOTHING;
    }
    try (EnumerationRun run = open(lane, symmetric, matching, 0)) {
      lane.control().beginPhase(Phase.COMPUTING, 1);
      run.run(1, roots.get());
      return PartialAnswer.ofSums(
          new TreeMap<>(Map.of(DividedSums.name(DividedSums.MATCHES, matching), run.sum())));
    }
  }

  private EnumerationGraph symmetric(Lane lane, GraphUse use) {
    long start = System.nanoTime();
    EnumerationGraph symmetric = counts.symmetric(lane, use);
    prepared(System.nanoTime() - start);
    plan("hub-rows", symmetric.record().get("hubs"));
    job.tuning()
        .values()
        .forEach((choice, value) -> plan("forced-" + choice.text(), choice.text(value)));
    return symmetric;
  }

  private MatchingPlan planned(EnumerationGraph symmetric, Lane lane) {
    LabelShares shares =
        job.pattern().isLabelled()
            ? LabelShares.of(host, labels.orElseThrow(), job.pattern(), lane.control())
            : LabelShares.UNKNOWN;
    MatchingPlan matching = PlanCounts.plan(symmetric, job, shares);
    plan("plan", matching.explain());
    return matching;
  }

  private EnumerationRun open(
      Lane lane, EnumerationGraph symmetric, MatchingPlan matching, long limit) {
    EnumerationRun run = counts.open(lane, symmetric, matching, limit);
    if (job.pattern().isLabelled()) {
      try {
        run.labels(PlanLabels.of(job.pattern()).bits(labels.orElseThrow(), host.vertexCount()));
      } catch (RuntimeException | Error e) {
        run.close();
        throw e;
      }
    }
    return run;
  }

  private Answer.Matches list(Lane lane, GraphUse use) {
    begin(use);
    plan("method", "plan");
    if (host.edgeCount() == 0) {
      return new Answer.Matches(BigInteger.ZERO, true);
    }
    EnumerationGraph symmetric = symmetric(lane, use);
    MatchingPlan matching = planned(symmetric, lane);
    counts.require(lane, use, symmetric, List.of(matching), job.limit());
    ListedMatches listed = new ListedMatches(lane.control(), sink, job.limit());
    try (EnumerationRun run = open(lane, symmetric, matching, job.limit())) {
      lane.control().beginPhase(Phase.COMPUTING, 1);
      run.run(1, listed);
      return new Answer.Matches(BigInteger.valueOf(listed.count()), listed.complete());
    }
  }
}
