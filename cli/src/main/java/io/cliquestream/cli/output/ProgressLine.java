package io.cliquestream.cli.output;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Shows progress on the error stream, so that standard output holds nothing but the answer: a bar
 * that redraws itself on a terminal, and a plain line at every tenth elsewhere.
 */
public final class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 30;

  private final PrintStream out;
  private final boolean terminal;
  private final String label;
  private int lastTenth = -1;
  private boolean drawn;

  /** A line on standard error; a bar when the process has a terminal. */
  public ProgressLine(String label) {
    this(label, System.err, Terminal.attached());
  }

  ProgressLine(String label, PrintStream out, boolean terminal) {
    this.label = label;
    this.out = out;
    this.terminal = terminal;
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
  public void show(String phase, double fraction, OptionalLong remainingMillis) {
    String rest =
        remainingMillis.isPresent()
            ? String.format(Locale.ROOT, ", %.1f s left", remainingMillis.getAsLong() / 1000.0)
            : "";
    if (terminal) {
      int filled = (int) Math.round(fraction * WIDTH);
      out.printf(
          Locale.ROOT,
          "\r\u001b[K%s  %s%s %3.0f%%  %s%s",
          label,
          "█".repeat(filled),
          "░".repeat(WIDTH - filled),
          fraction * 100,
          phase,
          rest);
      out.flush();
      drawn = true;
      return;
    }
    int tenth = (int) (fraction * 10);
    if (tenth > lastTenth) {
      lastTenth = tenth;
      out.printf(Locale.ROOT, "%s  %d%%  %s%s%n", label, tenth * 10, phase, rest);
    }
  }

  /** Ends the line; a bar is wiped so that it leaves no trace before the answer. */
  @Override
  public void close() {
    if (drawn) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }
}
