package io.cliquestream.cli.campaign;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of a campaign.
 *
 * @param plan what was to be done
 * @param disturbed what went wrong on purpose, how often
 * @param unsent short jobs that were never sent, because too many were unanswered
 * @param lost short jobs without an answer
 * @param doubled jobs with more than one answer
 * @param wrong answers that are not what they must be
 * @param faults the first of them, in words
 * @param deadLetters records on the dead-letter topic
 * @param resubmitted short jobs sent twice on purpose
 * @param endedByThemselves times that a process ended without being killed
 * @param peakBytes largest resident memory of each worker
 * @param devices what was seen of the GPUs
 * @param seconds from the first job to the last answer
 */
record CampaignReport(
    CampaignPlan plan,
    Map<Disturbances.Kind, Integer> disturbed,
    int unsent,
    List<String> lost,
    List<String> doubled,
    long wrong,
    List<String> faults,
    long deadLetters,
    int resubmitted,
    int endedByThemselves,
    Map<String, Long> peakBytes,
    DeviceOutcome devices,
    double seconds) {
  boolean passed() {
    return lost.isEmpty()
        && doubled.isEmpty()
        && wrong == 0
        && unsent == 0
        && isInsideMemory()
        && devices.passed();
  }

  private boolean isInsideMemory() {
    return peakBytes.values().stream().allMatch(peak -> peak <= plan.workerMemory().bytes());
  }

  private int times(Disturbances.Kind kind) {
    return disturbed.getOrDefault(kind, 0);
  }

  /** As a page of Markdown. */
  String text() {
    var text = new ReportText();
    text.row("short jobs", plan.jobs() - unsent);
    text.row("of the plan, never sent", unsent);
    text.row("of them sent twice", resubmitted);
    text.row("long jobs, cancelled at the end", plan.longJobs());
    text.row("workers", plan.workers() + ", -Xmx" + plan.workerHeap());
    text.row("SIGKILL of a worker", times(Disturbances.Kind.WORKER_KILL));
    text.row("SIGKILL of the broker", times(Disturbances.Kind.BROKER_KILL));
    text.row(
        "broker away",
        times(Disturbances.Kind.BROKER_STOP) + " times " + plan.brokerStop().toSeconds() + " s");
    text.row("unusable records", times(Disturbances.Kind.POISON));
    text.row(
        "decompression bombs of " + (CampaignPlan.BOMB_BYTES >> 20) + " MiB",
        times(Disturbances.Kind.BOMB));
    text.row("processes that ended by themselves", endedByThemselves);
    text.row("dead letters", deadLetters);
    peakBytes.forEach(
        (worker, bytes) ->
            text.row(
                "largest memory of " + worker,
                (bytes >> 20) + " MiB of " + (plan.workerMemory().bytes() >> 20)));
    if (plan.touchesDevices()) {
      text.row("jobs that break a GPU", devices.faultJobs());
      text.row("of them answered DEVICE_FAULT", devices.answeredAsFault());
      text.row("SIGKILL of a GPU's process", devices.kills());
      text.row("GPU processes that ended", devices.ended());
      text.row("longest until not ready", seconds(devices.slowestNotReady()));
      text.row("longest until ready again", seconds(devices.slowestReady()));
      text.row("GPUs that never came back", devices.neverBack());
      text.row(
          "largest use of a GPU's memory budget",
          String.format(Locale.ROOT, "%.1f%%", 100 * devices.peakShare()));
    }
    text.row("seed", plan.seed());
    text.row("seconds", String.format(Locale.ROOT, "%.0f", seconds));
    text.row("**lost**", lost.size());
    text.row("**doubled**", doubled.size());
    text.row("**wrong**", wrong);
    text.list("lost", lost);
    text.list("doubled", doubled);
    text.list("wrong", faults);
    return text.toString();
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
  }
}
