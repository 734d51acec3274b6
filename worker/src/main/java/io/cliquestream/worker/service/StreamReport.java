package io.cliquestream.worker.service;

import io.cliquestream.worker.changes.ChangeHealth;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The streams of this worker, as its report says them. */
final class StreamReport {
  /** Of all partitions together: a report is one record. */
  private static final int MOST = 200;

  private StreamReport() {}

  static JsonObject of(ChangeHealth health) {
    var items = new JsonArray();
    int count = 0;
    for (ChangeHealth.Partition partition : health.partitions()) {
      count += partition.count();
      for (ChangeHealth.Stream stream : partition.streams()) {
        if (items.size() < MOST) {
          items.add(stream(stream, partition));
        }
      }
    }
    return new JsonObject().put("count", count).put("items", items);
  }

  private static JsonObject stream(ChangeHealth.Stream stream, ChangeHealth.Partition partition) {
    return new JsonObject()
        .put("graph", stream.graphId())
        .put("partition", partition.partition())
        .put("state", stream.state())
        .put("reason", stream.reason().isEmpty() ? null : stream.reason())
        .put("version", stream.version())
        .put("events", stream.events())
        .put("pending", stream.pending())
        .put("unconfirmed", stream.unconfirmed())
        .put(
            "windowEvents",
            stream.windowEvents().isPresent() ? stream.windowEvents().getAsInt() : null)
        .put(
            "watermarkMicros",
            stream.watermarkMicros().isPresent() ? stream.watermarkMicros().getAsLong() : null)
        .put("late", stream.late())
        .put("refused", stream.refused())
        .put("partitionLag", partition.lag());
  }
}
