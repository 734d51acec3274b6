package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.change.AppliedBatch;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.VersionDelta;
import io.cliquestream.worker.memory.HostMemory;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One graph as it evolves, and its newest versions by the store's numbers. It begins with a leased
 * graph and owns what changes made of it; its bytes, without those that are leased, stand in the
 * process's account. It ends with the last version that it gave out, or stays as long as it is
 * shared. Thread-safe; one thread at a time applies changes, and others that want the same version
 * wait for it.
 */
final class EvolvingVersions {
  /** Versions that jobs which are behind still find. */
  private static final int KEPT = 32;

  /** Where the deltas between two versions are found. */
  @FunctionalInterface
  interface Deltas {
    Optional<List<VersionDelta>> between(long from, long to);
  }

  /** How the version that is wanted differs from one that is there. */
  @FunctionalInterface
  interface Difference {
    Optional<EdgeBatch> from(GraphVersion version);
  }

  private final EvolvingGraph graph;
  private final HostMemory memory;
  private final long leasedBytes;
  private final AtomicBoolean leased = new AtomicBoolean(true);
  private final TreeMap<Long, GraphVersion> versions = new TreeMap<>();
  private long reserved;
  private int users;
  private boolean shared;
  private boolean closed;

  /**
   * Begins at a version.
   *
   * @param lease stays the caller's; a lease of its own is kept
   */
  EvolvingVersions(GraphLease lease, HostMemory memory) {
    GraphLease own = lease.share();
    this.memory = memory;
    this.leasedBytes = own.graph().bytes();
    this.graph =
        EvolvingGraph.of(
            own.prepared(),
            () -> {
              own.close();
              leased.set(false);
            },
            ChangePolicy.DEFAULT,
            Optional.empty());
    versions.put(lease.version(), graph.latest());
    account();
  }

  /** The newest version by the store's numbers; 0 for none. */
  synchronized long newest() {
    return versions.isEmpty() ? 0 : versions.lastKey();
  }

  /** A version that is kept, leased for the caller. */
  synchronized Optional<EvolvingVersion> find(long number) {
    GraphVersion found = versions.get(number);
    if (found == null) {
      return Optional.empty();
    }
    users++;
    return Optional.of(new EvolvingVersion(this, number, found.lease()));
  }

  /**
   * A version, leased for the caller: one that is kept, or a newer one made by changes.
   *
   * @param most changed edges
   * @return empty when it is older than what is kept, or takes more changes
   */
  synchronized Optional<EvolvingVersion> reach(
      long number, Deltas deltas, Difference difference, int most) {
    Optional<EvolvingVersion> found = find(number);
    if (found.isPresent() || closed || number < versions.lastKey()) {
      return found;
    }
    Optional<List<VersionDelta>> way = deltas.between(versions.lastKey(), number);
    if (way.isPresent()) {
      long edges = way.get().stream().mapToLong(VersionDelta::edges).sum();
      if (edges > most) {
        return Optional.empty();
      }
      way.get().forEach(delta -> apply(batch(delta), delta.version()));
    } else {
      Optional<EdgeBatch> batch = difference.from(versions.lastEntry().getValue());
      if (batch.isEmpty()) {
        return Optional.empty();
      }
      apply(batch.get(), number);
    }
    return find(number);
  }

  private static EdgeBatch batch(VersionDelta delta) {
    var batch = EdgeBatch.withRoom(Math.toIntExact(Math.max(1, delta.edges())));
    for (int i = 0; i < delta.deleted().length; i += 2) {
      batch.delete(delta.deleted()[i], delta.deleted()[i + 1]);
    }
    for (int i = 0; i < delta.inserted().length; i += 2) {
      batch.insert(delta.inserted()[i], delta.inserted()[i + 1]);
    }
    return batch;
  }

  private void apply(EdgeBatch batch, long number) {
    AppliedBatch applied = graph.apply(batch);
    versions.put(number, applied.version());
    Iterator<GraphVersion> oldest = versions.values().iterator();
    while (versions.size() > KEPT) {
      oldest.next().close();
      oldest.remove();
    }
    account();
  }

  /** Whether it stays when nobody has a version of it. */
  synchronized boolean isShared() {
    return shared;
  }

  /** Whether it stays from now on when nobody has a version of it. */
  synchronized void shared(boolean now) {
    shared = now;
    settle();
  }

  /** A version that {@link #find} gave out is closed. */
  synchronized void givenBack() {
    users--;
    settle();
  }

  private void settle() {
    if (!closed && !shared && users == 0) {
      closed = true;
      versions.values().forEach(GraphVersion::close);
      versions.clear();
      graph.close();
    }
    account();
  }

  /** What is not leased is this one's. */
  private void account() {
    long own = closed ? 0 : Math.max(0, graph.bytes() - (leased.get() ? leasedBytes : 0));
    if (own > reserved) {
      memory.reserveBeyondLimit(own - reserved);
    } else {
      memory.release(reserved - own);
    }
    reserved = own;
  }
}
