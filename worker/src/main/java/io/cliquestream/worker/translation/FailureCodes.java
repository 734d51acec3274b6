package io.cliquestream.worker.translation;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobStatus;

/** From the compute library's codes to the contract's, which carry the same numbers. */
public final class FailureCodes {
  private FailureCodes() {}

  public static FailureCode of(io.cliquestream.kernels.failure.FailureCode code) {
    FailureCode found = FailureCode.forNumber(code.number());
    return found == null ? FailureCode.FAILURE_CODE_INTERNAL : found;
  }

  /** The status of a job that ended with a failure. */
  public static JobStatus status(FailureCode code) {
    return code == FailureCode.FAILURE_CODE_CANCELLED
        ? JobStatus.JOB_STATUS_CANCELLED
        : code == FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED
            ? JobStatus.JOB_STATUS_DEADLINE_EXCEEDED
            : JobStatus.JOB_STATUS_FAILED;
  }
}
