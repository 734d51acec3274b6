package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;

/** Runs jobs on the parts of a graph: an engine, of which shards know no more. */
@FunctionalInterface
public interface PartRunner {
  /**
   * Runs a job to its end.
   *
   * @param part a graph that an engine can hold
   * @param job what to compute of it
   * @param control of this part
   * @param sink takes what the job lists, as vertices of the part
   * @return its answer
   */
  JobOutcome run(PreparedGraph part, Job job, JobControl control, ListingSink sink);
}
