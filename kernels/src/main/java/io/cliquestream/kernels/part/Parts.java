package io.cliquestream.kernels.part;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import java.util.Optional;

/**
 * An engine's way to cut jobs, to compute parts of them, and to make an answer of the sum. All
 * engines that compute parts of a job must be of one kind: what a sum's name means is the
 * algorithm's.
 */
public interface Parts {
  /**
   * Cuts a job into parts of about equal predicted work. What parts there are depends on the graph,
   * the job and {@code wanted} alone.
   *
   * @param graph with its orientations
   * @param job what to compute
   * @param wanted about how many, 1 or more; there may be twice as many and one, or fewer where
   *     single roots are more work than a share
   * @param control may stop the planning
   * @return empty when the job is not cut: it is small for its kind, or not made for parts
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException when the job cannot be done
   */
  Optional<PartPlan> cut(PreparedGraph graph, Job job, int wanted, JobControl control);

  /**
   * Computes a part, on the calling thread and the engine's processors.
   *
   * @param graph the one that the plan was made for, or an equal one
   * @param part of such a plan
   * @param control of the part alone
   * @return what the part adds
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException when the part cannot be done
   */
  PartialAnswer run(PreparedGraph graph, Part part, JobControl control);

  /**
   * The answer of a whole job.
   *
   * @param graph the one that the plan was made for, or an equal one
   * @param job as it was asked for
   * @param sum of every part
   * @param control may stop it
   * @param sink takes what the job lists, as it does from an engine
   * @return as an engine gives it
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when the parts do not make an
   *     answer
   */
  Answer answer(PreparedGraph graph, Job job, PartialSum sum, JobControl control, ListingSink sink);
}
