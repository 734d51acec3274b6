package io.cliquestream.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
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

  private static final class Window {
    private final Logger logger;
    private final String pattern;
    private final long startNanos;
    private int lines;

    Window(Logger logger, String pattern, long startNanos) {
      this.logger = logger;
      this.pattern = pattern;
      this.startNanos = startNanos;
    }
  }

  private final LongSupplier clock;

  /** By logger, level and pattern. */
  private final Map<String, Window> windows = new HashMap<>();

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
    String pattern = format.replaceAll("\\d+", "#");
    String kind = logger.getName() + ' ' + level + ' ' + pattern;
    synchronized (windows) {
      Window window = windows.get(kind);
      if (window == null) {
        if (windows.size() >= MOST_KINDS) {
          return FilterReply.NEUTRAL;
        }
        window = new Window(logger, pattern, clock.getAsLong());
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
    List<Window> over = new ArrayList<>();
    long now = clock.getAsLong();
    synchronized (windows) {
      Iterator<Window> each = windows.values().iterator();
      while (each.hasNext()) {
        Window window = each.next();
        if (all || now - window.startNanos >= TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
          over.add(window);
          each.remove();
        }
      }
    }
    for (Window window : over) {
      if (window.lines > SHOWN) {
        window.logger.warn(
            SUMMARY,
            "… and {} more in {} s: {}",
            window.lines - SHOWN,
            TimeUnit.NANOSECONDS.toSeconds(now - window.startNanos),
            window.pattern);
      }
    }
  }
}
