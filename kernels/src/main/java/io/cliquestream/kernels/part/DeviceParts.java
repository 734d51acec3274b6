package io.cliquestream.kernels.part;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import java.util.Optional;

/**
 * Parts of jobs on devices, GPUs: any device of the same model computes any part. Each part says in
 * its sums how much of every phase of the job it did, in units that follow from the graph and the
 * plan alone; an answer is made only where these add up to all. Any number of threads may use it at
 * the same time.
 */
public interface DeviceParts extends Parts {
  /** {@return the model of the devices, in words, as plans name it} */
  String device();

  /**
   * Begins a job on a device. As soon as the job is predicted to take long enough it is cut; what
   * was done before is the plan's {@link PartPlan#initial}. One that turns out to be short is done.
   *
   * @param graph with its orientations
   * @param job what to compute; it lists nothing
   * @param rule when it is cut, and into how many parts; there are as many
   * @param control may stop it, and is told its progress
   * @return an outcome or a plan; neither when the job is not made for parts of devices, or none
   *     can hold it
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException when the job cannot be done
   */
  BegunJob begin(PreparedGraph graph, Job job, CutRule rule, JobControl control);

  /** Cuts at once; a job that is done before it can be cut is done in vain. */
  @Override
  default Optional<PartPlan> cut(PreparedGraph graph, Job job, int wanted, JobControl control) {
    return begin(graph, job, CutRule.into(wanted), control).plan();
  }
}
