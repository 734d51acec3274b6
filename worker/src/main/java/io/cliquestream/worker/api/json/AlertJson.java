package io.cliquestream.worker.api.json;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertCause;
import io.cliquestream.v1.AlertSummary;
import io.cliquestream.worker.directory.listed.ListedAlert;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The schema Alert. */
public final class AlertJson {
  /** Names of the kinds. */
  public static final Set<String> KINDS =
      Set.of("appeared", "vanished", "summary", "threshold-reached", "threshold-left", "restarted");

  private AlertJson() {}

  public static JsonObject write(ListedAlert listed) {
    Alert alert = listed.alert();
    var vertices = new JsonArray();
    alert.getVerticesList().forEach(id -> vertices.add(Long.toUnsignedString(id)));
    var json = new JsonObject();
    if (alert.getNamesCount() > 0) {
      json.put("names", new JsonArray(List.copyOf(alert.getNamesList())));
    }
    return json.put("job", alert.getJobId())
        .put("graph", alert.getGraphId())
        .put("tenant", alert.getTenant())
        .put("run", Long.toUnsignedString(alert.getRun()))
        .put("sequence", Long.toUnsignedString(alert.getSequence()))
        .put("version", Text.version(alert.getGraphVersion()))
        .put("baseVersion", Text.version(alert.getBaseVersion()))
        .put("kind", kind(alert))
        .put("match", Text.orNull(alert.getMatchId()))
        .put("vertices", vertices)
        .put("vertexCount", alert.getVertexCount())
        .put("cause", alert.hasCause() ? cause(alert.getCause()) : null)
        .put("summary", alert.hasSummary() ? summary(alert.getSummary()) : null)
        .put("time", Text.time(listed.time()));
  }

  /** Name of its kind. */
  public static String kind(Alert alert) {
    return alert
        .getKind()
        .name()
        .replace("ALERT_KIND_", "")
        .toLowerCase(Locale.ROOT)
        .replace('_', '-');
  }

  private static JsonObject cause(AlertCause cause) {
    var json =
        new JsonObject()
            .put("from", Long.toUnsignedString(cause.getFrom()))
            .put("to", Long.toUnsignedString(cause.getTo()))
            .put("inserted", cause.getInserted());
    return cause.getFromName().isEmpty()
        ? json
        : json.put("fromName", cause.getFromName()).put("toName", cause.getToName());
  }

  /** What a run changed, of the matches that its job tells of. */
  static JsonObject summary(AlertSummary summary) {
    return new JsonObject()
        .put("appeared", Counts.toDecimal(summary.getAppeared()))
        .put("vanished", Counts.toDecimal(summary.getVanished()))
        .put("matches", summary.hasMatches() ? Counts.toDecimal(summary.getMatches()) : null);
  }
}
