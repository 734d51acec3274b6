package io.cliquestream.cli.output;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Shows progress on the error stream, so that standard output holds nothing but the answer: a bar
 * that redraws itself on a terminal, and elsewhere, once a job has run for some seconds, a plain
 * line at every tenth. Safe for use by several threads.
 */
public final class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 30;

  /** Without a terminal, jobs that end sooner leave no line. */
  private static final long QUIET_NANOS = 5_000_000_000L;

  private final PrintStream out;
  private final Terminal terminal;
  private final String label;
  private final LongSupplier clock;
  private final long start;
  private int lastTenth = -1;
  private boolean drawn;
  private boolean closed;

  /** A line on the error stream; a bar where that is a terminal. */
  public ProgressLine(String label) {
    this(label, System.err, Terminal.ofErrorStream(), System::nanoTime);
  }

  ProgressLine(String label, PrintStream out, Terminal terminal, LongSupplier clock) {
    this.label = label;
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /** The phase of a search for maximum cliques, with its bounds so far. */
  public static String phase(String phase, int lower, int upper, long candidates) {
    return String.format(
        Locale.ROOT,
        "%s, clique of %d found, at most %d, %d candidates left",
        phase,
        lower,
        upper,
        candidates);
  }

  /**
   * Shows how far the work is.
   *
   * @param fraction 0 to 1
   * @param remainingMillis estimated time to the end, if known
   */
  public synchronized void show(String phase, double fraction, OptionalLong remainingMillis) {
    if (closed) {
      return;
    }
    String rest =
        remainingMillis.isPresent()
            ? String.format(Locale.ROOT, ", %.1f s left", remainingMillis.getAsLong() / 1000.0)
            : "";
    if (terminal.attached()) {
      int filled = (int) Math.round(fraction * WIDTH);
      String line =
          String.format(
              Locale.ROOT,
              "%s  %s%s %3.0f%%  %s%s",
              label,
              "█".repeat(filled),
              "░".repeat(WIDTH - filled),
              fraction * 100,
              phase,
              rest);
      // A line that wraps could not be wiped.
      int room = terminal.width() - 1;
      out.print("\r\u001b[K" + (line.length() <= room ? line : line.substring(0, room)));
      out.flush();
      drawn = true;
      return;
    }
    int tenth = (int) (fraction * 10);
    if (tenth > lastTenth && clock.getAsLong() - start >= QUIET_NANOS) {
      lastTenth = tenth;
      out.printf(Locale.ROOT, "%s  %d%%  %s%s%n", label, tenth * 10, phase, rest);
    }
  }

  /** Ends the line for good; a bar is wiped so that it leaves no trace before what comes next. */
  @Override
  public synchronized void close() {
    if (drawn && !closed) {
      out.print("\r\u001b[K");
      out.flush();
    }
    closed = true;
  }
}
