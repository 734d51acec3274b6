package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import java.io.IOException;

/**
 * An answer that is kept as the engine gave it and never follows changes: for numbers beyond what
 * is kept otherwise. Every advance counts anew.
 */
public final class KeptAnswer implements MaintainedAnswer {
  private Answer kept;

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    kept = answer;
  }

  @Override
  public double predict(VersionChange change) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    throw StepBudget.exceeded();
  }

  @Override
  public Answer answer(GraphVersion version) {
    return kept;
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    throw new IOException("an answer that does not follow changes is not kept");
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    throw new IOException("an answer that does not follow changes is not kept");
  }
}
