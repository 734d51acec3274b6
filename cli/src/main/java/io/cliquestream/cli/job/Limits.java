package io.cliquestream.cli.job;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;

/** The rules that numbers on the command line follow. */
final class Limits {
  private Limits() {}

  /** A limit of 1 or more; the contract's 0 means "default" and must not be reached by accident. */
  static long positive(long limit) {
    if (limit < 1) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID, "--limit must be 1 or more, not " + limit);
    }
    return limit;
  }

  /** A number of 0 or more, which the contract keeps in an unsigned word. */
  static int notNegative(String option, int value) {
    if (value < 0) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID, option + " must be 0 or more, not " + value);
    }
    return value;
  }
}
