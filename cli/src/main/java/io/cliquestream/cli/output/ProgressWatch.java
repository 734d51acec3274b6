package io.cliquestream.cli.output;

import io.cliquestream.kernels.control.JobControl;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Shows a job's progress every so often until closed; short jobs end before the first time. */
public final class ProgressWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 200;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("progress").unstarted(task));
  private final ProgressLine line;

  /** Begins to show what a control tells; the line is closed with this. */
  public ProgressWatch(JobControl control, ProgressLine line) {
    this.line = line;
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            () -> show(control, line), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void show(JobControl control, ProgressLine line) {
    JobControl.Progress progress = control.progress();
    String phase = progress.phase().name().toLowerCase(Locale.ROOT);
    String text =
        progress
            .bounds()
            .map(now -> ProgressLine.phase(phase, now.lower(), now.upper(), now.candidates()))
            .orElse(phase);
    if (progress.fraction() > 0) {
      line.show(text, progress.fraction(), progress.remainingMillis());
    } else {
      // Nobody knows how much there is to do, as with standard input.
      line.show(text + ", " + control.phaseDuration().toSeconds() + " s", 0, OptionalLong.empty());
    }
  }

  /** Ends it, and then wipes the line, so that nothing is drawn behind it. */
  @Override
  public void close() {
    timer.shutdownNow();
    try {
      timer.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    line.close();
  }
}
