package io.cliquestream.loadgen.load;

import java.time.Duration;

/**
 * A load of edge events.
 *
 * @param graphId a graph that does not exist yet
 * @param rate events a second
 * @param events in all; rounded down to whole versions, one at least
 * @param perVersion events of a version, 1 to 50,000
 * @param vertices of the graph
 * @param edges of it at a time, at most
 * @param seed of the changes
 * @param drain how long to wait for answers after the last event
 */
public record StreamLoadPlan(
    String graphId,
    double rate,
    long events,
    int perVersion,
    int vertices,
    int edges,
    long seed,
    Duration drain) {
  /** Checks the bounds. */
  public StreamLoadPlan {
    if (!(rate > 0) || events < 1 || perVersion < 1 || perVersion > 50_000) {
      throw new IllegalArgumentException(
          "a rate above 0, 1 event or more, and 1 to 50000 events a version are needed");
    }
  }
}
