package io.cliquestream.worker.api.json;

import io.cliquestream.contract.Counts;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.NamedVertices;
import io.cliquestream.v1.ResultDifference;
import io.cliquestream.v1.Timings;
import io.cliquestream.v1.VertexSet;
import io.cliquestream.worker.directory.listed.ListedState;
import io.cliquestream.worker.translation.AnswerMembers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The schema Result. */
public final class ResultJson {
  private ResultJson() {}

  public static JsonObject write(JobResult result) {
    var plan = new JsonObject();
    new TreeMap<>(result.getPlanMap()).forEach(plan::put);
    var skipped = new JsonArray();
    result.getSkippedVersionsList().forEach(v -> skipped.add(Long.toUnsignedString(v)));
    return new JsonObject()
        .put("run", Long.toUnsignedString(result.getRun()))
        .put("status", ListedState.of(result.getStatus()).text())
        .put("partial", result.getPartial())
        .put("graph", result.getGraphId())
        .put("version", Text.version(result.getGraphVersion()))
        .put("vertices", result.getVertices())
        .put("edges", result.getEdges())
        .put("answer", answer(result))
        .put("engine", result.getEngine())
        .put("plan", plan)
        .put("timings", timings(result.getTimings()))
        .put("pages", result.getPageCount())
        .put("skippedVersions", skipped)
        .put("skippedVersionCount", result.getSkippedVersionCount())
        .put("difference", result.hasDifference() ? difference(result.getDifference()) : null)
        .put("alerts", result.hasAlerts() ? alerts(result.getAlerts()) : null)
        .put("failure", result.hasFailure() ? failure(result.getFailure()) : null);
  }

  private static JsonObject difference(ResultDifference difference) {
    return new JsonObject()
        .put("baseVersion", Text.version(difference.getBaseVersion()))
        .put("changedVerticesOnly", difference.getChangedVerticesOnly())
        .put("figures", new JsonObject(AnswerMembers.figures(difference)));
  }

  private static JsonObject alerts(AlertReport report) {
    return AlertJson.summary(report.getSummary())
        .put("records", report.getRecords())
        .put("lastSequence", Long.toUnsignedString(report.getLastSequence()));
  }

  private static JsonObject failure(Failure failure) {
    String category = failure.getCategory().name().replace("FAILURE_CATEGORY_", "");
    return new JsonObject()
        .put("code", Failures.nameOf(failure.getCode()))
        .put("category", category.startsWith("UN") ? "INTERNAL" : category)
        .put("message", failure.getMessage());
  }

  private static JsonObject timings(Timings timings) {
    return new JsonObject()
        .put("queuedMillis", Text.millis(timings.getQueuedNanos()))
        .put("transferMillis", Text.millis(timings.getTransferNanos()))
        .put("prepareMillis", Text.millis(timings.getPrepareNanos()))
        .put("computeMillis", Text.millis(timings.getComputeNanos()))
        .put("publishMillis", Text.millis(timings.getPublishNanos()));
  }

  private static JsonObject answer(JobResult result) {
    if (result.getAnswerCase() == JobResult.AnswerCase.ANSWER_NOT_SET) {
      return null;
    }
    var answer = new JsonObject(AnswerMembers.of(result));
    if (result.hasMaximumClique()) {
      var maximum = result.getMaximumClique();
      answer
          .put("upperBound", Integer.toUnsignedString(maximum.getUpperBound()))
          .put("maximumCliques", sets(maximum.getCliquesList()));
      if (result.hasNames()) {
        Map<String, String> names = names(result.getNames());
        var named = new JsonArray();
        maximum.getCliquesList().forEach(set -> named.add(named(vertices(set), names)));
        answer.put("maximumCliqueNames", named);
      }
      if (maximum.hasMaximumCliqueCount()) {
        answer.put("maximumCliqueCount", Counts.toDecimal(maximum.getMaximumCliqueCount()));
      }
    }
    return answer;
  }

  private static JsonArray sets(List<VertexSet> list) {
    return new JsonArray(list.stream().map(ResultJson::vertices).toList());
  }

  /** Names by the ids' text. */
  public static Map<String, String> names(NamedVertices named) {
    Map<String, String> names = new HashMap<>();
    int count = Math.min(named.getVerticesCount(), named.getNamesCount());
    for (int i = 0; i < count; i++) {
      names.put(Long.toUnsignedString(named.getVertices(i)), named.getNames(i));
    }
    return names;
  }

  /** The names of vertices by their ids' text. */
  public static JsonArray named(JsonArray ids, Map<String, String> names) {
    var found = new JsonArray();
    ids.forEach(id -> found.add(names.get(id.toString())));
    return found;
  }

  /** A set of vertices by their original ids. */
  public static JsonArray vertices(VertexSet set) {
    return new JsonArray(set.getVerticesList().stream().map(Long::toUnsignedString).toList());
  }
}
