package io.cliquestream.cli.campaign;

import java.util.List;

/** The report of a campaign as a page of Markdown, line by line. */
final class ReportText {
  private static final int LISTED = 20;

  private final StringBuilder text = new StringBuilder();

  /** A table of what there was, and how much. */
  ReportText() {
    line("| what | number |");
    line("|---|---|");
  }

  /** A row of the table. */
  void row(String what, Object number) {
    line("| " + what + " | " + number + " |");
  }

  void line(String line) {
    text.append(line).append('\n');
  }

  /** The first of some jobs or sentences, if there are any. */
  void list(String what, List<String> items) {
    if (!items.isEmpty()) {
      line("");
      line(what + ": " + String.join(", ", items.subList(0, Math.min(LISTED, items.size()))));
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
