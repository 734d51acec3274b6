package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.part.PartialAnswer;
import java.util.List;

/** What an engine's devices can do together. */
interface Sharing {
  /** Whether several devices of one host can do a job together. */
  boolean isShared(Job job);

  /** Whether devices of several hosts can, too: their pieces are settled beforehand. */
  boolean isSharedBeyondHost(Job job);

  /**
   * The outcome of a job that several devices did.
   *
   * @param shares what each did, the first device's first
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when they do not make a whole
   */
  JobOutcome outcome(PreparedGraph graph, Job job, List<ShareOutcome> shares);

  /**
   * The answer of such a job.
   *
   * @param all what the devices found, added up
   */
  Answer answer(PreparedGraph graph, Job job, PartialAnswer all);
}
