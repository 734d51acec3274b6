package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.PatternMatch;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * The number of a pattern's matches, edge- or vertex-induced, labels included, kept over changes.
 */
public final class PatternAnswer implements MaintainedAnswer {
  private final List<AnchoredPlans> plans;
  private final PatternMatch job;
  private BigInteger matches = BigInteger.ZERO;

  /** An answer to a job that counts; see {@link #adopt}. */
  public PatternAnswer(PatternMatch job) {
    this.job = job;
    plans = List.of(AnchoredPlans.of(job.pattern(), job.induced(), true));
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    matches = ((Answer.Matches) answer).matches();
  }

  @Override
  public double predict(VersionChange change) {
    return PatternDelta.predict(plans, change);
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    BigInteger after = matches.add(new PatternDelta(plans, change, budget).run()[0]);
    return () -> matches = after;
  }

  /** Edge-induced patterns without labels, of an edge and more; patterns are connected. */
  @Override
  public Optional<ChangeQuestion> question() {
    return job.induced() == Induced.EDGE
            && !job.pattern().isLabelled()
            && job.pattern().vertexCount() >= ChangeQuestion.Matches.SMALLEST
        ? Optional.of(new ChangeQuestion.Matches(job.pattern()))
        : Optional.empty();
  }

  @Override
  public void advanced(ChangeCounts counts) {
    matches = matches.add(BigInteger.valueOf(counts.more()));
  }

  @Override
  public Answer answer(GraphVersion version) {
    return new Answer.Matches(matches, true);
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    out.big(matches);
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    matches = in.big();
  }
}
