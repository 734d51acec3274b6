package io.cliquestream.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Lets a library's warning through a few times a minute and then counts it: a Kafka client whose
 * broker is away repeats itself many times a second. At the end of the minute one line says how
 * many there were. Lines of Cliquestream itself are never held back.
 *
 * <p>Two lines are the same when logger and pattern are, numbers aside. What is remembered is
 * bounded; beyond the bound lines go through.
 */
final class RepeatedWarnings extends TurboFilter {
  /** Lines that go through before the rest of the minute is only counted. */
  static final int SHOWN = 3;

  static final long WINDOW_SECONDS = 60;
  private static final int MOST_KINDS = 1_000;
  private static final Marker SUMMARY = MarkerFactory.getMarker("summary");

  private record Kind(Logger logger, Level level, String pattern) {}

  private static final class Window {
    private final long startNanos;
    private int lines;

    Window(long startNanos) {
      this.startNanos = startNanos;
    }
  }

  private final LongSupplier clock;
  private final Map<Kind, Window> windows = new HashMap<>();
  private ScheduledFuture<?> sweeps;

  RepeatedWarnings() {
    this(System::nanoTime);
  }

  /**
   * @param clock nanoseconds since any instant
   */
  RepeatedWarnings(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public void start() {
    super.start();
    sweeps =
        getContext()
            .getScheduledExecutorService()
            .scheduleWithFixedDelay(this::sweep, WINDOW_SECONDS, WINDOW_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void stop() {
    super.stop();
    if (sweeps != null) {
      sweeps.cancel(false);
    }
    summarise(true);
  }

  @Override
  public FilterReply decide(
      Marker marker, Logger logger, Level level, String format, Object[] parameters, Throwable t) {
    if (format == null
        || SUMMARY.equals(marker)
        || !level.isGreaterOrEqual(Level.WARN)
        || logger.getName().startsWith("io.cliquestream")) {
      return FilterReply.NEUTRAL;
    }
    var kind = new Kind(logger, level, format.replaceAll("\\d+", "#"));
    synchronized (windows) {
      Window window = windows.get(kind);
      if (window == null) {
        if (windows.size() >= MOST_KINDS) {
          return FilterReply.NEUTRAL;
        }
        window = new Window(clock.getAsLong());
        windows.put(kind, window);
      }
      window.lines++;
      return window.lines <= SHOWN ? FilterReply.NEUTRAL : FilterReply.DENY;
    }
  }

  /** Says what was held back in windows that are over, and forgets them. */
  void sweep() {
    summarise(false);
  }

  private void summarise(boolean all) {
    var over = new HashMap<Kind, Window>();
    long now = clock.getAsLong();
    synchronized (windows) {
      windows.forEach(
          (kind, window) -> {
            if (all || now - window.startNanos >= TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
              over.put(kind, window);
            }
          });
      over.keySet().forEach(windows::remove);
    }
    over.forEach(
        (kind, window) -> {
          if (window.lines > SHOWN) {
            kind.logger()
                .warn(
                    SUMMARY,
                    "… and {} more in {} s: {}",
                    window.lines - SHOWN,
                    TimeUnit.NANOSECONDS.toSeconds(now - window.startNanos),
                    kind.pattern());
          }
        });
  }
}
