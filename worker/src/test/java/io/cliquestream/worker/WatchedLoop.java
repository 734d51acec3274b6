package io.cliquestream.worker;

import io.vertx.core.impl.VertxThread;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What one turn of an event loop's thread takes, seen from another thread now and then: a turn that
 * is seen twice took at least what lies between.
 *
 * <p>Where Linux tells how long a thread waited for a processor ({@code /proc/PID/task/TID}), what
 * is left of the clock's time is what the thread slept in the turn: for a lock, a file, another
 * thread. Pauses of the collector are nobody's fault and do not count. Whom it waits for may itself
 * lack a processor, so that time's bound grows with the machine's load; processor time's does not.
 */
final class WatchedLoop {
  static final long BUSY_MILLIS = 100;
  static final long WAITING_MILLIS = 100;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Path PROCESSES = Path.of("/proc");

  private record Usage(long wall, long processor, long delayed, long collected) {}

  private final VertxThread thread;

  /** Its folder below {@code /proc}; null where there is none. */
  private final Path task;

  private long turn;
  private Usage begun;
  private boolean told;

  /** Called on the loop's own thread. */
  WatchedLoop(VertxThread thread) {
    this.thread = thread;
    Path self = PROCESSES.resolve("thread-self");
    try {
      this.task =
          Files.isReadable(self.resolve("schedstat"))
              ? PROCESSES.resolve(Files.readSymbolicLink(self))
              : null;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isGone() {
    return !thread.isAlive();
  }

  /** Says what is wrong with the turn that is under way, once a turn. */
  Optional<String> look() throws IOException {
    long now = thread.startTime();
    if (now == 0) {
      turn = 0;
      return Optional.empty();
    }
    boolean sleeps = isAsleep();
    Usage usage = usage();
    if (thread.startTime() != now || usage.processor() < 0) {
      turn = 0;
      return Optional.empty();
    }
    if (now != turn) {
      turn = now;
      begun = usage;
      told = false;
      return Optional.empty();
    }
    long busy = usage.processor() - begun.processor();
    // Until it runs again, what it waited for a processor is not counted yet.
    long waited =
        sleeps
            ? usage.wall()
                - begun.wall()
                - busy
                - (usage.delayed() - begun.delayed())
                - (usage.collected() - begun.collected())
            : 0;
    if (told || (busy <= TimeUnit.MILLISECONDS.toNanos(BUSY_MILLIS) && waited <= allowedToWait())) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(
        thread.getName()
            + ": "
            + TimeUnit.NANOSECONDS.toMillis(busy)
            + " ms computing, "
            + TimeUnit.NANOSECONDS.toMillis(waited)
            + " ms waiting: "
            + List.of(thread.getStackTrace()));
  }

  private static long allowedToWait() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage() / system.getAvailableProcessors();
    return (long) (TimeUnit.MILLISECONDS.toNanos(WAITING_MILLIS) * Math.max(1, load));
  }

  private Usage usage() throws IOException {
    long delayed = 0;
    if (task != null) {
      String[] fields = Files.readString(task.resolve("schedstat")).split(" ", -1);
      delayed = Long.parseLong(fields[1]);
    }
    long collected = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      collected += Math.max(0, collector.getCollectionTime());
    }
    return new Usage(
        System.nanoTime(),
        THREADS.getThreadCpuTime(thread.threadId()),
        delayed,
        TimeUnit.MILLISECONDS.toNanos(collected));
  }

  /** Neither runs nor wants to. */
  private boolean isAsleep() throws IOException {
    if (task == null) {
      return false;
    }
    String stat = Files.readString(task.resolve("stat"));
    char state = stat.charAt(stat.lastIndexOf(')') + 2);
    return state == 'S' || state == 'D';
  }
}
