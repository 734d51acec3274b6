package io.cliquestream.worker.jobs;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.worker.BlockedLoops;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A job service with its event loop, engine and graphs, as one worker of a test. */
final class TestWorker implements AutoCloseable {
  final Vertx vertx;
  final MemoryGraphStore graphs;
  final CpuEngine engine = new CpuEngine(2);
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final JobService service;
  private boolean closed;

  private TestWorker(JobServiceSettings settings) {
    vertx = BlockedLoops.vertx();
    graphs = new MemoryGraphStore(vertx);
    Context context = vertx.getOrCreateContext();
    service =
        new JobService(settings, vertx, context, graphs, List.of(engine), new JobMetrics(registry));
  }

  /** Starts a worker and waits until it takes jobs. */
  static TestWorker start(JobServiceSettings settings, Consumer<MemoryGraphStore> graphs) {
    TestWorker worker = connecting(settings, graphs);
    worker
        .service
        .start()
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
    return worker;
  }

  /** A worker whose service is not started. */
  static TestWorker connecting(JobServiceSettings settings, Consumer<MemoryGraphStore> graphs) {
    var worker = new TestWorker(settings);
    graphs.accept(worker.graphs);
    return worker;
  }

  void stop() {
    service
        .close()
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    stop();
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    engine.close();
    graphs.close();
    BlockedLoops.requireNone();
  }
}
