package io.cliquestream.cli.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.ResultText;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertSummary;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.api.json.AlertJson;
import java.math.BigInteger;
import java.util.Locale;

/**
 * Results and alerts, each one JSON object on one line. Exact numbers are decimal strings; vertices
 * are numbers, or names where they have some.
 */
final class WatchedJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private WatchedJson() {}

  /** A result. */
  static String of(JobResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("type", "result");
    root.put("job", result.getJobId());
    root.put("run", result.getRun());
    root.put("graph", result.getGraphId());
    root.put("version", result.getGraphVersion());
    root.put(
        "status",
        result
            .getStatus()
            .name()
            .substring("JOB_STATUS_".length())
            .toLowerCase(Locale.ROOT)
            .replace('_', '-'));
    ArrayNode figures = root.putArray("figures");
    if (!result.hasFailure()) {
      ResultText.figures(result).forEach(figures::add);
    } else {
      root.putObject("failure")
          .put("code", Failures.nameOf(result.getFailure().getCode()))
          .put("message", result.getFailure().getMessage());
    }
    if (result.hasAlerts()) {
      summary(root.putObject("alerts"), result.getAlerts().getSummary())
          .put("records", result.getAlerts().getRecords());
    }
    return root.toString();
  }

  /** An alert. */
  static String of(Alert alert) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("type", "alert");
    root.put("job", alert.getJobId());
    root.put("sequence", alert.getSequence());
    root.put("run", alert.getRun());
    root.put("graph", alert.getGraphId());
    root.put("version", alert.getGraphVersion());
    root.put("baseVersion", alert.getBaseVersion());
    root.put("kind", AlertJson.kind(alert));
    if (!alert.getMatchId().isEmpty()) {
      root.put("match", alert.getMatchId());
      ArrayNode vertices = root.putArray("vertices");
      if (alert.getNamesCount() > 0) {
        alert.getNamesList().forEach(vertices::add);
      } else {
        alert.getVerticesList().forEach(id -> vertices.add(number(id)));
      }
      root.put("vertexCount", alert.getVertexCount());
    }
    if (alert.hasCause()) {
      ObjectNode cause = root.putObject("cause");
      end(cause, "from", alert.getCause().getFromName(), alert.getCause().getFrom());
      end(cause, "to", alert.getCause().getToName(), alert.getCause().getTo());
      cause.put("inserted", alert.getCause().getInserted());
    }
    if (alert.hasSummary()) {
      summary(root.putObject("summary"), alert.getSummary());
    }
    return root.toString();
  }

  private static void end(ObjectNode cause, String field, String name, long id) {
    if (name.isEmpty()) {
      cause.set(field, cause.numberNode(number(id)));
    } else {
      cause.put(field, name);
    }
  }

  private static ObjectNode summary(ObjectNode node, AlertSummary summary) {
    node.put("appeared", Counts.toDecimal(summary.getAppeared()));
    node.put("vanished", Counts.toDecimal(summary.getVanished()));
    if (summary.hasMatches()) {
      node.put("matches", Counts.toDecimal(summary.getMatches()));
    }
    return node;
  }

  private static BigInteger number(long unsigned) {
    return new BigInteger(Long.toUnsignedString(unsigned));
  }
}
