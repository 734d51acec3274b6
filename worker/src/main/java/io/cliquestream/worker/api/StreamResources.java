package io.cliquestream.worker.api;

import io.cliquestream.worker.directory.ListedWorker;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Streams of changes, as the workers that have them tell of them. */
final class StreamResources {
  private final Supplier<List<ListedWorker>> workers;

  /**
   * @param workers all that were heard of, and this one
   */
  StreamResources(Supplier<List<ListedWorker>> workers) {
    this.workers = workers;
  }

  /** Those that somebody may see, by graph. */
  Reply list(Query query) {
    long now = System.currentTimeMillis();
    long count = 0;
    List<JsonObject> seen = new ArrayList<>();
    for (ListedWorker worker : workers.get()) {
      if (!worker.isSilent(now)) {
        JsonObject streams = worker.report().getJsonObject("streams", new JsonObject());
        count += streams.getInteger("count", 0);
        JsonArray items = streams.getJsonArray("items", new JsonArray());
        for (int i = 0; i < items.size(); i++) {
          JsonObject stream = items.getJsonObject(i);
          if (query.asker().seesGraph(stream.getString("graph"))) {
            seen.add(stream.copy().put("worker", worker.id()));
          }
        }
      }
    }
    seen.sort(Comparator.comparing(stream -> stream.getString("graph")));
    return Reply.ok(
        new JsonObject()
            .put("count", query.asker().isBound() ? null : count)
            .put("items", new JsonArray(seen)));
  }
}
