package io.cliquestream.worker.jobs;

import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.memory.HostMemory;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * What the rooms of the jobs work with.
 *
 * @param context the event loop that everything but computing and Kafka happens on
 * @param heap the account of the heap
 * @param memory the account of memory off the heap
 */
public record JobMeans(
    JobServiceSettings settings,
    Context context,
    GraphStore graphs,
    HostMemory heap,
    HostMemory memory,
    JobMetrics metrics) {
  public Vertx vertx() {
    return context.owner();
  }
}
