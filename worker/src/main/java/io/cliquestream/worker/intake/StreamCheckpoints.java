package io.cliquestream.worker.intake;

import io.cliquestream.worker.graphs.cache.CachedGraph;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.intake.assembly.RecordRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checkpoints of streams between their last record and the delta that they are the base of, which
 * lies behind it in the same transaction: at most one of a graph. Nobody else gets to see them, as
 * they are of an earlier place in the stream than the version before them. On the partition's
 * thread.
 */
final class StreamCheckpoints implements AutoCloseable {
  /**
   * A checkpoint.
   *
   * @param graph of it; empty where the version before it serves in its place
   */
  record Checkpoint(long version, RecordRange records, Optional<CachedGraph> graph) {}

  private final int partition;
  private final GraphCatalog catalog;
  private final Map<String, Checkpoint> held = new HashMap<>();

  StreamCheckpoints(int partition, GraphCatalog catalog) {
    this.partition = partition;
    this.catalog = catalog;
  }

  void hold(String graphId, Checkpoint checkpoint) {
    letGo(graphId);
    held.put(graphId, checkpoint);
  }

  /** Whether there is one of a graph, whose next version is its stream's. */
  boolean holds(String graphId) {
    return held.containsKey(graphId);
  }

  boolean isHeld(String graphId, long version) {
    return find(graphId, version).isPresent();
  }

  Optional<Checkpoint> find(String graphId, long version) {
    return Optional.ofNullable(held.get(graphId)).filter(found -> found.version() == version);
  }

  /** A version of the graph came: it has served. */
  void letGo(String graphId) {
    Checkpoint gone = held.remove(graphId);
    if (gone != null) {
      gone.graph().ifPresent(CachedGraph::drop);
      catalog.retired(partition, graphId, gone.version());
    }
  }

  /** Lets go of all of them. */
  @Override
  public void close() {
    List.copyOf(held.keySet()).forEach(this::letGo);
  }
}
