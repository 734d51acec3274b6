package io.cliquestream.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A Vert.x for tests, whose blocked-thread checker makes a test fail. Every test that runs anything
 * of the service on an event loop uses it and ends with {@link #requireNone}.
 */
public final class BlockedLoops {
  /**
   * An event loop that is held up for longer than this fails the test; on a machine with more to do
   * than it has processors, for as many times longer as each of them has to do.
   */
  private static final long BLOCKED_MILLIS = 1_000;

  private static final long CHECK_MILLIS = 50;

  private static final List<String> FOUND = new CopyOnWriteArrayList<>();

  private BlockedLoops() {}

  /** A Vert.x that is watched. */
  public static Vertx vertx() {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(2)
                .setBlockedThreadCheckInterval(CHECK_MILLIS)
                .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
                .setMaxEventLoopExecuteTime(BLOCKED_MILLIS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS));
    ((VertxInternal) vertx)
        .blockedThreadChecker()
        .setThreadBlockedHandler(
            event -> {
              // Worker threads may block: that is what they are for.
              if (event.thread().getName().contains("eventloop")
                  && event.duration() > allowedNanos()) {
                FOUND.add(
                    event.thread().getName()
                        + " for "
                        + event.duration() / 1_000_000
                        + " ms: "
                        + List.of(event.thread().getStackTrace()));
              }
            });
    return vertx;
  }

  private static long allowedNanos() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    double waiting = system.getSystemLoadAverage() / system.getAvailableProcessors();
    return (long) (TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS) * Math.max(1, waiting));
  }

  /** Fails when an event loop was blocked since the last call. */
  public static void requireNone() {
    List<String> found = List.copyOf(FOUND);
    FOUND.clear();
    assertThat(found).as("event loops that were blocked").isEmpty();
  }
}
