package io.cliquestream.worker.directory.listed;

import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.vertx.core.json.JsonObject;

/**
 * The stream of changes that a graph has, as the graph's holder last told.
 *
 * @param state idle (nothing came since this holder has the graph), beginning, running, ending or
 *     broken
 * @param reason why it is broken; empty unless it is
 * @param version of the graph that it made last, unsigned
 * @param events that it has taken since it began, unsigned
 * @param nextOffset first record of changes.v1 with an event that was not taken
 * @param nextEvent number of that event in its record
 * @param pending events that are in no version yet
 * @param window insertions that its window holds
 * @param latestMicros latest event time, microseconds since 1970; {@link #NONE} before the first
 * @param lag records of its partition that were not taken in
 * @param rules when it makes versions, and what its window is
 */
public record ListedStream(
    String state,
    String reason,
    long version,
    long events,
    long nextOffset,
    int nextEvent,
    int pending,
    int window,
    long latestMicros,
    long lag,
    Rules rules) {
  /** No event time. */
  public static final long NONE = Long.MIN_VALUE;

  /**
   * What a {@link StreamDefinition} says; 0 stands for no such rule.
   *
   * @param windowEvents insertions that count
   * @param windowMicros age up to which they do
   */
  public record Rules(
      int versionEvents,
      long versionWaitMicros,
      long versionEventMicros,
      int windowEvents,
      long windowMicros,
      long latenessMicros) {
    static Rules of(StreamDefinition definition) {
      return new Rules(
          definition.getVersionEvents(),
          definition.getVersionWaitMicros(),
          definition.getVersionEventMicros(),
          definition.getWindowEvents(),
          definition.getWindowMicros(),
          definition.getAllowedLatenessMicros());
    }

    /** Whether event times matter. */
    public boolean isTimed() {
      return windowMicros != 0 || versionEventMicros != 0;
    }
  }

  /** What a holder knows of a stream. */
  public static ListedStream of(
      String state,
      String reason,
      long version,
      StreamPosition position,
      int pending,
      int window,
      long lag) {
    return new ListedStream(
        state,
        reason,
        version,
        position.getEvents(),
        position.getNextOffset(),
        position.getNextEvent(),
        pending,
        window,
        position.hasGreatestTimeMicros() ? position.getGreatestTimeMicros() : NONE,
        lag,
        Rules.of(position.getDefinition()));
  }

  /** Whether events of it are of no use. */
  public boolean isBroken() {
    return state.equals("broken");
  }

  static ListedStream read(JsonObject json) {
    return new ListedStream(
        json.getString("state", "").intern(),
        json.getString("reason", ""),
        Long.parseUnsignedLong(json.getString("version", "0")),
        Long.parseUnsignedLong(json.getString("events", "0")),
        json.getLong("nextOffset", 0L),
        json.getInteger("nextEvent", 0),
        json.getInteger("pending", 0),
        json.getInteger("window", 0),
        json.getLong("latestMicros", NONE),
        json.getLong("lag", 0L),
        new Rules(
            json.getInteger("versionEvents", 0),
            json.getLong("versionWaitMicros", 0L),
            json.getLong("versionEventMicros", 0L),
            json.getInteger("windowEvents", 0),
            json.getLong("windowMicros", 0L),
            json.getLong("latenessMicros", 0L)));
  }

  JsonObject write() {
    var json =
        new JsonObject()
            .put("state", state)
            .put("version", Long.toUnsignedString(version))
            .put("events", Long.toUnsignedString(events))
            .put("nextOffset", nextOffset)
            .put("nextEvent", nextEvent)
            .put("pending", pending)
            .put("window", window)
            .put("lag", lag)
            .put("versionEvents", rules.versionEvents())
            .put("versionWaitMicros", rules.versionWaitMicros())
            .put("versionEventMicros", rules.versionEventMicros())
            .put("windowEvents", rules.windowEvents())
            .put("windowMicros", rules.windowMicros())
            .put("latenessMicros", rules.latenessMicros());
    if (!reason.isEmpty()) {
      json.put("reason", reason);
    }
    if (latestMicros != NONE) {
      json.put("latestMicros", latestMicros);
    }
    return json;
  }
}
