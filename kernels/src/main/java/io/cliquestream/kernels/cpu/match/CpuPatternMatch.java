package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.PatternMatch;

/** Placeholder until the algorithm lands on this branch. */
public final class CpuPatternMatch {
  private CpuPatternMatch() {}

  /** Runs the job. */
  public static Answer run(PatternMatch job, CpuJobRun run) {
    if (run == null) {
      return null;
    }
    throw new io.cliquestream.kernels.failure.ComputeException(
        io.cliquestream.kernels.failure.FailureCode.INTERNAL, job.name() + run.plan());
  }
}
