package io.cliquestream.kernels.check;

/** Checks of arguments that only a mistake of the program makes wrong. */
public final class Arguments {
  private Arguments() {}

  /**
   * Refuses an argument.
   *
   * @param condition what must hold
   * @param message what is wrong
   * @throws IllegalArgumentException when it does not
   */
  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
