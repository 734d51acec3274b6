package io.cliquestream.kernels.failure;

/** Checks of job options. */
public final class Options {
  private Options() {}

  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new ComputeException(FailureCode.OPTION_INVALID, message);
    }
  }
}
