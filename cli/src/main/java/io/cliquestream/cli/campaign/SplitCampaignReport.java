package io.cliquestream.cli.campaign;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of a campaign of split jobs.
 *
 * @param plan what was to be done
 * @param tally what the results say of themselves
 * @param lost jobs without an answer
 * @param doubled jobs with more than one answer
 * @param wrong answers that are not what they must be
 * @param faults the first of them, in words
 * @param endedByThemselves times that a process ended without being killed
 * @param peakBytes largest resident memory of each worker
 * @param seconds from the first job to the last answer
 */
record SplitCampaignReport(
    SplitCampaignPlan plan,
    SplitTally tally,
    List<String> lost,
    List<String> doubled,
    long wrong,
    List<String> faults,
    int endedByThemselves,
    Map<String, Long> peakBytes,
    double seconds) {
  private static final List<String> KINDS =
      List.of(
          "triangles, by vertex",
          "k-cliques, k = 4 to 7",
          "maximum cliques",
          "maximal cliques",
          "motifs of 4",
          "motifs of 5",
          "induced cycles of 6",
          "listed triangles",
          "long: motifs of 6");

  boolean passed() {
    return lost.isEmpty() && doubled.isEmpty() && wrong == 0;
  }

  /** As a page of Markdown. */
  String text() {
    var text = new StringBuilder();
    line(text, "| what | number |");
    line(text, "|---|---|");
    row(text, "jobs, each split", plan.jobs() + 2 * plan.longJobs());
    row(text, "parts of all of them", tally.sum("split-parts"));
    row(text, "workers", plan.workers() + ", one thread each, -Xmx" + plan.workerHeap());
    row(text, "SIGKILL of a worker", tally.times(SplitTally.Disturbance.WORKER_KILL));
    row(text, "SIGKILL of the broker", tally.times(SplitTally.Disturbance.BROKER_KILL));
    row(
        text,
        "SIGSTOP of a worker for " + plan.standstill().toSeconds() + " s",
        tally.times(SplitTally.Disturbance.STANDSTILL));
    row(text, "of all these after the job's end", tally.late());
    row(text, "jobs that another owner took up", tally.resumed());
    row(text, "parts given out again", tally.sum("split-reissued"));
    row(text, "parts answered twice", tally.sum("split-duplicates"));
    row(text, "processes that ended by themselves", endedByThemselves);
    peakBytes.forEach(
        (worker, bytes) -> row(text, "largest memory of " + worker, (bytes >> 20) + " MiB"));
    row(text, "seed", plan.seed());
    row(text, "seconds", String.format(Locale.ROOT, "%.0f", seconds));
    row(text, "**lost**", lost.size());
    row(text, "**doubled**", doubled.size());
    row(text, "**wrong**", wrong);
    line(text, "");
    line(text, "| median of a job alone, seconds | undisturbed | a worker killed |");
    line(text, "|---|---|---|");
    for (int kind = 0; kind < KINDS.size(); kind++) {
      line(
          text,
          "| "
              + KINDS.get(kind)
              + " | "
              + seconds(tally.median(kind, SplitTally.Disturbance.NONE))
              + " | "
              + seconds(tally.median(kind, SplitTally.Disturbance.WORKER_KILL))
              + " |");
    }
    list(text, "lost", lost);
    list(text, "doubled", doubled);
    list(text, "wrong", faults);
    return text.toString();
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.1f", value);
  }

  private static void row(StringBuilder text, String what, Object number) {
    line(text, "| " + what + " | " + number + " |");
  }

  private static void list(StringBuilder text, String what, List<String> items) {
    if (!items.isEmpty()) {
      line(text, "");
      line(text, what + ": " + String.join(", ", items.subList(0, Math.min(20, items.size()))));
    }
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
