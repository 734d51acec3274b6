package io.cliquestream.cli.compute;

import io.cliquestream.cli.Signals;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.JobControl.Progress;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ctrl-C while a job runs: it is cancelled, its progress line wiped, and what was done by then is
 * said. A second Ctrl-C ends the process at once.
 */
final class Interruption {
  /** What a process that this signal ended has as its exit code. */
  private static final int ENDED_BY_INTERRUPT = 130;

  private final long start = System.nanoTime();
  private final AtomicReference<Progress> reached = new AtomicReference<>();

  private Interruption() {}

  /** Cancels this job at the first Ctrl-C. */
  static Interruption cancelling(JobControl control) {
    Interruption interruption = new Interruption();
    // Where signals are not to be had the JVM ends the process, as it did before.
    var _ = Signals.handle("INT", () -> interruption.arrived(control));
    return interruption;
  }

  private void arrived(JobControl control) {
    if (reached.compareAndSet(null, control.progress())) {
      control.cancel("Ctrl-C");
    } else {
      Runtime.getRuntime().halt(ENDED_BY_INTERRUPT);
    }
  }

  /** Whether there was one. */
  boolean happened() {
    return reached.get() != null;
  }

  /** How far the job had come. */
  String text() {
    Progress progress = reached.get();
    String phase = progress.phase().name().toLowerCase(Locale.ROOT);
    return String.format(
        Locale.ROOT,
        "stopped by Ctrl-C after %.1f s, %s, %.0f%% of that done; no answer was proven by then",
        (System.nanoTime() - start) / 1e9,
        phase,
        progress.fraction() * 100);
  }
}
