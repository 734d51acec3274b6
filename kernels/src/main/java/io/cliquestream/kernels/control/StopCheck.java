package io.cliquestream.kernels.control;

/**
 * What long work asks, every few milliseconds, whether to go on. Safe for use by any number of
 * threads.
 */
@FunctionalInterface
public interface StopCheck {
  /** Lets work run to its end. */
  StopCheck NEVER = () -> {};

  /**
   * Throws when the work should end now.
   *
   * @throws StoppedException CANCELLED or DEADLINE_EXCEEDED
   */
  void checkStopped();
}
