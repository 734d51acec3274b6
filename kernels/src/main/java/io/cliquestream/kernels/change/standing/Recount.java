package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;

/** Computes a job from nothing: an engine. */
@FunctionalInterface
public interface Recount {
  /**
   * Runs a job that lists nothing on a whole graph. What it throws reaches the caller of the
   * standing job.
   *
   * @param graph stays the caller's
   * @param job the standing job, asked for all that its answer keeps
   * @param control may end it
   * @return the exact answer
   */
  Answer run(PreparedGraph graph, Job job, JobControl control);
}
