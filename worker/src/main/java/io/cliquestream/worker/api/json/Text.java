package io.cliquestream.worker.api.json;

import io.cliquestream.worker.directory.listed.ListedFailure;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** How values are written: times, durations, ids. */
public final class Text {
  private Text() {}

  /** A time; null for 0. */
  public static String time(long epochMillis) {
    return epochMillis <= 0
        ? null
        : Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** A time given in microseconds since 1970, of any size. */
  static String microTime(long epochMicros) {
    return Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS).toString();
  }

  /** The present time. */
  public static String now() {
    return time(System.currentTimeMillis());
  }

  /** A version; null for 0. */
  public static String version(long version) {
    return version == 0 ? null : Long.toUnsignedString(version);
  }

  /** Milliseconds with microseconds behind the point. */
  static double millis(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }

  /** Null for an empty text. */
  public static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /** Where a record lies. */
  public static JsonObject position(String topic, int partition, long offset) {
    return new JsonObject().put("topic", topic).put("partition", partition).put("offset", offset);
  }

  /** A failure; null for none. */
  public static JsonObject failure(ListedFailure failure) {
    return failure == null ? null : failure.write();
  }
}
