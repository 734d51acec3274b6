package io.cliquestream.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
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

  /** Threads that ran or wanted to run, machine-wide, at the last checks. */
  private static final Deque<Integer> RUNNABLE = new ArrayDeque<>();

  private static final int REMEMBERED_CHECKS = 40;

  /** Ends with "RUNNABLE/THREADS LAST_PID"; its averages are of whole minutes. */
  private static final Path LOAD = Path.of("/proc/loadavg");

  static {
    if (Files.isReadable(LOAD)) {
      Thread.ofPlatform().daemon().name("watch-load").start(BlockedLoops::watchLoad);
    }
  }

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

  private static void watchLoad() {
    try {
      while (true) {
        String[] fields = Files.readString(LOAD).split(" ", -1);
        synchronized (RUNNABLE) {
          RUNNABLE.add(Integer.parseInt(fields[3].substring(0, fields[3].indexOf('/'))));
          if (RUNNABLE.size() > REMEMBERED_CHECKS) {
            RUNNABLE.remove();
          }
        }
        TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the machine's load cannot be watched", e);
    }
  }

  private static double recentlyRunnable() {
    synchronized (RUNNABLE) {
      return RUNNABLE.stream().mapToInt(Integer::intValue).average().orElse(0);
    }
  }

  /** The average of a minute lags behind: a burst of two seconds hardly shows in it. */
  private static long allowedNanos() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    double waiting =
        Math.max(system.getSystemLoadAverage(), recentlyRunnable())
            / system.getAvailableProcessors();
    return (long) (TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS) * Math.max(1, waiting));
  }

  /** Fails when an event loop was blocked since the last call. */
  public static void requireNone() {
    List<String> found = List.copyOf(FOUND);
    FOUND.clear();
    assertThat(found).as("event loops that were blocked").isEmpty();
  }
}
