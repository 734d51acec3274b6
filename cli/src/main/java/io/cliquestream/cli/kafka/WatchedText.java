package io.cliquestream.cli.kafka;

import io.cliquestream.cli.output.ResultText;
import io.cliquestream.contract.Counts;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertCause;
import io.cliquestream.v1.AlertSummary;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.api.json.AlertJson;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results and alerts, each on one line for a person. */
public final class WatchedText {
  private static final int SHOWN_VERTICES = 32;

  private WatchedText() {}

  /** A result. */
  static String of(JobResult result) {
    return String.format(
        Locale.ROOT,
        "%s run %d  %s@%d  %s  %s",
        result.getJobId(),
        result.getRun(),
        result.getGraphId(),
        result.getGraphVersion(),
        result.getStatus().name().substring("JOB_STATUS_".length()),
        String.join("; ", ResultText.figures(result)));
  }

  /** An alert. */
  public static String of(Alert alert) {
    return String.format(
        Locale.ROOT,
        "%s alert %d  %s@%d  %s  %s",
        alert.getJobId(),
        alert.getSequence(),
        alert.getGraphId(),
        alert.getGraphVersion(),
        AlertJson.kind(alert).toUpperCase(Locale.ROOT),
        what(alert));
  }

  private static String what(Alert alert) {
    return switch (alert.getKind()) {
      case ALERT_KIND_APPEARED, ALERT_KIND_VANISHED -> match(alert);
      case ALERT_KIND_SUMMARY, ALERT_KIND_THRESHOLD_REACHED, ALERT_KIND_THRESHOLD_LEFT ->
          summary(alert.getSummary());
      case ALERT_KIND_RESTARTED ->
          "no comparison with version "
              + Long.toUnsignedString(alert.getBaseVersion())
              + "; from here anew";
      case ALERT_KIND_UNSPECIFIED, UNRECOGNIZED -> "";
    };
  }

  private static String match(Alert alert) {
    Stream<String> called =
        alert.getNamesCount() > 0
            ? alert.getNamesList().stream().map(WatchedText::name)
            : alert.getVerticesList().stream().map(Long::toUnsignedString);
    String vertices = called.limit(SHOWN_VERTICES).collect(Collectors.joining(" "));
    int more = alert.getVertexCount() - Math.min(SHOWN_VERTICES, alert.getVerticesCount());
    return vertices
        + (more > 0 ? " … " + more + " more" : "")
        + (alert.hasCause() ? "  by " + cause(alert.getCause()) : "");
  }

  private static String cause(AlertCause cause) {
    return (cause.getInserted() ? "+ " : "- ")
        + end(cause.getFromName(), cause.getFrom())
        + " "
        + end(cause.getToName(), cause.getTo());
  }

  private static String end(String name, long id) {
    return name.isEmpty() ? Long.toUnsignedString(id) : name(name);
  }

  /** As other answers show it: a name with blanks in it is quoted. */
  private static String name(String name) {
    return VertexNames.shown(name);
  }

  private static String summary(AlertSummary summary) {
    return "appeared "
        + Counts.toDecimal(summary.getAppeared())
        + ", vanished "
        + Counts.toDecimal(summary.getVanished())
        + (summary.hasMatches() ? ", now " + Counts.toDecimal(summary.getMatches()) : "");
  }
}
