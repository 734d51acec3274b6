package io.cliquestream.worker.directory.listed;

import io.cliquestream.contract.Failures;
import io.cliquestream.worker.graphs.catalog.GraphState;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * A version of a graph.
 *
 * @param version unsigned
 * @param state open, ready, rejected or retired
 * @param base what its delta builds on, unsigned; 0 for none
 * @param place memory, disk, topic or gone; empty unless it is ready
 * @param bytes on the host
 * @param deviceBytes on GPUs; negative when its holder does not tell
 * @param first offset of its first record on the topic; negative when not known
 * @param failure why it was rejected; null unless it was
 */
public record ListedVersion(
    long version,
    String state,
    long base,
    String place,
    long vertices,
    long edges,
    long bytes,
    long deviceBytes,
    long first,
    long last,
    ListedFailure failure) {
  private static final String READY = "ready";

  /** What a worker's own catalogue tells. */
  public static ListedVersion of(GraphState.Version version) {
    return new ListedVersion(
        version.version(),
        version.status().name().toLowerCase(Locale.ROOT),
        version.origin() == null ? 0 : version.origin().base(),
        version.place() == null ? "" : version.place().name().toLowerCase(Locale.ROOT),
        version.vertices(),
        version.edges(),
        version.bytes(),
        version.deviceBytes(),
        version.origin() == null ? -1 : version.origin().first(),
        version.origin() == null ? -1 : version.origin().last(),
        version.refusal() == null
            ? null
            : ListedFailure.of(Failures.of(version.refusal().code(), version.refusal().message())));
  }

  /** Whether jobs can use it. */
  public boolean isReady() {
    return state.equals(READY);
  }

  static ListedVersion read(JsonObject json) {
    JsonObject failure = json.getJsonObject("failure");
    return new ListedVersion(
        Long.parseUnsignedLong(json.getString("version")),
        json.getString("state", "").intern(),
        Long.parseUnsignedLong(json.getString("base", "0")),
        json.getString("place", "").intern(),
        json.getLong("vertices", 0L),
        json.getLong("edges", 0L),
        json.getLong("bytes", 0L),
        json.getLong("deviceBytes", -1L),
        json.getLong("first", -1L),
        json.getLong("last", -1L),
        failure == null ? null : ListedFailure.read(failure));
  }

  JsonObject write() {
    var json = new JsonObject().put("version", Long.toUnsignedString(version)).put("state", state);
    if (base != 0) {
      json.put("base", Long.toUnsignedString(base));
    }
    if (isReady()) {
      json.put("place", place)
          .put("vertices", vertices)
          .put("edges", edges)
          .put("bytes", bytes)
          .put("first", first)
          .put("last", last);
      if (deviceBytes >= 0) {
        json.put("deviceBytes", deviceBytes);
      }
    }
    if (failure != null) {
      json.put("failure", failure.write());
    }
    return json;
  }
}
