package io.cliquestream.cli.campaign;

import java.util.List;
import java.util.Locale;

/**
 * What came of a campaign of split jobs.
 *
 * @param plan what was to be done
 * @param tally what the results say of themselves
 * @param findings what every campaign finds out
 */
record SplitCampaignReport(SplitCampaignPlan plan, SplitTally tally, CampaignFindings findings) {
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

  /** As a page of Markdown. */
  String text() {
    var text = new ReportText();
    text.row("jobs, each split", plan.jobs() + 2 * plan.longJobs());
    text.row("parts of all of them", tally.sum("split-parts"));
    text.row("workers", plan.workers() + ", one thread each, -Xmx" + plan.workerHeap());
    text.row("SIGKILL of a worker", tally.times(SplitTally.Disturbance.WORKER_KILL));
    text.row("SIGKILL of the broker", tally.times(SplitTally.Disturbance.BROKER_KILL));
    text.row(
        "SIGSTOP of a worker for " + plan.standstill().toSeconds() + " s",
        tally.times(SplitTally.Disturbance.STANDSTILL));
    text.row("of all these after the job's end", tally.late());
    text.row("jobs that another owner took up", tally.resumed());
    text.row("parts given out again", tally.sum("split-reissued"));
    text.row("parts answered twice", tally.sum("split-duplicates"));
    text.row("processes that ended by themselves", findings.endedByThemselves());
    findings
        .peakBytes()
        .forEach(
            (worker, bytes) -> text.row("largest memory of " + worker, (bytes >> 20) + " MiB"));
    findings.summarize(plan.seed(), text);
    text.line("");
    text.line("| median of a job alone, seconds | undisturbed | a worker killed |");
    text.line("|---|---|---|");
    for (int kind = 0; kind < KINDS.size(); kind++) {
      text.line(
          "| "
              + KINDS.get(kind)
              + " | "
              + seconds(tally.median(kind, SplitTally.Disturbance.NONE))
              + " | "
              + seconds(tally.median(kind, SplitTally.Disturbance.WORKER_KILL))
              + " |");
    }
    findings.list(text);
    return text.toString();
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.1f", value);
  }
}
