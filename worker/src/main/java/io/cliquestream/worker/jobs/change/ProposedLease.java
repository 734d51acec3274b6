package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.VersionDelta;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A version that is about to be committed, as a run leases it. What the run needs of it follows
 * from the version before and the delta. Whoever asks for the whole graph all the same waits until
 * the store has the version: the run then comes after the version instead of with it. Used by one
 * lane at a time.
 */
final class ProposedLease implements GraphLease {
  private final EvolvingGraphs graphs;
  private final GraphStore store;
  private final String graphId;
  private final VersionDelta delta;
  private final Duration wait;
  private GraphLease whole;
  private boolean closed;

  /**
   * @param graphId of a graph whose vertices have no names, and which is not wide
   * @param wait for the store to have the version
   */
  ProposedLease(
      EvolvingGraphs graphs, GraphStore store, String graphId, VersionDelta delta, Duration wait) {
    this.graphs = graphs;
    this.store = store;
    this.graphId = graphId;
    this.delta = delta;
    this.wait = wait;
  }

  /** The deltas that lead here from an earlier version, if they are known. */
  Optional<List<VersionDelta>> deltas(long from) {
    if (from == delta.base()) {
      return Optional.of(List.of(delta));
    }
    return store
        .deltas(graphId, from, delta.base())
        .map(
            before -> {
              var way = new ArrayList<>(before);
              way.add(delta);
              return way;
            });
  }

  @Override
  public String graphId() {
    return graphId;
  }

  @Override
  public long version() {
    return delta.version();
  }

  @Override
  public SimpleGraph graph() {
    return whole().graph();
  }

  @Override
  public PreparedGraph prepared() {
    return whole().prepared();
  }

  @Override
  public long vertices() {
    try (EvolvingVersion known = graphs.find(graphId, version()).orElse(null)) {
      return known == null ? whole().vertices() : known.graph().vertexTotal();
    }
  }

  @Override
  public long edges() {
    try (EvolvingVersion known = graphs.find(graphId, version()).orElse(null)) {
      return known == null ? whole().edges() : known.graph().edgeCount();
    }
  }

  @Override
  public boolean isWide() {
    return false;
  }

  @Override
  public Optional<GraphNames> names() {
    return Optional.empty();
  }

  @Override
  public GraphLease share() {
    return whole().share();
  }

  /** From the store; blocks. */
  private synchronized GraphLease whole() {
    if (closed) {
      throw new IllegalStateException("the lease was given back");
    }
    if (whole == null) {
      whole = await();
    }
    return whole;
  }

  private GraphLease await() {
    var exact = VersionSelector.newBuilder().setExact(version()).build();
    var asked = store.lease(graphId, exact, wait).toCompletionStage().toCompletableFuture();
    try {
      return asked.get(2 * wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WorkerException known
          ? known
          : new WorkerException(
              FailureCode.FAILURE_CODE_INTERNAL, "the version could not be leased", e);
    } catch (TimeoutException e) {
      var _ = asked.thenAccept(GraphLease::close);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "version %d was not there within %d ms".formatted(version(), 2 * wait.toMillis()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var _ = asked.thenAccept(GraphLease::close);
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending", e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (whole != null) {
      whole.close();
      whole = null;
    }
  }
}
