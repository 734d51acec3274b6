package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.MaximumClique;

/** Placeholder until the algorithm lands on this branch. */
public final class CpuMaximumClique {
  private CpuMaximumClique() {}

  /** Runs the job. */
  public static Answer run(MaximumClique job, CpuJobRun run) {
    if (run == null) {
      return null;
    }
    throw new io.cliquestream.kernels.failure.ComputeException(
        io.cliquestream.kernels.failure.FailureCode.INTERNAL, job.name() + run.plan());
  }
}
