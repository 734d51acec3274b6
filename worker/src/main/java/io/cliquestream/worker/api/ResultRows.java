package io.cliquestream.worker.api;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.worker.api.json.ResultJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;

/**
 * Takes the pages of a run in their order and keeps the rows after a cursor, up to a limit of rows
 * and of their size. A cursor says which page, and how many of its rows were given.
 */
final class ResultRows {
  /** Vertex ids and counts of an answer, at most; a set of vertices is never cut. */
  private static final int MOST_NUMBERS = 200_000;

  private final int limit;
  private final long fromPage;
  private final int fromRow;
  private final JsonArray rows = new JsonArray();
  private String kind = "none";
  private String next;
  private int numbers;
  private Map<String, String> names = Map.of();

  ResultRows(Optional<String> cursor, int limit) {
    this.limit = limit;
    String[] parts = cursor.orElse("0~0").split("~", 2);
    try {
      this.fromPage = Long.parseLong(parts[0]);
      this.fromRow = Integer.parseInt(parts.length == 2 ? parts[1] : "");
    } catch (NumberFormatException e) {
      throw Query.wrongCursor();
    }
    if (fromPage < 0 || fromRow < 0) {
      throw Query.wrongCursor();
    }
  }

  /** The page that the cursor is in. */
  long firstPage() {
    return fromPage;
  }

  /** Takes what a record is; whether more is wanted. */
  boolean take(Optional<ResultPage> record) {
    if (record.isEmpty() || record.get().getSequence() < fromPage) {
      return true;
    }
    ResultPage page = record.get();
    int first = page.getSequence() == fromPage ? fromRow : 0;
    int size = size(page);
    names = ResultJson.names(page.getNames());
    for (int row = first; row < size; row++) {
      if (rows.size() == limit || numbers > MOST_NUMBERS) {
        next = page.getSequence() + "~" + row;
        return false;
      }
      rows.add(row(page, row));
    }
    return true;
  }

  private int size(ResultPage page) {
    return switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        kind = "vertex-counts";
        yield page.getVertexCounts().getVerticesCount();
      }
      case EDGE_COUNTS -> {
        kind = "edge-counts";
        yield page.getEdgeCounts().getFromCount();
      }
      case VERTEX_COEFFICIENTS -> {
        kind = "vertex-coefficients";
        yield page.getVertexCoefficients().getVerticesCount();
      }
      case VERTEX_SETS -> {
        kind = "vertex-sets";
        yield page.getVertexSets().getSetsCount();
      }
      case CONTENT_NOT_SET -> 0;
    };
  }

  private JsonObject row(ResultPage page, int row) {
    numbers += 2;
    if (!page.hasNames()) {
      return plainRow(page, row);
    }
    JsonObject plain = plainRow(page, row);
    return switch (page.getContentCase()) {
      case VERTEX_COUNTS, VERTEX_COEFFICIENTS ->
          plain.put("name", names.get(plain.getString("vertex")));
      case EDGE_COUNTS ->
          plain
              .put("fromName", names.get(plain.getString("from")))
              .put("toName", names.get(plain.getString("to")));
      case VERTEX_SETS ->
          plain.put("names", ResultJson.named(plain.getJsonArray("vertices"), names));
      case CONTENT_NOT_SET -> plain;
    };
  }

  private JsonObject plainRow(ResultPage page, int row) {
    return switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        var counts = page.getVertexCounts();
        yield new JsonObject()
            .put("vertex", Long.toUnsignedString(counts.getVertices(row)))
            .put("count", Counts.toDecimal(counts.getCounts(row)));
      }
      case EDGE_COUNTS -> {
        var counts = page.getEdgeCounts();
        yield new JsonObject()
            .put("from", Long.toUnsignedString(counts.getFrom(row)))
            .put("to", Long.toUnsignedString(counts.getTo(row)))
            .put("count", Counts.toDecimal(counts.getCounts(row)));
      }
      case VERTEX_COEFFICIENTS -> {
        var coefficients = page.getVertexCoefficients();
        yield new JsonObject()
            .put("vertex", Long.toUnsignedString(coefficients.getVertices(row)))
            .put("coefficient", coefficients.getCoefficients(row));
      }
      case VERTEX_SETS -> {
        var set = page.getVertexSets().getSets(row);
        numbers += set.getVerticesCount();
        yield new JsonObject().put("vertices", ResultJson.vertices(set));
      }
      case CONTENT_NOT_SET -> new JsonObject();
    };
  }

  /** The schema RowList. */
  JsonObject write() {
    return new JsonObject().put("kind", kind).put("items", rows).put("next", next);
  }
}
