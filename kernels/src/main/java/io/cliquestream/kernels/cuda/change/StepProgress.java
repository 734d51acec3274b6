package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.change.device.ChangeStep;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.List;

/**
 * How far a step has come: it may take several tasks, each with more memory than the last. A batch
 * larger than the device takes at once is cut, and what its pieces did is added up: the pieces one
 * after the other lead from the same graph to the same graph. For one thread at a time.
 */
final class StepProgress {
  private final List<int[]> batches;
  private final ChangeQuestion question;
  private final int mostChanges;
  private int batch;
  private int done;
  private boolean applied;
  private long appeared;
  private long vanished;

  StepProgress(ChangeStep step, int mostChanges) {
    this.batches = step.batches();
    this.question = step.question();
    this.mostChanges = mostChanges;
    skipEmpty();
  }

  ChangeQuestion question() {
    return question;
  }

  /** A number that grows as the step gets on. */
  long position() {
    return 2 * ((long) batch << 31 | done) + (applied ? 1 : 0);
  }

  /** Whether nothing is left to be applied. */
  boolean isAtEnd() {
    return batch == batches.size();
  }

  /** Whether the present piece was applied, and is to be counted. */
  boolean isApplied() {
    return applied;
  }

  /** Whether the present piece is to be counted. */
  boolean isCounted() {
    return batch == batches.size() - 1;
  }

  int[] pairs() {
    return batches.get(batch);
  }

  /** Index of the present piece's first change. */
  int first() {
    return done;
  }

  /** Changes of the present piece. */
  int changes() {
    return isAtEnd() ? 0 : Math.min(mostChanges, pairs().length / 2 - done);
  }

  /** Changes of the largest piece that is left. */
  int mostLeft() {
    int most = 0;
    for (int i = batch; i < batches.size(); i++) {
      most = Math.max(most, Math.min(mostChanges, batches.get(i).length / 2));
    }
    return most;
  }

  void applied() {
    applied = true;
  }

  /** Goes on to the next piece. */
  void next() {
    applied = false;
    done += changes();
    skipEmpty();
  }

  private void skipEmpty() {
    while (!isAtEnd() && done >= pairs().length / 2) {
      batch++;
      done = 0;
    }
  }

  /** Adds what a piece did; both numbers are unsigned on the device. */
  void add(long came, long went) {
    appeared += came;
    vanished += went;
    if (came < 0 || went < 0 || appeared < 0 || vanished < 0) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED, "a batch changes more than 2^63 subgraphs");
    }
  }

  ChangeCounts counts() {
    return new ChangeCounts(appeared, vanished);
  }
}
