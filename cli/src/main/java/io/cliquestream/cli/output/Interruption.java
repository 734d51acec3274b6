package io.cliquestream.cli.output;

import io.cliquestream.cli.signal.Signals;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.JobControl.Progress;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ctrl-C while a command works: its job is cancelled, its progress line wiped, and what was done by
 * then is said. A second Ctrl-C ends the process at once.
 */
final class Interruption {
  /** What a process that this signal ended has as its exit code. */
  private static final int ENDED_BY_INTERRUPT = 130;

  private final long start = System.nanoTime();
  private final AtomicReference<Progress> reached = new AtomicReference<>();

  /** Of what is done now. */
  private volatile JobControl present;

  private Interruption(JobControl whole) {
    this.present = whole;
  }

  /** Cancels this job at the first Ctrl-C. */
  static Interruption cancelling(JobControl whole) {
    Interruption interruption = new Interruption(whole);
    // Where signals are not to be had the JVM ends the process, as it did before.
    var _ = Signals.handle("INT", () -> interruption.arrived(whole));
    return interruption;
  }

  /** Says which part of the job is done now. */
  void present(JobControl part) {
    present = part;
  }

  private void arrived(JobControl whole) {
    if (reached.compareAndSet(null, present.progress())) {
      whole.cancel("Ctrl-C");
    } else {
      Runtime.getRuntime().halt(ENDED_BY_INTERRUPT);
    }
  }

  /** Whether there was one. */
  boolean happened() {
    return reached.get() != null;
  }

  /**
   * How far the job had come.
   *
   * @param left what there is of it
   */
  String text(String left) {
    Progress progress = reached.get();
    String phase = progress.phase().name().toLowerCase(Locale.ROOT);
    return String.format(
        Locale.ROOT,
        "stopped by Ctrl-C after %.1f s, %s, %.0f%% of that done; %s",
        (System.nanoTime() - start) / 1e9,
        phase,
        progress.fraction() * 100,
        left);
  }
}
