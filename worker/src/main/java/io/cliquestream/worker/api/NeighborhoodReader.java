package io.cliquestream.worker.api;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.Neighborhood;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads what lies around vertices of graphs that this worker holds, on threads of its own: a graph
 * that has to come from the disk or the topic first holds up no other request. A version that
 * shares its rows is read by them, and no whole graph is made of it. So many at a time as there are
 * threads; so many wait as is said here, and none longer than its question says.
 */
final class NeighborhoodReader {
  private static final int THREADS = 2;
  private static final int MOST_WAITING = 32;

  private final OwnWorker own;
  private final WorkerExecutor executor;
  private final AtomicInteger waiting = new AtomicInteger();

  NeighborhoodReader(Vertx vertx, OwnWorker own) {
    this.own = own;
    this.executor =
        vertx.createSharedWorkerExecutor("cliquestream-neighborhood", THREADS, 1, TimeUnit.MINUTES);
  }

  /**
   * The schema Neighborhood; never blocks.
   *
   * @return fails with an {@link ApiException}
   */
  Future<JsonObject> read(NeighborhoodQuestion question) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      return Future.failedFuture(
          ApiException.tooMany(MOST_WAITING + " neighborhoods are being read; ask again"));
    }
    long deadline = System.nanoTime() + question.patience().toNanos();
    return executor
        .executeBlocking(() -> readBy(question, deadline), false)
        .onComplete(_ -> waiting.decrementAndGet())
        .timeout(Math.max(1, question.patience().toMillis()), TimeUnit.MILLISECONDS)
        .recover(
            failure -> Future.failedFuture(failure instanceof TimeoutException ? late() : failure));
  }

  private static ApiException late() {
    return ApiException.unavailable(
        "the graph was not read within api.neighborhood-wait; ask again");
  }

  private JsonObject readBy(NeighborhoodQuestion question, long deadline) {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw late();
    }
    try (GraphLease lease =
        own.lease(question.graph(), question.version(), Duration.ofNanos(left))) {
      return json(lease, around(lease, question));
    } catch (WorkerException e) {
      throw ApiException.of(e.code(), e.getMessage());
    }
  }

  private static Neighborhood around(GraphLease lease, NeighborhoodQuestion question) {
    if (lease.isShared()) {
      try (VersionRows rows = lease.rows().orElseThrow()) {
        return Neighborhood.of(rows.graph().rows(), question.vertices(), question.limit());
      }
    }
    if (!(lease.graph() instanceof Graph whole)) {
      throw ApiException.conflict("vertices of more than 31 bits are not shown");
    }
    return Neighborhood.of(whole, question.vertices(), question.limit());
  }

  private static JsonObject json(GraphLease lease, Neighborhood around) {
    var vertices = new JsonArray();
    for (long id : around.vertices()) {
      vertices.add(
          new JsonObject()
              .put("id", Long.toUnsignedString(id))
              .put("name", lease.names().map(names -> names.name(id)).orElse(null)));
    }
    var edges = new JsonArray();
    around.edges().forEach(edge -> edges.add(new JsonArray().add(edge[0]).add(edge[1])));
    return new JsonObject()
        .put("graph", lease.graphId())
        .put("version", Text.version(lease.version()))
        .put("vertices", vertices)
        .put("edges", edges)
        .put("whole", around.whole());
  }

  Future<Void> close() {
    return executor.close();
  }
}
