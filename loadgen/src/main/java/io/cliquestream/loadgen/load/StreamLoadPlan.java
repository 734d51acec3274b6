package io.cliquestream.loadgen.load;

import java.time.Duration;

/**
 * A load of edge events.
 *
 * @param graphId a graph that does not exist yet
 * @param rate events a second
 * @param events in all, 1 to 100,000,000, 17 bytes of the heap each
 * @param perVersion events of a version, at most 50,000; 0 for the worker's time
 * @param vertices of a graph that begins empty
 * @param edges of it at a time, at most
 * @param seed of the changes
 * @param alerts whether the standing job tells of each triangle, too
 * @param drain how long to wait for answers after the last event
 * @param warmUp events due within it after the start are sent and checked like the rest, and left
 *     out of the latency
 */
public record StreamLoadPlan(
    String graphId,
    double rate,
    long events,
    int perVersion,
    int vertices,
    int edges,
    long seed,
    boolean alerts,
    Duration drain,
    Duration warmUp) {
  private static final long MOST_EVENTS = 100_000_000;

  /** Checks the bounds. */
  public StreamLoadPlan {
    if (drain.isNegative() || warmUp.isNegative()) {
      throw new IllegalArgumentException("a wait must not be negative");
    }
    if (!(rate > 0)
        || events < 1
        || events > MOST_EVENTS
        || perVersion < 0
        || perVersion > 50_000) {
      throw new IllegalArgumentException(
          "a rate above 0, 1 to 100000000 events, and at most 50000 of a version are needed");
    }
    if (!warmUp.isZero() && (events - 1) / rate * 1e9 < warmUp.toNanos()) {
      throw new IllegalArgumentException(
          "the warm-up is as long as the load: no latency would be left");
    }
  }
}
