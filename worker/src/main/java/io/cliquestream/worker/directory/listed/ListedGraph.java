package io.cliquestream.worker.directory.listed;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A graph as its holder last told.
 *
 * @param partition of its topic
 * @param worker who holds it
 * @param seen when the holder told, Unix milliseconds
 * @param versions the newest first
 * @param stream its stream of changes; null without one
 */
public record ListedGraph(
    String id,
    int partition,
    String worker,
    long seen,
    List<ListedVersion> versions,
    ListedStream stream) {
  /** Keeps a copy. */
  public ListedGraph {
    versions = List.copyOf(versions);
  }

  /** The newest usable version; null without one. */
  public ListedVersion newest() {
    for (ListedVersion version : versions) {
      if (version.isReady()) {
        return version;
      }
    }
    return null;
  }

  /** Reads what a holder wrote. */
  public static ListedGraph read(String id, JsonObject json, long seen) {
    var versions = new ArrayList<ListedVersion>();
    JsonArray list = json.getJsonArray("versions", new JsonArray());
    for (int i = 0; i < list.size(); i++) {
      versions.add(ListedVersion.read(list.getJsonObject(i)));
    }
    JsonObject stream = json.getJsonObject("stream");
    return new ListedGraph(
        id,
        json.getInteger("partition", 0),
        json.getString("worker", "").intern(),
        seen,
        versions,
        stream == null ? null : ListedStream.read(stream));
  }

  /** What a holder writes. */
  public JsonObject write() {
    var list = new JsonArray(versions.stream().map(ListedVersion::write).toList());
    var json =
        new JsonObject().put("partition", partition).put("worker", worker).put("versions", list);
    return stream == null ? json : json.put("stream", stream.write());
  }
}
