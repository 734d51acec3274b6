package io.cliquestream.loadgen.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What a load came to.
 *
 * @param wantedPerSecond rate asked for
 * @param sentPerSecond jobs over the time to the last sending, or the planned time if longer
 * @param answeredPerSecond results over the time to the last of them, or the planned time if longer
 * @param sent jobs the broker took
 * @param succeeded jobs that succeeded
 * @param checked answers compared with a known one
 * @param mismatched answers that differ
 * @param firstMismatch the first of them, for a person; empty when there is none
 * @param failures jobs that did not succeed or were not taken, by code
 * @param waiting jobs without a result that the service has not come to yet
 * @param lost jobs without a result that the service has passed
 * @param duplicated results beyond the first of a job
 * @param heldBack jobs that waited for room among the outstanding ones
 * @param greatestLatenessMillis longest time between a job's due time and its sending
 * @param latency from due time to result
 */
public record LoadReport(
    double wantedPerSecond,
    double sentPerSecond,
    double answeredPerSecond,
    long sent,
    long succeeded,
    long checked,
    long mismatched,
    String firstMismatch,
    Map<String, Long> failures,
    long waiting,
    long lost,
    long duplicated,
    long heldBack,
    double greatestLatenessMillis,
    Latency latency) {
  /**
   * Milliseconds.
   *
   * @param measured of so many answers: those of a warm-up are left out
   */
  public record Latency(
      long measured, double mean, double p50, double p90, double p99, double p999, double maximum) {
    static Latency of(Histogram micros) {
      return new Latency(
          micros.getTotalCount(),
          micros.getMean() / 1e3,
          micros.getValueAtPercentile(50) / 1e3,
          micros.getValueAtPercentile(90) / 1e3,
          micros.getValueAtPercentile(99) / 1e3,
          micros.getValueAtPercentile(99.9) / 1e3,
          micros.getMaxValue() / 1e3);
    }
  }

  /** How far a load is, in one line. */
  public String line(int planned) {
    return String.format(
        Locale.ROOT,
        "load  %3.0f%%  %d of %d sent, %d succeeded, %d failed, %d waiting, p50 %.1f ms",
        100.0 * (sent - waiting) / planned,
        sent,
        planned,
        succeeded,
        failures.values().stream().mapToLong(Long::longValue).sum(),
        waiting,
        latency.p50);
  }

  /** For people. */
  public String text() {
    return String.format(
        Locale.ROOT,
        """
        rate      wanted %.1f/s, sent %.1f/s, answered %.1f/s
        jobs      %d sent, %d succeeded, %d waiting, %d lost, %d duplicated
        answers   %d checked, %d wrong%s
        failures  %s
        sender    %d held back, at most %.1f ms late
        latency   mean %.1f ms, p50 %.1f, p90 %.1f, p99 %.1f, p99.9 %.1f, max %.1f, of %d answers
        """,
        wantedPerSecond,
        sentPerSecond,
        answeredPerSecond,
        sent,
        succeeded,
        waiting,
        lost,
        duplicated,
        checked,
        mismatched,
        firstMismatch.isEmpty() ? "" : "; first: " + firstMismatch,
        failures.isEmpty() ? "none" : new TreeMap<>(failures).toString(),
        heldBack,
        greatestLatenessMillis,
        latency.mean,
        latency.p50,
        latency.p90,
        latency.p99,
        latency.p999,
        latency.maximum,
        latency.measured);
  }

  /** One JSON object. */
  public String json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("wantedPerSecond", wantedPerSecond);
    json.put("sentPerSecond", sentPerSecond);
    json.put("answeredPerSecond", answeredPerSecond);
    json.put("sent", sent);
    json.put("succeeded", succeeded);
    json.put("checked", checked);
    json.put("mismatched", mismatched);
    json.put("firstMismatch", firstMismatch);
    json.put("failures", new TreeMap<>(failures));
    json.put("waiting", waiting);
    json.put("lost", lost);
    json.put("duplicated", duplicated);
    json.put("heldBack", heldBack);
    json.put("greatestLatenessMillis", greatestLatenessMillis);
    json.put("measured", latency.measured);
    json.put(
        "latencyMillis",
        new TreeMap<>(
            Map.of(
                "mean", latency.mean,
                "p50", latency.p50,
                "p90", latency.p90,
                "p99", latency.p99,
                "p99.9", latency.p999,
                "max", latency.maximum)));
    try {
      return new ObjectMapper().writeValueAsString(json);
    } catch (JsonProcessingException cause) {
      throw new IllegalStateException(cause);
    }
  }
}
