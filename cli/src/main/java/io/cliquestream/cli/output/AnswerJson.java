package io.cliquestream.cli.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.Failures;
import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultDifference;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexSet;
import io.cliquestream.worker.translation.AnswerMembers;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A result as one JSON object, whose shape is a public contract ({@code schema/answer.schema.json}
 * among the resources). One rule: in {@code result} whole numbers are decimal strings, because
 * numbers lose exactness beyond 2^53 in many readers, and only the ids of vertices are numbers, or
 * strings where they have names; outside of it every number is a number.
 */
record AnswerJson(VertexNames vertices) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Renders a result with its pages on one line.
   *
   * @param file where its rows were written instead, if they were
   */
  static String render(
      JobKind kind,
      JobResult result,
      List<ResultPage> pages,
      VertexNames vertices,
      Optional<Measured> measured,
      Optional<RowFile> file) {
    return new AnswerJson(vertices).root(kind, result, pages, measured, file).toString();
  }

  private ObjectNode root(
      JobKind kind,
      JobResult result,
      List<ResultPage> pages,
      Optional<Measured> measured,
      Optional<RowFile> file) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("job", kind.text());
    ObjectNode graph = root.putObject("graph");
    graph.put("vertices", result.getVertices());
    graph.put("edges", result.getEdges());
    measured.ifPresent(took -> graph.put("source", took.source()));
    if (!result.getGraphId().isEmpty()) {
      graph.put("id", result.getGraphId());
      graph.put("version", result.getGraphVersion());
    }
    if (result.hasFailure()) {
      ObjectNode failure = root.putObject("failure");
      failure.put("code", Failures.nameOf(result.getFailure().getCode()));
      failure.put(
          "category",
          result.getFailure().getCategory().name().substring("FAILURE_CATEGORY_".length()));
      failure.put("message", result.getFailure().getMessage());
      root.put("partial", result.getPartial());
    }
    ObjectNode answer = root.putObject("result");
    writeAnswer(result, answer);
    writePages(kind, pages, answer);
    if (result.hasDifference()) {
      writeDifference(result.getDifference(), root.putObject("difference"));
    }
    if (result.hasAlerts()) {
      writeAlerts(result.getAlerts(), root.putObject("alerts"));
    }
    root.put("engine", result.getEngine());
    ObjectNode plan = root.putObject("plan");
    new TreeMap<>(result.getPlanMap()).forEach(plan::put);
    ObjectNode timings = root.putObject("timings");
    timings.put("queuedMillis", millis(result.getTimings().getQueuedNanos()));
    timings.put("transferMillis", millis(result.getTimings().getTransferNanos()));
    timings.put("prepareMillis", millis(result.getTimings().getPrepareNanos()));
    timings.put("computeMillis", millis(result.getTimings().getComputeNanos()));
    timings.put("publishMillis", millis(result.getTimings().getPublishNanos()));
    measured.ifPresent(
        took -> {
          timings.put("readMillis", millis(took.readNanos()));
          timings.put("readProcessorMillis", millis(took.readProcessorNanos()));
          timings.put("buildMillis", millis(took.buildNanos()));
          timings.put("openMillis", millis(took.openNanos()));
          timings.put("copyMillis", millis(took.copyNanos()));
          timings.put("planMillis", millis(took.planNanos()));
          timings.put("totalMillis", millis(took.totalNanos()));
          timings.put("processorMillis", millis(took.processorNanos()));
          ObjectNode memory = root.putObject("memory");
          memory.put("graphBytes", took.graphBytes());
          took.peakBytes().ifPresent(peak -> memory.put("peakBytes", peak));
        });
    file.ifPresent(rows -> rows.describe(root));
    return root;
  }

  private static void writeDifference(ResultDifference difference, ObjectNode node) {
    node.put("baseVersion", difference.getBaseVersion());
    node.put("changedVerticesOnly", difference.getChangedVerticesOnly());
    node.set("figures", MAPPER.valueToTree(AnswerMembers.figures(difference)));
  }

  private static void writeAlerts(AlertReport report, ObjectNode node) {
    node.put("records", report.getRecords());
    node.put("lastSequence", report.getLastSequence());
    node.put("appeared", Counts.toDecimal(report.getSummary().getAppeared()));
    node.put("vanished", Counts.toDecimal(report.getSummary().getVanished()));
    if (report.getSummary().hasMatches()) {
      node.put("matches", Counts.toDecimal(report.getSummary().getMatches()));
    }
  }

  private static double millis(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }

  private void writeAnswer(JobResult result, ObjectNode answer) {
    answer.setAll(MAPPER.<ObjectNode>valueToTree(AnswerMembers.of(result)));
    if (result.hasMaximumClique()) {
      var maximum = result.getMaximumClique();
      if (maximum.getUpperBound() != maximum.getCliqueNumber()) {
        answer.put("upperBound", Integer.toString(maximum.getUpperBound()));
      }
      if (maximum.hasMaximumCliqueCount()) {
        answer.put("maximumCliqueCount", Counts.toDecimal(maximum.getMaximumCliqueCount()));
      }
      writeSets(maximum.getCliquesList(), answer.putArray("maximumCliques"));
    }
    var pattern = result.getPattern();
    if (pattern.hasListed()) {
      answer.put("exact", PatternListing.isExact(pattern));
      answer.put("listed", Long.toUnsignedString(pattern.getListed()));
      answer.put("complete", pattern.getComplete());
    }
  }

  private void writeSets(List<VertexSet> sets, ArrayNode target) {
    for (VertexSet set : sets) {
      ArrayNode ids = target.addArray();
      set.getVerticesList().forEach(id -> addId(ids, id));
    }
  }

  private void addId(ArrayNode target, long id) {
    if (vertices.areText()) {
      target.add(vertices.of(id));
    } else if (id >= 0) {
      target.add(id);
    } else {
      target.add(new BigInteger(Long.toUnsignedString(id)));
    }
  }

  private void putId(ObjectNode target, String name, long id) {
    if (vertices.areText()) {
      target.put(name, vertices.of(id));
    } else if (id >= 0) {
      target.put(name, id);
    } else {
      target.put(name, new BigInteger(Long.toUnsignedString(id)));
    }
  }

  private void writePages(JobKind kind, List<ResultPage> pages, ObjectNode answer) {
    for (ResultPage page : pages) {
      switch (page.getContentCase()) {
        case VERTEX_COUNTS -> {
          ArrayNode target = answer.withArray("perVertex");
          var counts = page.getVertexCounts();
          for (int i = 0; i < counts.getVerticesCount(); i++) {
            ObjectNode entry = target.addObject();
            putId(entry, "vertex", counts.getVertices(i));
            entry.put("count", Counts.toDecimal(counts.getCounts(i)));
          }
        }
        case EDGE_COUNTS -> {
          ArrayNode target = answer.withArray("perEdge");
          var counts = page.getEdgeCounts();
          for (int i = 0; i < counts.getFromCount(); i++) {
            ObjectNode entry = target.addObject();
            putId(entry, "from", counts.getFrom(i));
            putId(entry, "to", counts.getTo(i));
            entry.put("count", Counts.toDecimal(counts.getCounts(i)));
          }
        }
        case VERTEX_COEFFICIENTS -> {
          ArrayNode target = answer.withArray("localClustering");
          var coefficients = page.getVertexCoefficients();
          for (int i = 0; i < coefficients.getVerticesCount(); i++) {
            ObjectNode entry = target.addObject();
            putId(entry, "vertex", coefficients.getVertices(i));
            entry.put("coefficient", coefficients.getCoefficients(i));
          }
        }
        case VERTEX_SETS -> {
          String name =
              switch (kind) {
                case MAX_CLIQUE -> "maximumCliques";
                case MAXIMAL_CLIQUES, LIST_CLIQUES -> "cliques";
                case MATCH -> "listedMatches";
                case TRIANGLES, K_CLIQUES, MOTIFS, CLIQUE_ESTIMATE, CORE_NUMBERS -> "sets";
              };
          writeSets(page.getVertexSets().getSetsList(), answer.withArray(name));
        }
        case CONTENT_NOT_SET -> {}
      }
    }
  }
}
