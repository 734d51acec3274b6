package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.MaximalCliques;

/** Placeholder until the algorithm lands on this branch. */
public final class CpuMaximalCliques {
  private CpuMaximalCliques() {}

  /** Runs the job. */
  public static Answer run(MaximalCliques job, CpuJobRun run) {
    if (run == null) {
      return null;
    }
    throw new io.cliquestream.kernels.failure.ComputeException(
        io.cliquestream.kernels.failure.FailureCode.INTERNAL, job.name() + run.plan());
  }
}
