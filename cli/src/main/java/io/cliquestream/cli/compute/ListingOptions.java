package io.cliquestream.cli.compute;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.PatternMatch;
import java.math.BigInteger;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Whether the matches of a pattern are counted on when the limit of a listing is reached. An engine
 * ends a listing there; the rest is a second job, which counts and lists nothing, on whichever
 * engine.
 */
public final class ListingOptions {
  @Option(
      names = "--list-only",
      description = "With --limit: end there, and do not count the matches that are not listed.")
  private boolean listOnly;

  /**
   * The number of matches, if the listing does not tell it and it is wanted.
   *
   * @param listed the answer of the listing
   */
  Optional<BigInteger> count(
      Engine engine, JobGraph graph, Job job, Answer listed, JobControl control) {
    if (!(listed instanceof Answer.Matches found) || found.complete()) {
      return Optional.empty();
    }
    return countBehind(job)
        .map(counting -> engine.runAny(graph, counting, control, WideListingSink.NONE).answer())
        .map(answer -> ((Answer.Matches) answer).matches());
  }

  /** The count that follows a listing which its limit ends; empty where none does. */
  public Optional<Job> countBehind(Job job) {
    return !listOnly && job instanceof PatternMatch match && match.list()
        ? Optional.of(
            new PatternMatch(
                match.pattern(), match.induced(), false, 1, match.plan(), match.tuning()))
        : Optional.empty();
  }
}
