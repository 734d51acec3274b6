package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** Checks of job options. */
final class Options {
  private Options() {}

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new ComputeException(FailureCode.OPTION_INVALID, message);
    }
  }
}
