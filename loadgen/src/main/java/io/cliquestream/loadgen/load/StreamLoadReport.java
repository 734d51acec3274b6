package io.cliquestream.loadgen.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;

/**
 * What a load of edge events came to.
 *
 * @param events sent
 * @param sentPerSecond events over the time to the last of them
 * @param answeredPerSecond events over the time to the answer on the last version
 * @param versions that the stream made
 * @param checked answers compared with what they must be
 * @param mismatched answers that differ
 * @param firstMismatch the first of them, for a person; empty when there is none
 * @param failed runs that did not succeed
 * @param unanswered events without an answer on a version that has them
 * @param latency from when an event was due to the first answer on a version that has it
 */
public record StreamLoadReport(
    String graphId,
    long events,
    double sentPerSecond,
    double answeredPerSecond,
    long versions,
    long checked,
    long mismatched,
    String firstMismatch,
    long failed,
    long unanswered,
    LoadReport.Latency latency) {
  /** Whether every event was answered, and every answer was right. */
  public boolean isRight() {
    return mismatched == 0 && failed == 0 && unanswered == 0 && checked > 0;
  }

  /** For people. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s: %d events, %.0f/s sent, %.0f/s answered; %d versions, %d answers checked, %d wrong%s,"
            + " %d failed, %d unanswered%n"
            + "event to answer, ms: mean %.1f, p50 %.1f, p90 %.1f, p99 %.1f, p99.9 %.1f, max %.1f, of %d",
        graphId,
        events,
        sentPerSecond,
        answeredPerSecond,
        versions,
        checked,
        mismatched,
        firstMismatch.isEmpty() ? "" : " (" + firstMismatch + ")",
        failed,
        unanswered,
        latency.mean(),
        latency.p50(),
        latency.p90(),
        latency.p99(),
        latency.p999(),
        latency.maximum(),
        latency.measured());
  }

  /** For programs. */
  public String json() {
    try {
      return new ObjectMapper().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report is always JSON", e);
    }
  }
}
