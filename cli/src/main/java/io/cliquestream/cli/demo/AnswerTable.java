package io.cliquestream.cli.demo;

import io.cliquestream.cli.output.ResultText;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.Timings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Answers side by side with where their time went. */
final class AnswerTable {
  private static final int ANSWER_LINES = 8;
  private static final String ROW = "%-16s %-36s %-6s %9s %9s %9s %9s";

  private AnswerTable() {}

  /** The lines of the table: a head, then for each job its figures and times in milliseconds. */
  static List<String> render(Map<JobKind, JobOutcome> outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            ROW,
            "job",
            "answer",
            "engine",
            "queued",
            "prepare",
            "compute",
            "publish"));
    lines.add(String.format(Locale.ROOT, ROW, "", "", "", "ms", "ms", "ms", "ms"));
    outcomes.forEach(
        (kind, outcome) -> {
          Timings timings = outcome.result().getTimings();
          List<String> figures = ResultText.figures(outcome.result());
          for (int i = 0; i < Math.min(figures.size(), ANSWER_LINES); i++) {
            lines.add(
                i == 0
                    ? String.format(
                        Locale.ROOT,
                        ROW,
                        kind.text(),
                        figures.getFirst(),
                        outcome.result().getEngine(),
                        millis(timings.getQueuedNanos()),
                        millis(timings.getPrepareNanos()),
                        millis(timings.getComputeNanos()),
                        millis(timings.getPublishNanos()))
                    : String.format(Locale.ROOT, "%-16s %s", "", figures.get(i)));
          }
          if (figures.size() > ANSWER_LINES) {
            lines.add(
                String.format(Locale.ROOT, "%-16s … %d more", "", figures.size() - ANSWER_LINES));
          }
        });
    return lines;
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
  }
}
