package io.cliquestream.cli.campaign;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What every campaign finds out.
 *
 * @param lost jobs without an answer
 * @param doubled jobs with more than one answer
 * @param wrong answers that are not what they must be
 * @param faults the first of them, in words
 * @param endedByThemselves times that a process ended without being killed
 * @param peakBytes largest resident memory of each worker
 * @param seconds from the first job to the last answer
 */
record CampaignFindings(
    List<String> lost,
    List<String> doubled,
    long wrong,
    List<String> faults,
    int endedByThemselves,
    Map<String, Long> peakBytes,
    double seconds) {
  boolean passed() {
    return lost.isEmpty() && doubled.isEmpty() && wrong == 0;
  }

  /** The end of the report's table. */
  void summarize(long seed, ReportText text) {
    text.row("seed", seed);
    text.row("seconds", String.format(Locale.ROOT, "%.0f", seconds));
    text.row("**lost**", lost.size());
    text.row("**doubled**", doubled.size());
    text.row("**wrong**", wrong);
  }

  /** The end of the report. */
  void list(ReportText text) {
    text.list("lost", lost);
    text.list("doubled", doubled);
    text.list("wrong", faults);
  }
}
