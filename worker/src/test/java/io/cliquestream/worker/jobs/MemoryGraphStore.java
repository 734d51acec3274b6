package io.cliquestream.worker.jobs;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * A graph store whose graphs are put in by hand, so that a test of jobs says itself when a version
 * appears and when a partition is restored. Everything else follows the interface.
 */
final class MemoryGraphStore implements GraphStore, AutoCloseable {
  private final Vertx vertx;
  private final Map<String, NavigableMap<Long, PreparedGraph.Owned>> graphs = new HashMap<>();
  private final List<ObjLongConsumer<String>> listeners = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private Future<Void> restored = Future.succeededFuture();
  private int openLeases;

  private record Waiting(String graphId, long atLeast, Promise<GraphLease> lease) {}

  MemoryGraphStore(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Makes every restore wait for this. */
  synchronized void restoreAfter(Future<Void> future) {
    restored = future;
  }

  synchronized int openLeases() {
    return openLeases;
  }

  /** Makes a version usable; ids are taken two at a time as edges. */
  void put(String graphId, long version, long... ids) {
    List<ObjLongConsumer<String>> told;
    synchronized (this) {
      try (EdgeArray edges = EdgeArray.of(ids)) {
        graphs
            .computeIfAbsent(graphId, _ -> new TreeMap<>())
            .put(version, PreparedGraph.of(GraphBuilder.build(edges)));
      }
      for (Waiting waiter : List.copyOf(waiting)) {
        if (waiter.graphId().equals(graphId) && version >= waiter.atLeast()) {
          waiting.remove(waiter);
          waiter.lease().tryComplete(leaseOf(graphId, version));
        }
      }
      told = List.copyOf(listeners);
    }
    told.forEach(listener -> listener.accept(graphId, version));
  }

  @Override
  public synchronized Future<Void> restore(int partition) {
    return restored;
  }

  @Override
  public Future<Void> release(int partition) {
    return Future.succeededFuture();
  }

  @Override
  public synchronized Future<GraphLease> lease(
      String graphId, VersionSelector selector, Duration wait) {
    NavigableMap<Long, PreparedGraph.Owned> versions = graphs.get(graphId);
    if (selector.hasAtLeast() && (versions == null || versions.lastKey() < selector.getAtLeast())) {
      Promise<GraphLease> promise = Promise.promise();
      var waiter = new Waiting(graphId, selector.getAtLeast(), promise);
      waiting.add(waiter);
      vertx.setTimer(
          Math.max(1, wait.toMillis()),
          _ -> {
            synchronized (this) {
              if (waiting.remove(waiter)) {
                promise.tryFail(
                    new WorkerException(
                        FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
                        "version " + selector.getAtLeast() + " did not come"));
              }
            }
          });
      return promise.future();
    }
    if (versions == null) {
      return failed(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN, "no graph " + graphId);
    }
    long version = selector.hasExact() ? selector.getExact() : versions.lastKey();
    return versions.containsKey(version)
        ? Future.succeededFuture(leaseOf(graphId, version))
        : failed(FailureCode.FAILURE_CODE_VERSION_UNKNOWN, "no version " + version);
  }

  private static Future<GraphLease> failed(FailureCode code, String message) {
    return Future.failedFuture(new WorkerException(code, message));
  }

  private GraphLease leaseOf(String graphId, long version) {
    openLeases++;
    PreparedGraph.Owned graph = graphs.get(graphId).get(version);
    return new GraphLease() {
      private boolean closed;

      @Override
      public String graphId() {
        return graphId;
      }

      @Override
      public long version() {
        return version;
      }

      @Override
      public SimpleGraph graph() {
        return graph.graph();
      }

      @Override
      public PreparedGraph prepared() {
        return graph;
      }

      @Override
      public void close() {
        synchronized (MemoryGraphStore.this) {
          if (!closed) {
            closed = true;
            openLeases--;
          }
        }
      }
    };
  }

  @Override
  public synchronized void onVersion(ObjLongConsumer<String> listener) {
    listeners.add(listener);
  }

  @Override
  public synchronized void close() {
    graphs.values().forEach(versions -> versions.values().forEach(PreparedGraph.Owned::close));
    graphs.clear();
  }
}
