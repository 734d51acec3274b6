package io.cliquestream.worker.jobs.standing;

import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.jobs.state.PartitionMemory;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the versions that standing jobs of partitions which are about to come will ask for: a graph
 * keeps few, and the jobs' present worker may be behind by more. Thread-safe.
 */
final class PreparedVersions {
  /** Of one graph: from which version on they count, and those that are kept, ascending. */
  private static final class Kept {
    private long from = Long.MAX_VALUE;
    private final ArrayDeque<VersionHold> holds = new ArrayDeque<>();
  }

  private final GraphStore graphs;
  private final int most;
  private final Map<Integer, Map<String, Kept>> partitions = new HashMap<>();

  /**
   * @param most versions of a graph; beyond them the oldest is let go
   */
  PreparedVersions(GraphStore graphs, int most) {
    this.graphs = graphs;
    this.most = most;
  }

  /** A partition is about to come; no version of its graphs has been told of. */
  synchronized void expect(int partition, PartitionMemory memory) {
    end(partition);
    var wanted = new HashMap<String, Kept>();
    for (StandingDefinition job : memory.standing()) {
      Kept kept = wanted.computeIfAbsent(job.request().getGraphId(), _ -> new Kept());
      long base =
          memory
              .state(job.request().getJobId())
              .map(StandingState::version)
              .orElse(job.lastVersion());
      kept.from = Math.min(kept.from, Math.min(base, job.lastVersion()));
    }
    if (!wanted.isEmpty()) {
      partitions.put(partition, wanted);
    }
  }

  /** On the graph store's threads, before the version can go. */
  synchronized void appeared(String graphId, long version) {
    for (Map<String, Kept> wanted : partitions.values()) {
      Kept kept = wanted.get(graphId);
      if (kept != null && version >= kept.from) {
        Optional<VersionHold> hold = graphs.hold(graphId, version);
        hold.ifPresent(kept.holds::addLast);
        if (kept.holds.size() > most) {
          kept.holds.removeFirst().close();
        }
      }
    }
  }

  /** The partition is here, and its jobs keep what they need; or it will not come. */
  synchronized void end(int partition) {
    Map<String, Kept> gone = partitions.remove(partition);
    if (gone != null) {
      gone.values().forEach(kept -> kept.holds.forEach(VersionHold::close));
    }
  }
}
