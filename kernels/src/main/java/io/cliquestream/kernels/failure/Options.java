package io.cliquestream.kernels.failure;

/** Checks of job options. */
public final class Options {
  private Options() {}

  /**
   * Refuses an option's value.
   *
   * @param condition what must hold
   * @param message one sentence that says what is asked for, and what was given
   * @throws ComputeException OPTION_INVALID when it does not hold
   */
  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new ComputeException(FailureCode.OPTION_INVALID, message);
    }
  }
}
