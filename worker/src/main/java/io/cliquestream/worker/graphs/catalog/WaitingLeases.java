package io.cliquestream.worker.graphs.catalog;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Leases that wait for a version to appear, bounded in number and time. Thread-safe. */
public final class WaitingLeases {
  private final Vertx vertx;
  private final GraphCatalog catalog;
  private final int maximum;
  private final Map<String, List<Waiter>> waiters = new HashMap<>();
  private int count;

  private record Waiter(VersionSelector selector, CompletableFuture<Resolution.Usable> result) {}

  public WaitingLeases(Vertx vertx, GraphCatalog catalog, int maximum) {
    this.vertx = vertx;
    this.catalog = catalog;
    this.maximum = maximum;
  }

  /** Completes with a usable version, or fails with what is true when the wait ends. */
  public CompletableFuture<Resolution.Usable> await(
      String graphId, VersionSelector selector, Duration wait) {
    var waiter = new Waiter(selector, new CompletableFuture<>());
    synchronized (this) {
      if (count == maximum) {
        return CompletableFuture.failedFuture(
            new WorkerException(
                FailureCode.FAILURE_CODE_QUEUE_FULL, maximum + " jobs wait for versions already"));
      }
      count++;
      waiters.computeIfAbsent(graphId, id -> new ArrayList<>()).add(waiter);
    }
    long timer =
        vertx.setTimer(Math.max(1, wait.toMillis()), id -> conclude(graphId, waiter, true));
    var _ = waiter.result().whenComplete((usable, failure) -> vertx.cancelTimer(timer));
    // It may have appeared between the caller's look and the entry above.
    conclude(graphId, waiter, false);
    return waiter.result();
  }

  /** Looks again at everybody who waits for a graph. */
  public void changed(String graphId) {
    List<Waiter> affected;
    synchronized (this) {
      affected = List.copyOf(waiters.getOrDefault(graphId, List.of()));
    }
    affected.forEach(waiter -> conclude(graphId, waiter, false));
  }

  private void conclude(String graphId, Waiter waiter, boolean timeIsUp) {
    Resolution now = catalog.resolve(graphId, waiter.selector());
    boolean over =
        timeIsUp
            || switch (now) {
              case Resolution.Usable usable -> true;
              case Resolution.InFlight inFlight -> false;
              case Resolution.Absent absent -> !absent.mayAppear();
            };
    if (!over || !remove(graphId, waiter)) {
      return;
    }
    switch (now) {
      case Resolution.Usable usable -> waiter.result().complete(usable);
      case Resolution.InFlight() ->
          waiter
              .result()
              .completeExceptionally(
                  new WorkerException(
                      FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
                      "the version is still coming in after the longest wait"));
      case Resolution.Absent absent ->
          waiter.result().completeExceptionally(absent.refusal().exception());
    }
  }

  private synchronized boolean remove(String graphId, Waiter waiter) {
    List<Waiter> list = waiters.get(graphId);
    if (list == null || !list.remove(waiter)) {
      return false;
    }
    count--;
    if (list.isEmpty()) {
      waiters.remove(graphId);
    }
    return true;
  }
}
