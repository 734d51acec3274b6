package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.triangle.TriangleAnswer;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.Optional;

/** Which class keeps the answer to which job. */
final class MaintainedAnswers {
  private MaintainedAnswers() {}

  /** An answer without content; empty for a job that cannot follow changes. */
  static Optional<MaintainedAnswer> of(Job job) {
    return switch (job) {
      case TriangleCount count -> Optional.of(new TriangleAnswer(count));
      default -> Optional.empty();
    };
  }

  /** The job that an engine runs so that its answer holds all that is kept. */
  static Job complete(Job job) {
    return job instanceof TriangleCount count ? TriangleAnswer.complete(count) : job;
  }
}
