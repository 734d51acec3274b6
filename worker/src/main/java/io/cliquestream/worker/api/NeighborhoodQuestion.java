package io.cliquestream.worker.api;

import io.cliquestream.worker.graphs.Neighborhood;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is asked of a graph's holder.
 *
 * @param vertices original ids, at most {@link #MOST_ASKED}
 * @param limit vertices in all
 * @param patience how long the answer is waited for
 */
record NeighborhoodQuestion(
    String graph, long version, List<Long> vertices, int limit, Duration patience) {
  static final int MOST_ASKED = 128;
  private static final long LONGEST_WAIT_MILLIS = 30_000;

  /** Keeps a copy. */
  NeighborhoodQuestion {
    vertices = List.copyOf(vertices);
  }

  JsonObject write() {
    return new JsonObject()
        .put("graph", graph)
        .put("version", Long.toUnsignedString(version))
        .put("vertices", new JsonArray(vertices.stream().map(Long::toUnsignedString).toList()))
        .put("limit", limit)
        .put("waitMillis", patience.toMillis());
  }

  /** What was written; empty for what no worker writes. */
  static Optional<NeighborhoodQuestion> read(JsonObject written) {
    try {
      JsonArray ids = written.getJsonArray("vertices");
      int limit = written.getInteger("limit");
      if (ids.size() > MOST_ASKED || limit < 1 || limit > Neighborhood.MOST_VERTICES) {
        return Optional.empty();
      }
      long wait = Math.clamp(written.getLong("waitMillis"), 0, LONGEST_WAIT_MILLIS);
      return Optional.of(
          new NeighborhoodQuestion(
              Objects.requireNonNull(written.getString("graph")),
              Long.parseUnsignedLong(written.getString("version")),
              ids(ids.stream().map(String.class::cast)),
              limit,
              Duration.ofMillis(wait)));
    } catch (RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  /** Ids of vertices from their texts. */
  static List<Long> ids(Stream<String> texts) {
    return texts.map(Long::parseUnsignedLong).toList();
  }
}
