package io.cliquestream.worker.graphs;

import io.cliquestream.v1.StreamPosition;
import java.util.Optional;

/**
 * A graph at one moment, as a stream of changes sees it. Versions are unsigned; 0 stands for none.
 *
 * @param newest highest usable version
 * @param settled highest version that is or once was usable
 * @param highest highest version that was ever announced
 * @param position how far the newest version is in the graph's stream, if that made it
 * @param ends what its vertices are called by
 * @param missing why a version of the stream above the newest one was rejected, if one was
 */
public record StreamedGraph(
    long newest,
    long settled,
    long highest,
    Optional<StreamPosition> position,
    Ends ends,
    Optional<Refusal> missing) {
  /** What vertices are called by. */
  public enum Ends {
    /** There is none yet. */
    EITHER,
    IDS,
    NAMES
  }

  /** A graph that nothing is known of. */
  public static final StreamedGraph UNKNOWN =
      new StreamedGraph(0, 0, 0, Optional.empty(), Ends.EITHER, Optional.empty());

  /** Whether there is a usable version. */
  public boolean isUsable() {
    return newest != 0;
  }

  /** Whether the newest version was made by a stream that has not ended. */
  public boolean hasStream() {
    return position.isPresent() && !position.get().getEnded();
  }
}
