package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A version as a run leases it that follows changes from an earlier one: what it needs are the
 * changes, so no whole graph is made of the version unless somebody asks for that all the same. Who
 * gives it out keeps the version leasable. Used by one lane at a time.
 */
final class FollowingLease implements GraphLease {
  private final EvolvingGraphs graphs;
  private final GraphStore store;
  private final String graphId;
  private final long version;
  private final Duration wait;
  private GraphLease whole;
  private boolean closed;

  /**
   * @param graphId of a graph whose vertices have no names, and which is not wide
   * @param wait for the whole graph
   */
  FollowingLease(
      EvolvingGraphs graphs, GraphStore store, String graphId, long version, Duration wait) {
    this.graphs = graphs;
    this.store = store;
    this.graphId = graphId;
    this.version = version;
    this.wait = wait;
  }

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
    return whole().graph();
  }

  @Override
  public PreparedGraph prepared() {
    return whole().prepared();
  }

  @Override
  public long vertices() {
    try (VersionRows known = graphs.find(graphId, version).orElse(null)) {
      return known == null ? whole().vertices() : known.graph().vertexTotal();
    }
  }

  @Override
  public long edges() {
    try (VersionRows known = graphs.find(graphId, version).orElse(null)) {
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
    var exact = VersionSelector.newBuilder().setExact(version).build();
    var asked = store.lease(graphId, exact, wait).toCompletionStage().toCompletableFuture();
    try {
      return asked.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WorkerException known
          ? known
          : new WorkerException(
              FailureCode.FAILURE_CODE_INTERNAL, "the version could not be leased", e);
    } catch (TimeoutException e) {
      var _ = asked.thenAccept(GraphLease::close);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "version %d was not there within %d ms".formatted(version, wait.toMillis()),
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
