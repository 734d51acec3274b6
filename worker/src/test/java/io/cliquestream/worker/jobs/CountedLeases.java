package io.cliquestream.worker.jobs;

import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.graphs.VersionRecords;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionDelta;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;

/**
 * The worker's graph store, with the leases and holds counted that were given out and not closed.
 */
record CountedLeases(GraphStore store, AtomicInteger open) implements GraphStore {
  @Override
  public Future<Void> restore(int partition) {
    return store.restore(partition);
  }

  @Override
  public Future<Void> release(int partition) {
    return store.release(partition);
  }

  @Override
  public Future<GraphLease> lease(String graphId, VersionSelector selector, Duration wait) {
    return store
        .lease(graphId, selector, wait)
        .map(
            lease -> {
              open.incrementAndGet();
              return new Counted(lease, open, new AtomicBoolean());
            });
  }

  @Override
  public Optional<GraphLease> leaseRows(String graphId, long version) {
    return store
        .leaseRows(graphId, version)
        .map(
            lease -> {
              open.incrementAndGet();
              return new Counted(lease, open, new AtomicBoolean());
            });
  }

  @Override
  public List<VersionRecords> records(String graphId, long version) {
    return store.records(graphId, version);
  }

  @Override
  public Future<GraphLease> lease(String graphId, List<VersionRecords> records) {
    return store
        .lease(graphId, records)
        .map(
            lease -> {
              open.incrementAndGet();
              return new Counted(lease, open, new AtomicBoolean());
            });
  }

  @Override
  public Optional<VersionHold> hold(String graphId, long version) {
    return store
        .hold(graphId, version)
        .map(
            hold -> {
              open.incrementAndGet();
              var closed = new AtomicBoolean();
              return () -> {
                if (closed.compareAndSet(false, true)) {
                  open.decrementAndGet();
                }
                hold.close();
              };
            });
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

  private record Counted(GraphLease lease, AtomicInteger open, AtomicBoolean closed)
      implements GraphLease {
    @Override
    public String graphId() {
      return lease.graphId();
    }

    @Override
    public long version() {
      return lease.version();
    }

    @Override
    public SimpleGraph graph() {
      return lease.graph();
    }

    @Override
    public long vertices() {
      return lease.vertices();
    }

    @Override
    public long edges() {
      return lease.edges();
    }

    @Override
    public boolean isWide() {
      return lease.isWide();
    }

    @Override
    public Optional<VersionRows> rows() {
      return lease.rows();
    }

    @Override
    public PreparedGraph prepared() {
      return lease.prepared();
    }

    @Override
    public Optional<GraphNames> names() {
      return lease.names();
    }

    @Override
    public GraphLease share() {
      open.incrementAndGet();
      return new Counted(lease.share(), open, new AtomicBoolean());
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        open.decrementAndGet();
      }
      lease.close();
    }
  }
}
