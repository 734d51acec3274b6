package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.change.clique.CliqueAnswer;
import io.cliquestream.kernels.change.core.CoreAnswer;
import io.cliquestream.kernels.change.maximal.MaximalAnswer;
import io.cliquestream.kernels.change.maximum.MaximumAnswer;
import io.cliquestream.kernels.change.pattern.MotifAnswer;
import io.cliquestream.kernels.change.pattern.PatternAnswer;
import io.cliquestream.kernels.change.state.KeptAnswer;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.triangle.TriangleAnswer;
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
import java.util.Optional;

/** Which class keeps the answer to which job. */
final class MaintainedAnswers {
  private MaintainedAnswers() {}

  /** An answer without content; empty for a job that cannot follow changes. */
  static Optional<MaintainedAnswer> of(Job job) {
    return switch (job) {
      case TriangleCount count -> Optional.of(new TriangleAnswer(count));
      case KCliqueCount count -> Optional.of(new CliqueAnswer(count));
      case MaximumClique search -> Optional.of(new MaximumAnswer(search));
      case MaximalCliques search ->
          search.list() ? Optional.empty() : Optional.of(new MaximalAnswer(search));
      case PatternMatch match ->
          match.list() ? Optional.empty() : Optional.of(new PatternAnswer(match));
      case MotifCensus census ->
          Optional.of(
              census.size() <= MotifAnswer.LARGEST ? new MotifAnswer(census) : new KeptAnswer());
      case CoreDecomposition decomposition -> Optional.of(new CoreAnswer(decomposition));
      case CliqueListing _, CliqueEstimate _ -> Optional.empty();
    };
  }

  /** The job that an engine runs so that its answer holds all that is kept. */
  static Job complete(Job job) {
    return switch (job) {
      case TriangleCount count -> TriangleAnswer.complete(count);
      case MaximumClique search -> MaximumAnswer.complete(search);
      case CoreDecomposition decomposition -> CoreAnswer.complete(decomposition);
      default -> job;
    };
  }
}
