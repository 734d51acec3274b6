package io.cliquestream.worker.api.json;

import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedStream;
import io.vertx.core.json.JsonObject;

/** The schema Stream. */
public final class StreamJson {
  private StreamJson() {}

  public static JsonObject write(ListedGraph graph) {
    ListedStream stream = graph.stream();
    ListedStream.Rules rules = stream.rules();
    boolean timed = stream.latestMicros() != ListedStream.NONE;
    return new JsonObject()
        .put("graph", graph.id())
        .put("partition", graph.partition())
        .put("worker", Text.orNull(graph.worker()))
        .put("seen", Text.time(graph.seen()))
        .put("state", stream.state())
        .put("reason", Text.orNull(stream.reason()))
        .put("version", Text.version(stream.version()))
        .put("events", Long.toUnsignedString(stream.events()))
        .put(
            "next",
            new JsonObject()
                .put("partition", graph.partition())
                .put("offset", stream.nextOffset())
                .put("event", stream.nextEvent()))
        .put("pending", stream.pending())
        .put("lag", stream.lag())
        .put("latest", timed ? Text.microTime(stream.latestMicros()) : null)
        .put(
            "watermark",
            timed && rules.isTimed()
                ? Text.microTime(watermark(stream.latestMicros(), rules.latenessMicros()))
                : null)
        .put("latenessMicros", rules.isTimed() ? rules.latenessMicros() : null)
        .put(
            "versions",
            new JsonObject()
                .put("events", orNull(rules.versionEvents()))
                .put("waitMicros", orNull(rules.versionWaitMicros()))
                .put("eventMicros", orNull(rules.versionEventMicros())))
        .put("window", window(stream));
  }

  private static long watermark(long latest, long lateness) {
    return latest < Long.MIN_VALUE + lateness ? Long.MIN_VALUE : latest - lateness;
  }

  private static JsonObject window(ListedStream stream) {
    ListedStream.Rules rules = stream.rules();
    return rules.windowEvents() == 0 && rules.windowMicros() == 0
        ? null
        : new JsonObject()
            .put("events", orNull(rules.windowEvents()))
            .put("micros", orNull(rules.windowMicros()))
            .put("held", stream.window());
  }

  private static Long orNull(long value) {
    return value == 0 ? null : Long.valueOf(value);
  }
}
