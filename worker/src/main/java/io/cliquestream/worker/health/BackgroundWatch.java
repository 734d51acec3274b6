package io.cliquestream.worker.health;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks at something that may block (a process, a disk) on a thread of its own and keeps what was
 * seen, so that health can be asked on an event loop. A look that hangs shows as the age of the
 * last one; beyond a limit that is DOWN.
 */
public final class BackgroundWatch implements HealthPart, AutoCloseable {
  private static final long INTERVAL_MILLIS = 500;

  /** What was seen and when; both in one reference, so that they belong together. */
  private record Seen(boolean up, String detail, long nanos) {}

  private final Callable<PartHealth> look;
  private final Duration patience;
  private final ScheduledExecutorService thread;
  private volatile Seen seen = new Seen(false, "not looked at yet", System.nanoTime());

  /**
   * @param look may block; its age is ignored, because it is made anew each time
   * @param patience a look older than this is no longer believed
   */
  public BackgroundWatch(String name, Duration patience, Callable<PartHealth> look) {
    this.look = look;
    this.patience = patience;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("cliquestream-watch-" + name).factory());
  }

  /** Starts to look, at once and then twice a second. */
  public BackgroundWatch start() {
    var _ = thread.scheduleWithFixedDelay(this::look, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  private void look() {
    Seen next;
    try {
      PartHealth health = look.call();
      next = new Seen(health.up(), health.detail(), System.nanoTime());
    } catch (Exception e) {
      next = new Seen(false, String.valueOf(e.getMessage()), System.nanoTime());
    }
    seen = next;
  }

  @Override
  public PartHealth now() {
    Seen last = seen;
    Duration age = PartHealth.since(last.nanos());
    return last.up() && age.compareTo(patience) < 0
        ? PartHealth.up(age, last.detail())
        : PartHealth.down(age, last.up() ? "does not answer" : last.detail());
  }

  /** Stops looking. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
