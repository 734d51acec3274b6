package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.share.PhaseUnits;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.kernels.part.RootRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Jobs that host engines do together, in parts of roots: so that sharing is tested without GPUs.
 */
final class CpuSharing implements Sharing {
  private static final int PIECES = 24;

  /** Of whatever is to be done. */
  private static final double PREDICTED_NANOS = 1e8;

  private final Parts parts;

  CpuSharing(Parts parts) {
    this.parts = parts;
  }

  @Override
  public boolean isShared(Job job) {
    return switch (job) {
      case TriangleCount _, KCliqueCount _, MaximumClique _, MotifCensus _ -> true;
      case MaximalCliques enumeration -> !enumeration.list();
      case PatternMatch match -> !match.list();
      case CliqueListing _, CliqueEstimate _, CoreDecomposition _ -> false;
    };
  }

  @Override
  public boolean isSharedBeyondHost(Job job) {
    return isShared(job) && !(job instanceof MaximumClique search && search.all());
  }

  /** A share on an engine of the host. */
  static ShareOutcome run(
      Engine on, PreparedGraph graph, Job job, JobControl control, Share share) {
    Parts parts = on.parts().orElseThrow();
    var plan = parts.cut(graph, job, PIECES, control);
    if (plan.isEmpty()
        || (share.choice().isEmpty() && share.offer("parts", PREDICTED_NANOS) == 1)) {
      return ShareOutcome.whole(on.run(graph, job, control, ListingSink.NONE));
    }
    PartPlan cut = plan.get();
    int taken = 0;
    PartialSum sum =
        new PartialSum(
            new PartPlan(
                cut.job(),
                cut.parts(),
                share.choice().isEmpty() ? cut.initial() : PartialAnswer.NOTHING));
    for (int i = share.take(0, cut.parts().size()); i >= 0; i = share.take(0, cut.parts().size())) {
      Part part = cut.parts().get(i).knowing(share.bound());
      sum.add(i, parts.run(graph, part, control));
      share.raise(sum.cliqueNumber());
      taken++;
    }
    PartialAnswer found =
        new PartialAnswer(
            sum.sums(), sum.cliqueNumber(), sum.listed(), true, sum.perVertex(), sum.perEdge());
    return new ShareOutcome(
        Optional.empty(),
        found,
        false,
        new TreeMap<>(),
        0,
        1_000L * taken,
        0,
        0,
        control.memoryTaken(),
        List.of(new PhaseUnits(0, taken, cut.parts().size())),
        List.of());
  }

  @Override
  public Answer answer(PreparedGraph graph, Job job, PartialAnswer all) {
    Part whole = new Part(job, 0, new RootRange(0, 1), 0, 0, 1);
    PartialSum sum = new PartialSum(new PartPlan(job, List.of(whole), PartialAnswer.NOTHING));
    sum.add(0, all);
    return parts.answer(graph, job, sum, JobControl.unbounded(), ListingSink.NONE);
  }

  @Override
  public JobOutcome outcome(PreparedGraph graph, Job job, List<ShareOutcome> shares) {
    long missing = shares.getFirst().done().getFirst().allUnits();
    List<Part> each = new ArrayList<>();
    for (int i = 0; i < shares.size(); i++) {
      missing -= shares.get(i).done().getFirst().units();
      each.add(new Part(job, i, new RootRange(i, i + 1), 0, 0, 1));
    }
    if (missing != 0) {
      throw new AssertionError(missing + " parts are missing");
    }
    PartialSum sum = new PartialSum(new PartPlan(job, each, PartialAnswer.NOTHING));
    for (int i = 0; i < shares.size(); i++) {
      sum.add(i, shares.get(i).part());
    }
    return new JobOutcome(
        EngineKind.CPU,
        parts.answer(graph, job, sum, JobControl.unbounded(), ListingSink.NONE),
        new TreeMap<>(),
        0,
        0);
  }
}
