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
    var text = new StringBuilder();
    line(text, "| what | number |");
    line(text, "|---|---|");
    row(text, "short jobs", plan.jobs() - unsent);
    row(text, "of the plan, never sent", unsent);
    row(text, "of them sent twice", resubmitted);
    row(text, "long jobs, cancelled at the end", plan.longJobs());
    row(text, "workers", plan.workers() + ", -Xmx" + plan.workerHeap());
    row(text, "SIGKILL of a worker", times(Disturbances.Kind.WORKER_KILL));
    row(text, "SIGKILL of the broker", times(Disturbances.Kind.BROKER_KILL));
    row(
        text,
        "broker away",
        times(Disturbances.Kind.BROKER_STOP) + " times " + plan.brokerStop().toSeconds() + " s");
    row(text, "unusable records", times(Disturbances.Kind.POISON));
    row(
        text,
        "decompression bombs of " + (CampaignPlan.BOMB_BYTES >> 20) + " MiB",
        times(Disturbances.Kind.BOMB));
    row(text, "processes that ended by themselves", endedByThemselves);
    row(text, "dead letters", deadLetters);
    peakBytes.forEach(
        (worker, bytes) ->
            row(
                text,
                "largest memory of " + worker,
                (bytes >> 20) + " MiB of " + (plan.workerMemory().bytes() >> 20)));
    if (plan.touchesDevices()) {
      row(text, "jobs that break a GPU", devices.faultJobs());
      row(text, "of them answered DEVICE_FAULT", devices.answeredAsFault());
      row(text, "SIGKILL of a GPU's process", devices.kills());
      row(text, "GPU processes that ended", devices.ended());
      row(text, "longest until not ready", seconds(devices.slowestNotReady()));
      row(text, "longest until ready again", seconds(devices.slowestReady()));
      row(text, "GPUs that never came back", devices.neverBack());
      row(
          text,
          "largest use of a GPU's memory budget",
          String.format(Locale.ROOT, "%.1f%%", 100 * devices.peakShare()));
    }
    row(text, "seed", plan.seed());
    row(text, "seconds", String.format(Locale.ROOT, "%.0f", seconds));
    row(text, "**lost**", lost.size());
    row(text, "**doubled**", doubled.size());
    row(text, "**wrong**", wrong);
    list(text, "lost", lost);
    list(text, "doubled", doubled);
    list(text, "wrong", faults);
    return text.toString();
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
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
