package io.cliquestream.worker.service;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.partition.PartitionGuest;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.memory.HostMemory;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/** Runs the job service on its event loop; undeploying it drains. */
final class JobVerticle extends VerticleBase {
  private final JobServiceSettings settings;
  private final GraphStore graphs;
  private final List<Engine> engines;
  private final HostMemory memory;
  private final JobMetrics metrics;
  private final List<PartitionGuest> guests;
  private volatile JobService service;
  private volatile Future<Void> running;

  JobVerticle(
      JobServiceSettings settings,
      GraphStore graphs,
      List<Engine> engines,
      HostMemory memory,
      JobMetrics metrics,
      List<PartitionGuest> guests) {
    this.settings = settings;
    this.graphs = graphs;
    this.engines = List.copyOf(engines);
    this.memory = memory;
    this.metrics = metrics;
    this.guests = List.copyOf(guests);
  }

  /** Deployed at once; the broker is looked for in the background. */
  @Override
  public Future<?> start() {
    service = new JobService(settings, context, graphs, engines, memory, metrics, guests);
    running = service.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return service.close();
  }

  /** The service, once this is deployed. */
  JobService service() {
    return service;
  }

  /** The event loop that it lives on. */
  Context loop() {
    return context;
  }

  /** Completes when jobs are being taken. */
  Future<Void> running() {
    return running;
  }
}
