package io.cliquestream.worker.jobs;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.HostAsDevice;
import io.cliquestream.worker.BlockedLoops;
import io.cliquestream.worker.access.RecordPrincipals;
import io.cliquestream.worker.changes.ChangeIntake;
import io.cliquestream.worker.changes.ChangeSettings;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.intake.KafkaGraphStore;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.Quotas;
import io.cliquestream.worker.service.FollowedChanges;
import io.cliquestream.worker.trace.JobTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A job service with its event loop, engine and graph store, as one worker of a test. */
final class TestWorker implements AutoCloseable {

  final Vertx vertx;
  final TestGraphs graphs;
  final CpuEngine engine;
  private final List<Engine> engines;
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final JobService service;
  final ChangeIntake changes;
  private final KafkaGraphStore store;
  private final AtomicInteger leases = new AtomicInteger();
  private boolean closed;

  private TestWorker(
      JobServiceSettings settings,
      ChangeSettings changeSettings,
      UnaryOperator<GraphStore> around) {
    this(settings, changeSettings, around, new CpuEngine(2), _ -> List.of());
  }

  /** One with further engines than the host's. */
  private TestWorker(
      JobServiceSettings settings,
      ChangeSettings changeSettings,
      UnaryOperator<GraphStore> around,
      CpuEngine engine,
      Function<CpuEngine, List<Engine>> others) {
    this.engine = engine;
    engines = Stream.concat(Stream.of(engine), others.apply(engine).stream()).toList();
    vertx = BlockedLoops.vertx();
    graphs = new TestGraphs(settings);
    HostMemory memory = settings.memory().offHeap();
    store =
        new KafkaGraphStore(
            vertx,
            settings.kafka(),
            ConfigurationSchema.of(GraphSettings.class)
                .load(null, Map.of(), Map.of())
                .get(GraphSettings.class),
            Quotas.none(),
            RecordPrincipals.NONE,
            false,
            memory,
            new WorkerMetrics(registry));
    await(store.start());
    changes =
        new ChangeIntake(
            settings.kafka(),
            changeSettings,
            store,
            store,
            memory,
            new WorkerMetrics(registry),
            Optional.empty(),
            cause -> {
              throw new IllegalStateException("a lane was lost", cause);
            });
    Context context = vertx.getOrCreateContext();
    service =
        new JobService(
            settings,
            context,
            around.apply(new CountedLeases(store, leases)),
            engines,
            memory,
            new JobMetrics(registry, JobTraces.OFF),
            List.of(new FollowedChanges(changes)));
  }

  /** Publishes graphs, starts a worker and waits until it takes jobs. */
  static TestWorker start(JobServiceSettings settings, Consumer<TestGraphs> graphs) {
    var worker = connecting(settings);
    graphs.accept(worker.graphs);
    await(worker.service.start());
    return worker;
  }

  /** The same of a worker that has a device, too, for jobs that ask for it. */
  static TestWorker startWithDevice(JobServiceSettings settings, Consumer<TestGraphs> graphs) {
    var worker =
        new TestWorker(
            settings,
            changeSettings(Map.of("changes.enabled", "false")),
            store -> store,
            new CpuEngine(2),
            host -> List.of(HostAsDevice.open(host)));
    graphs.accept(worker.graphs);
    await(worker.service.start());
    return worker;
  }

  /** Starts a worker that takes changes, too, and waits until it takes jobs. */
  static TestWorker streaming(JobServiceSettings settings, Map<String, String> changes) {
    var worker = new TestWorker(settings, changeSettings(changes), store -> store);
    await(worker.service.start());
    return worker;
  }

  private static ChangeSettings changeSettings(Map<String, String> settings) {
    return ConfigurationSchema.of(ChangeSettings.class)
        .load(null, Map.of(), settings)
        .get(ChangeSettings.class);
  }

  /** A worker whose service is not started. */
  static TestWorker connecting(JobServiceSettings settings) {
    return new TestWorker(settings, changeSettings(Map.of("changes.enabled", "false")), s -> s);
  }

  /** A worker with something around its graph store. */
  static TestWorker around(JobServiceSettings settings, UnaryOperator<GraphStore> around) {
    var worker =
        new TestWorker(settings, changeSettings(Map.of("changes.enabled", "false")), around);
    await(worker.service.start());
    return worker;
  }

  /** A worker whose partitions of graphs are said to be restored when a gate opens. */
  static TestWorker behind(JobServiceSettings settings, GatedStore.Gate gate) {
    return around(settings, store -> new GatedStore(store, gate));
  }

  /** Leases and holds given out and not closed. */
  int openLeases() {
    return leases.get();
  }

  void stop() {
    await(service.close());
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    stop();
    changes.close();
    await(store.close());
    await(vertx.close());
    engines.reversed().forEach(Engine::close);
    graphs.close();
    BlockedLoops.requireNone();
  }
}
