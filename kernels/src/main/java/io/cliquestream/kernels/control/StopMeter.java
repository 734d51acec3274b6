package io.cliquestream.kernels.control;

/**
 * Counts the steps of one thread and asks its {@link StopCheck} after every 2^15 of them: some
 * hundred microseconds of compiled code, and some ten milliseconds while a loop is still
 * interpreted. A loop tells it what it did and can be stopped, for the price of an addition.
 */
public final class StopMeter {
  /** Steps between two questions. */
  public static final long STEPS = 1L << 15;

  private final StopCheck stop;
  private long steps;

  /**
   * A meter at 0 steps.
   *
   * @param stop asked after every {@link #STEPS} of them
   */
  public StopMeter(StopCheck stop) {
    this.stop = stop;
  }

  /**
   * Counts steps: each a few memory accesses, in the order of a nanosecond or ten.
   *
   * @param more 0 or more
   * @throws StoppedException when it was time to ask and the work should end
   */
  public void work(long more) {
    steps += more;
    if (steps >= STEPS) {
      steps = 0;
      stop.checkStopped();
    }
  }
}
