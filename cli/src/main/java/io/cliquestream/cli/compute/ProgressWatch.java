package io.cliquestream.cli.compute;

import io.cliquestream.cli.output.ProgressLine;
import io.cliquestream.kernels.control.JobControl;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Shows a job's progress every so often until closed; short jobs end before the first time. */
final class ProgressWatch implements AutoCloseable {
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("progress").unstarted(task));

  ProgressWatch(JobControl control, ProgressLine line, long everyMillis) {
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            () -> {
              JobControl.Progress progress = control.progress();
              String phase = progress.phase().name().toLowerCase(Locale.ROOT);
              line.show(
                  progress
                      .bounds()
                      .map(
                          now ->
                              ProgressLine.phase(phase, now.lower(), now.upper(), now.candidates()))
                      .orElse(phase),
                  progress.fraction(),
                  progress.remainingMillis());
            },
            everyMillis,
            everyMillis,
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    try {
      timer.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
