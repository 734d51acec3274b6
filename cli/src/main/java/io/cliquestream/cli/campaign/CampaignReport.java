package io.cliquestream.cli.campaign;

import java.util.Locale;
import java.util.Map;

/**
 * What came of a campaign.
 *
 * @param plan what was to be done
 * @param disturbed what went wrong on purpose, how often
 * @param unsent short jobs that were never sent, because too many were unanswered
 * @param deadLetters records on the dead-letter topic
 * @param resubmitted short jobs sent twice on purpose
 * @param slowestNotReady longest time that the broker was away until a worker said that it was not
 *     ready, in seconds
 * @param silentOutages times that a worker did not say so at all
 * @param devices what was seen of the GPUs
 * @param findings what every campaign finds out
 */
record CampaignReport(
    CampaignPlan plan,
    Map<Disturbances.Kind, Integer> disturbed,
    int unsent,
    long deadLetters,
    int resubmitted,
    double slowestNotReady,
    int silentOutages,
    DeviceOutcome devices,
    CampaignFindings findings) {
  boolean passed() {
    return findings.passed()
        && unsent == 0
        && silentOutages == 0
        && isInsideMemory()
        && devices.passed();
  }

  private boolean isInsideMemory() {
    return findings.peakBytes().values().stream()
        .allMatch(peak -> peak <= plan.workerMemory().bytes());
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
    if (times(Disturbances.Kind.BROKER_STOP) > 0) {
      text.row("longest until not ready without the broker", seconds(slowestNotReady));
      text.row("times that a worker stayed ready without it", silentOutages);
    }
    text.row("unusable records", times(Disturbances.Kind.POISON));
    text.row(
        "decompression bombs of " + (CampaignPlan.BOMB_BYTES >> 20) + " MiB",
        times(Disturbances.Kind.BOMB));
    text.row("processes that ended by themselves", findings.endedByThemselves());
    text.row("dead letters", deadLetters);
    findings
        .peakBytes()
        .forEach(
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
    findings.summarize(plan.seed(), text);
    findings.list(text);
    return text.toString();
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
  }
}
