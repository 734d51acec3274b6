package io.cliquestream.cli.demo;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Progress of several jobs at once, on the error stream: one bar each that redraws itself on a
 * terminal; elsewhere a plain line whenever a job enters another phase. Safe for use by several
 * threads.
 */
final class ProgressBoard {
  private static final int WIDTH = 30;

  private record State(double fraction, String phase) {}

  private final PrintStream out;
  private final boolean terminal;
  private final Map<String, State> jobs = new LinkedHashMap<>();
  private int drawnLines;

  ProgressBoard(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows a job's state; a new name gets a line of its own. */
  synchronized void show(String job, double fraction, String phase) {
    State before = jobs.get(job);
    if (before != null && before.fraction == 1 && fraction < 1) {
      // Progress is sent beside the transaction and may come after the end that it was before.
      return;
    }
    jobs.put(job, new State(fraction, phase));
    if (terminal) {
      redraw();
    } else if (before == null || !before.phase.equals(phase)) {
      out.printf(Locale.ROOT, "%-16s %s%n", job, phase);
    }
  }

  private void redraw() {
    StringBuilder text = new StringBuilder();
    if (drawnLines > 0) {
      text.append("\u001b[").append(drawnLines).append('A');
    }
    jobs.forEach(
        (job, state) -> {
          int filled = (int) Math.round(state.fraction * WIDTH);
          text.append(
              String.format(
                  Locale.ROOT,
                  "\r\u001b[K%-16s %s%s %3.0f%%  %s%n",
                  job,
                  "█".repeat(filled),
                  "░".repeat(WIDTH - filled),
                  state.fraction * 100,
                  state.phase));
        });
    drawnLines = jobs.size();
    out.print(text);
    out.flush();
  }
}
