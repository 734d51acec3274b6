package io.cliquestream.kernels.part;

import io.cliquestream.kernels.answer.JobOutcome;
import java.util.Optional;

/**
 * What became of a job that was begun, to be cut if it takes long.
 *
 * @param outcome of a job that was done as a whole
 * @param plan of one that was cut; never beside an outcome. Without either the job is not made for
 *     parts, and nothing was done of it.
 */
public record BegunJob(Optional<JobOutcome> outcome, Optional<PartPlan> plan) {
  /** A job of which nothing was done. */
  public static final BegunJob NOT = new BegunJob(Optional.empty(), Optional.empty());

  /**
   * Checks that there is one at most.
   *
   * @throws IllegalArgumentException when there are both
   */
  public BegunJob {
    if (outcome.isPresent() && plan.isPresent()) {
      throw new IllegalArgumentException("a job that was cut, and done as a whole");
    }
  }

  /**
   * A job that was done.
   *
   * @param outcome of the whole
   * @return without a plan
   */
  public static BegunJob whole(JobOutcome outcome) {
    return new BegunJob(Optional.of(outcome), Optional.empty());
  }

  /**
   * A job that was cut.
   *
   * @param plan its parts
   * @return without an outcome
   */
  public static BegunJob cut(PartPlan plan) {
    return new BegunJob(Optional.empty(), Optional.of(plan));
  }
}
