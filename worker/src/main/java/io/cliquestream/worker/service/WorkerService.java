package io.cliquestream.worker.service;

import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.api.ApiService;
import io.cliquestream.worker.changes.ChangeIntake;
import io.cliquestream.worker.changes.ChangeSettings;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.EngineSettings;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.HttpSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.RightsSettings;
import io.cliquestream.worker.config.TraceSettings;
import io.cliquestream.worker.engines.DeviceMetrics;
import io.cliquestream.worker.engines.EngineVerticle;
import io.cliquestream.worker.failure.RootCause;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.health.BackgroundWatch;
import io.cliquestream.worker.health.BrokerWatch;
import io.cliquestream.worker.health.DiskWatch;
import io.cliquestream.worker.health.EngineWatch;
import io.cliquestream.worker.health.LoopWatch;
import io.cliquestream.worker.health.ManagementServer;
import io.cliquestream.worker.intake.KafkaGraphStore;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.JobSettings;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.memory.MemorySettings;
import io.cliquestream.worker.metrics.ProcessMetrics;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.QuotaSettings;
import io.cliquestream.worker.quota.Quotas;
import io.cliquestream.worker.trace.Exemplars;
import io.cliquestream.worker.trace.JobTraces;
import io.cliquestream.worker.trace.TraceExport;
import io.cliquestream.worker.trace.TraceMetrics;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole worker: the graph store, an engine, the job service, metrics and health, each a verticle
 * of one Vert.x.
 *
 * <p>Starting needs no broker: without one the worker is alive and not ready, and tries again until
 * it is there. Closing goes from the jobs outwards: no new jobs are taken, running ones end within
 * the drain limit and are committed, then graphs, engine and Vert.x go.
 */
public final class WorkerService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerService.class);

  /** What closing may take beyond the drain limit. */
  public static final Duration CLOSE_MARGIN = Duration.ofSeconds(20);

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final Vertx vertx;
  private final Duration drainLimit;
  private final KafkaGraphStore graphs;
  private final EngineVerticle engine;
  private final JobVerticle jobs;
  private final EngineWatch engineWatch;
  private final BrokerWatch brokerWatch;
  private final BackgroundWatch diskWatch;
  private final HttpSettings http;
  private final int httpPort;
  private final String jobDeployment;
  private final Optional<TraceExport> traces;
  private final PrometheusMeterRegistry registry;
  private final ProcessMetrics process;
  private final ChangeIntake changes;
  private final Promise<WorkerException> changesBroken = Promise.promise();
  private final Promise<String> drainAsked = Promise.promise();
  private final Optional<ApiService> api;
  private volatile String address;

  private WorkerService(Configuration configuration, Vertx vertx) {
    this.vertx = vertx;
    this.drainLimit = configuration.get(DrainSettings.class).timeout();
    this.http = configuration.get(HttpSettings.class);
    this.traces = traceExport(configuration);
    this.registry =
        traces.isEmpty()
            ? new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
            : new PrometheusMeterRegistry(
                PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, new Exemplars());
    this.process = new ProcessMetrics(registry);
    traces.ifPresent(export -> TraceMetrics.bind(export, new WorkerMetrics(registry)));
    MemorySettings budget = configuration.get(MemorySettings.class);
    if (budget.isHeapTooLarge()) {
      LOG.warn(
          "a heap of {} bytes leaves too little of memory.limit, {} bytes, for graphs and jobs: the"
              + " process may take more than that; lower -Xmx, or raise the limit",
          Runtime.getRuntime().maxMemory(),
          budget.limitBytes());
    }
    HostMemory memory = budget.offHeap();
    this.engine = new EngineVerticle(configuration.get(EngineSettings.class));
    await(
        vertx.deployVerticle(
            engine, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER)),
        START_LIMIT);
    this.engineWatch = new EngineWatch(engine.engine());
    DeviceMetrics.bind(engine.engine(), engineWatch, new WorkerMetrics(registry));
    JobServiceSettings jobSettings = JobServiceSettings.of(configuration);
    this.graphs =
        new KafkaGraphStore(
            vertx,
            configuration.get(KafkaSettings.class),
            configuration.get(GraphSettings.class),
            new Quotas(configuration.get(QuotaSettings.class)),
            jobSettings.principals(),
            configuration.get(RightsSettings.class).retireSigned(),
            memory,
            new WorkerMetrics(registry));
    if (engine.engine().device().isPresent()) {
      graphs.shareWithEngineProcess();
    }
    await(graphs.start(), START_LIMIT);
    this.changes =
        new ChangeIntake(
            configuration.get(KafkaSettings.class),
            configuration.get(ChangeSettings.class),
            graphs,
            graphs,
            memory,
            new WorkerMetrics(registry),
            configuration.get(RightsSettings.class).signer(),
            cause -> changesBroken.tryComplete(changesLost(cause)));
    this.jobs =
        new JobVerticle(
            jobSettings,
            graphs,
            engine.engines(),
            memory,
            new JobMetrics(registry, jobTraces(configuration)),
            List.of(new FollowedChanges(changes)));
    this.jobDeployment = await(vertx.deployVerticle(jobs), START_LIMIT);
    this.diskWatch = DiskWatch.of(configuration.get(GraphSettings.class).spillFolder());
    this.brokerWatch = new BrokerWatch(vertx, configuration.get(KafkaSettings.class));
    await(brokerWatch.start(), START_LIMIT);
    ManagementServer management = management();
    this.api = startApi(configuration, management, memory);
    api.ifPresent(served -> management.route("/api/", served.api()));
    this.httpPort = await(management.start(), START_LIMIT);
    this.address = httpAddress();
  }

  private Optional<ApiService> startApi(
      Configuration configuration, ManagementServer management, HostMemory memory) {
    if (!configuration.get(ApiSettings.class).enabled()) {
      return Optional.empty();
    }
    var own =
        new OwnReport(
            configuration,
            jobs.service(),
            graphs,
            changes,
            memory,
            engine.engine(),
            engineLabel(),
            engineWatch,
            management::look,
            () -> address,
            drainAsked::tryComplete);
    return Optional.of(
        await(ApiService.start(vertx, configuration, own, jobs.service().settled()), START_LIMIT));
  }

  private static Optional<TraceExport> traceExport(Configuration configuration) {
    TraceSettings settings = configuration.get(TraceSettings.class);
    if (!settings.enabled()) {
      return Optional.empty();
    }
    String given = configuration.get(JobSettings.class).instanceId();
    return Optional.of(
        TraceExport.open(settings, "cliquestream", given.isEmpty() ? processName() : given));
  }

  /** Unlike all others on this network. */
  private static String processName() {
    return ManagementFactory.getRuntimeMXBean().getName();
  }

  private JobTraces jobTraces(Configuration configuration) {
    return traces
        .map(
            export ->
                JobTraces.of(export.provider(), configuration.get(KafkaSettings.class).groupId()))
        .orElse(JobTraces.OFF);
  }

  private ManagementServer management() {
    return new ManagementServer(vertx, http, registry)
        .liveWhile("job-loop", new LoopWatch(vertx, jobs.loop()))
        .liveWhile("graph-loop", new LoopWatch(vertx, graphs.loop()))
        .liveWhile("job-threads", () -> HealthParts.threads(jobs.service().health()))
        .liveWhile("changes", () -> HealthParts.changes(changes.health()))
        .liveWhile("intake", () -> HealthParts.intake(graphs.health()))
        .readyWhile("jobs", () -> HealthParts.jobs(jobs.service().health()))
        .readyWhile("group", () -> HealthParts.group(jobs.service().health()))
        .readyWhile("transactions", () -> HealthParts.transactions(jobs.service().health()))
        .readyWhile("restored", () -> HealthParts.restore(jobs.service().health()))
        .readyWhile("broker", brokerWatch)
        .readyWhile("engine", engineWatch)
        .readyWhile("disk", diskWatch);
  }

  /**
   * Starts a worker.
   *
   * @return as soon as metrics and health are served; {@link #running} tells when jobs are taken
   * @throws WorkerException when a setting, the engine or the HTTP port cannot be used
   */
  public static WorkerService start(Configuration configuration) {
    return start(configuration, Vertx.vertx());
  }

  /** Starts a worker on a given Vert.x, which it closes at its end. */
  static WorkerService start(Configuration configuration, Vertx vertx) {
    try {
      return new WorkerService(configuration, vertx);
    } catch (RuntimeException e) {
      await(vertx.close(), CLOSE_MARGIN);
      // Making a client talks to nobody: what fails then is a setting.
      throw e instanceof KafkaException ? wrongKafkaSetting(e) : e;
    }
  }

  /** Completes when jobs are being taken; fails when they never can be. */
  public Future<Void> running() {
    return jobs.running();
  }

  /** Completes with the reason when a worker that took jobs cannot go on; to be closed then. */
  public Future<WorkerException> broken() {
    Promise<WorkerException> first = Promise.promise();
    for (var part : List.of(jobs.service().broken(), graphs.broken(), changesBroken.future())) {
      var _ = part.onSuccess(first::tryComplete);
    }
    return first.future();
  }

  private static WorkerException changesLost(Throwable cause) {
    return cause instanceof WorkerException known
        ? known
        : new WorkerException(
            FailureCode.FAILURE_CODE_WORKER_BROKEN,
            "a thread of changes was lost: " + cause,
            cause);
  }

  /** Completes with the reason when an operator wants this worker to drain; to be closed then. */
  public Future<String> drainAsked() {
    return drainAsked.future();
  }

  /** Why the worker cannot go on, if it cannot. */
  public Optional<WorkerException> failure() {
    return jobs.service()
        .failure()
        .or(graphs::failure)
        .or(() -> Optional.ofNullable(changesBroken.future().result()));
  }

  /** The port of metrics and health. */
  public int httpPort() {
    return httpPort;
  }

  /** Where metrics and health are served, as a URL. */
  public String httpAddress() {
    return (http.isEncrypted() ? "https" : "http") + "://" + http.host() + ":" + httpPort;
  }

  /** The name of the engine that answers. */
  public String engineLabel() {
    Engine opened = engine.engine();
    return opened.kind().label();
  }

  /** The GPUs that answer, in words, if there are any. */
  public Optional<String> deviceName() {
    return engineWatch.get().stream().map(DeviceStatus::name).reduce((a, b) -> a + "; " + b);
  }

  /** Drains and ends; see the class description. Waits for it, within bounds. */
  @Override
  public void close() {
    try {
      // The API shows the drain, and goes before what it stands on.
      await(vertx.undeploy(jobDeployment), drainLimit.plus(CLOSE_MARGIN));
      changes.close();
      if (api.isPresent()) {
        await(api.get().close(), CLOSE_MARGIN);
      }
      await(graphs.close(), CLOSE_MARGIN);
    } finally {
      process.close();
      engineWatch.close();
      diskWatch.close();
      await(brokerWatch.close(), CLOSE_MARGIN);
      await(vertx.close(), CLOSE_MARGIN);
      traces.ifPresent(TraceExport::close);
      registry.close();
    }
  }

  private static WorkerException wrongKafkaSetting(Throwable cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_OPTION_INVALID,
        "a Kafka setting is wrong: " + RootCause.of(cause).getMessage(),
        cause);
  }

  private static <T> T await(Future<T> future, Duration limit) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL,
          "the worker could not start or end: " + e.getCause(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(
          FailureCode.FAILURE_CODE_CANCELLED, "interrupted while starting or ending", e);
    } catch (TimeoutException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL,
          "the worker did not start or end within " + limit.toSeconds() + " s",
          e);
    }
  }
}
