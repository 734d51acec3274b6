package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.control.StopCheck;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Most steps that an advance may take before counting anew is the better way; shared by its
 * threads. A step is in the order of a nanosecond.
 */
public final class StepBudget {
  /** Ends an advance that takes longer than it was allowed to; nothing has changed then. */
  public static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Exceeded() {
      super("more steps than allowed", null, false, false);
    }
  }

  private static final long BETWEEN_CHECKS = 1 << 15;

  private final StopCheck stop;
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /** A budget for a job. */
  public StepBudget(StopCheck stop, long most) {
    this.stop = stop;
    this.most = most;
  }

  /** What ends an advance for another reason than its steps: too much memory, too large numbers. */
  public static Exceeded exceeded() {
    return new Exceeded();
  }

  /** Counts for one thread. */
  public Meter meter() {
    return new Meter(this);
  }

  private void take(long steps) {
    if (taken.addAndGet(steps) > most) {
      throw new Exceeded();
    }
    stop.checkStopped();
  }

  /** One thread's steps. */
  public static final class Meter {
    private final StepBudget budget;
    private long steps;

    private Meter(StepBudget budget) {
      this.budget = budget;
    }

    /**
     * Counts steps.
     *
     * @throws Exceeded when the budget is used up
     * @throws io.cliquestream.kernels.control.StoppedException when the job should end
     */
    public void work(long more) {
      steps += more;
      if (steps >= BETWEEN_CHECKS) {
        tell();
      }
    }

    /** Tells the budget what was not told yet. */
    public void tell() {
      long told = steps;
      steps = 0;
      budget.take(told);
    }
  }
}
