package io.cliquestream.worker.jobs;

import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.graphs.VersionRecords;
import io.cliquestream.worker.graphs.rows.VersionDelta;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjLongConsumer;

/** The worker's graph store, whose partitions are said to be restored when a gate opens. */
record GatedStore(GraphStore store, Gate gate) implements GraphStore {
  /** Closed at first. */
  static final class Gate {
    private final Promise<Void> opened = Promise.promise();
    private final List<Integer> restores = new ArrayList<>();

    private synchronized Future<Void> pass(int partition) {
      restores.add(partition);
      notifyAll();
      return opened.future();
    }

    /** Waits until so many partitions are being restored. */
    synchronized void awaitArrival(int partitions) throws InterruptedException {
      while (new TreeSet<>(restores).size() < partitions) {
        wait();
      }
    }

    /** Opens the gate; returns the partitions that waited. */
    synchronized Set<Integer> open() {
      opened.tryComplete();
      return new TreeSet<>(restores);
    }

    /** Partitions in the order in which they were asked for. */
    synchronized List<Integer> restores() {
      return List.copyOf(restores);
    }
  }

  @Override
  public Future<Void> restore(int partition) {
    return store.restore(partition).compose(_ -> gate.pass(partition));
  }

  @Override
  public Future<Void> release(int partition) {
    return store.release(partition);
  }

  @Override
  public Future<GraphLease> lease(String graphId, VersionSelector selector, Duration wait) {
    return store.lease(graphId, selector, wait);
  }

  @Override
  public Optional<GraphLease> leaseRows(String graphId, long version) {
    return store.leaseRows(graphId, version);
  }

  @Override
  public List<VersionRecords> records(String graphId, long version) {
    return store.records(graphId, version);
  }

  @Override
  public Future<GraphLease> lease(String graphId, List<VersionRecords> records) {
    return store.lease(graphId, records);
  }

  @Override
  public Optional<VersionHold> hold(String graphId, long version) {
    return store.hold(graphId, version);
  }

  @Override
  public Optional<List<VersionDelta>> deltas(String graphId, long from, long to) {
    return store.deltas(graphId, from, to);
  }

  @Override
  public List<Long> usable(String graphId) {
    return store.usable(graphId);
  }

  @Override
  public void onVersion(ObjLongConsumer<String> listener) {
    store.onVersion(listener);
  }
}
