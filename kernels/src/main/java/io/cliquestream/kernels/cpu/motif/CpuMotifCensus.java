package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.MotifCensus;

/** Placeholder until the algorithm lands on this branch. */
public final class CpuMotifCensus {
  private CpuMotifCensus() {}

  /** Runs the job. */
  public static Answer run(MotifCensus job, CpuJobRun run) {
    if (run == null) {
      return null;
    }
    throw new io.cliquestream.kernels.failure.ComputeException(
        io.cliquestream.kernels.failure.FailureCode.INTERNAL, job.name() + run.plan());
  }
}
