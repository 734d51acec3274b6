package io.cliquestream.cli.output;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.function.Supplier;

/**
 * The work of a command, as a person at a terminal sees it: progress while it reads and computes,
 * and Ctrl-C, which ends it and says how far it had come.
 */
public final class WatchedWork {
  private final String label;
  private final JobControl whole;
  private final Interruption interruption;
  private volatile JobControl present;
  private String left = "no answer was proven by then";

  private WatchedWork(String label, JobControl whole) {
    this.label = label;
    this.whole = whole;
    this.present = whole;
    this.interruption = Interruption.cancelling(whole);
  }

  /**
   * Begins work that a control stops.
   *
   * @param label what progress is shown of
   */
  public static WatchedWork begin(String label, JobControl whole) {
    return new WatchedWork(label, whole);
  }

  /** Work without a time limit. */
  public static WatchedWork begin(String label) {
    return begin(label, JobControl.unbounded());
  }

  /** Says what is left of the work when Ctrl-C ends it. */
  public WatchedWork leaving(String unfinished) {
    left = unfinished;
    return this;
  }

  /** What stops all of the work. */
  public JobControl whole() {
    return whole;
  }

  /** What stops the part that is done now, and tells its progress. */
  public JobControl control() {
    return present;
  }

  /** Goes on with a part that is stopped with the whole, or alone. */
  public void part(JobControl part) {
    present = part;
    interruption.present(part);
  }

  /** Whether Ctrl-C ended the work. */
  public boolean interrupted() {
    return interruption.happened();
  }

  /** Does a step and shows its progress; nothing of that is left when it returns. */
  public <T> T show(Supplier<T> step) {
    try (ProgressWatch _ = new ProgressWatch(present, new ProgressLine(label))) {
      return step.get();
    }
  }

  /**
   * Does all of the work.
   *
   * @throws ComputeException CANCELLED, with how far it had come, when Ctrl-C ended it
   */
  public <T> T run(Supplier<T> work) {
    try {
      return work.get();
    } catch (StoppedException e) {
      if (!interrupted()) {
        throw e;
      }
      throw new ComputeException(FailureCode.CANCELLED, interruption.text(left), e);
    }
  }
}
