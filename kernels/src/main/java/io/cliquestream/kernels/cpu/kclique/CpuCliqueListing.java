package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.CliqueListing;

/** Placeholder until the algorithm lands on this branch. */
public final class CpuCliqueListing {
  private CpuCliqueListing() {}

  /** Runs the job. */
  public static Answer run(CliqueListing job, CpuJobRun run) {
    if (run == null) {
      return null;
    }
    throw new io.cliquestream.kernels.failure.ComputeException(
        io.cliquestream.kernels.failure.FailureCode.INTERNAL, job.name() + run.plan());
  }
}
