package io.cliquestream.worker.jobs;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.engines.EngineLanes;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.control.ControlReader;
import io.cliquestream.worker.jobs.exchange.BrokerCheck;
import io.cliquestream.worker.jobs.exchange.JobExchange;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.jobs.run.ProgressReporter;
import io.cliquestream.worker.jobs.state.PartitionRestore;
import io.cliquestream.worker.jobs.state.StateTopic;
import io.cliquestream.worker.out.ResultRecords;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job half of the worker: takes jobs from the topic, runs them on the engines, answers each
 * exactly once.
 *
 * <p>Starting needs no broker: until one answers, the service tries again with growing pauses, is
 * alive and not ready. The graph store and the engines belong to the caller, who closes them after
 * the service.
 */
public final class JobService {
  private static final Logger LOG = LoggerFactory.getLogger(JobService.class);

  /** What the service is doing. */
  public enum State {
    /** Looks for the broker and its topics. */
    CONNECTING,
    /** Takes and answers jobs. */
    RUNNING,
    /** Answers what runs, takes nothing new. */
    DRAINING,
    /** Ended. */
    STOPPED,
    /** Cannot go on; see {@link #failure}. */
    FAILED
  }

  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final GraphStore graphs;
  private final List<Engine> engines;
  private final JobMetrics metrics;
  private final KafkaClients clients;
  private final String instanceId;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cliquestream-restore").factory());
  private final Promise<Void> running = Promise.promise();
  private final Promise<WorkerException> broken = Promise.promise();
  private volatile State state = State.CONNECTING;
  private volatile WorkerException failure;
  private volatile Running parts;
  private volatile Future<Void> closing;

  /** Everything that exists once the broker was found. */
  private record Running(
      Admin admin,
      JobCoordinator coordinator,
      PartitionRestore restore,
      JobExchange exchange,
      Thread exchangeThread,
      EngineLanes lanes,
      ControlReader control,
      Thread controlThread,
      ProgressReporter progress) {}

  /**
   * @param context the event loop that everything but computing and Kafka happens on
   * @param engines the preferred one first
   */
  public JobService(
      JobServiceSettings settings,
      Vertx vertx,
      Context context,
      GraphStore graphs,
      List<Engine> engines,
      JobMetrics metrics) {
    this.settings = settings;
    this.vertx = vertx;
    this.context = context;
    this.graphs = graphs;
    this.engines = List.copyOf(engines);
    this.metrics = metrics;
    this.instanceId =
        settings.jobs().instanceId().isEmpty()
            ? UUID.randomUUID().toString()
            : settings.jobs().instanceId();
    this.clients = new KafkaClients(settings, instanceId);
  }

  /**
   * Starts to look for the broker and returns.
   *
   * @return completes when jobs are being taken; fails when the broker is of the wrong kind or the
   *     service was closed before
   */
  public Future<Void> start() {
    background.execute(this::connect);
    return running.future();
  }

  /** What the service is doing. */
  public State state() {
    return parts != null && parts.coordinator().failure().isPresent() ? State.FAILED : state;
  }

  /** Whether jobs are being taken and the broker answers. */
  public boolean isReady() {
    Running now = parts;
    return state() == State.RUNNING && now.exchange().connected() && !now.restore().isLate();
  }

  /** Why the service failed, when it did. */
  public java.util.Optional<WorkerException> failure() {
    Running now = parts;
    return now != null && now.coordinator().failure().isPresent()
        ? now.coordinator().failure()
        : java.util.Optional.ofNullable(failure);
  }

  /**
   * Completes with the reason when a service that took jobs cannot go on; to be closed then.
   * Another worker may take its place.
   */
  public Future<WorkerException> broken() {
    return broken.future();
  }

  private void connect() {
    long pause = 50;
    while (state == State.CONNECTING) {
      Admin admin = null;
      try {
        admin = clients.admin();
        int partitions =
            BrokerCheck.jobPartitions(admin, settings.topics(), settings.requestTimeout());
        new StateTopic(settings, clients).ensure(admin, partitions);
        run(admin, partitions);
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        closeQuietly(admin);
        return;
      } catch (RuntimeException e) {
        closeQuietly(admin);
        if (e instanceof WorkerException known
            && known.code() != FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE) {
          failure = known;
          state = State.FAILED;
          running.tryFail(known);
          return;
        }
        if (e instanceof ConfigException || e.getCause() instanceof ConfigException) {
          failure =
              new WorkerException(
                  FailureCode.FAILURE_CODE_OPTION_INVALID, "a Kafka setting is wrong: " + e, e);
          state = State.FAILED;
          running.tryFail(failure);
          return;
        }
        LOG.warn("not connected to {} yet: {}", settings.kafka().bootstrap(), e.toString());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      pause = Math.min(2 * pause, settings.jobs().maximumBackoff().toMillis());
    }
  }

  private static void closeQuietly(Admin admin) {
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }

  private synchronized void run(Admin admin, int partitions) {
    if (state != State.CONNECTING) {
      closeQuietly(admin);
      return;
    }
    var records = new ResultRecords(settings.topics(), "/cliquestream/worker/" + instanceId);
    WarmUp.run(records);
    var coordinator =
        new JobCoordinator(
            settings,
            vertx,
            context,
            graphs,
            new JobAdmission(engines, partitions),
            records,
            metrics);
    var exchange = new JobExchange(settings, clients, coordinator, metrics);
    var control = new ControlReader(settings, clients, coordinator);
    var restore =
        new PartitionRestore(
            settings,
            vertx,
            context,
            graphs,
            new StateTopic(settings, clients),
            admin,
            background,
            control.caughtUp(),
            coordinator);
    coordinator.connect(exchange, restore);
    coordinator.broken().onSuccess(broken::tryComplete);
    var lanes = new EngineLanes(settings.jobs().lanes(), coordinator.queue(), coordinator::execute);
    var progress =
        new ProgressReporter(
            coordinator.visibleJobs(),
            records,
            settings.jobs().progressInterval(),
            clients.progressProducer());
    Thread controlThread =
        Thread.ofPlatform().daemon().name("cliquestream-control").unstarted(control);
    Thread exchangeThread =
        Thread.ofPlatform().daemon().name("cliquestream-exchange").unstarted(exchange);
    parts =
        new Running(
            admin,
            coordinator,
            restore,
            exchange,
            exchangeThread,
            lanes,
            control,
            controlThread,
            progress);
    state = State.RUNNING;
    lanes.start();
    progress.start();
    controlThread.start();
    exchangeThread.start();
    running.tryComplete();
  }

  /**
   * Takes no more jobs, lets running ones end within the drain limit, commits them, leaves the
   * group. Jobs that were not answered stay in the topic for the next worker.
   */
  public synchronized Future<Void> close() {
    if (closing != null) {
      return closing;
    }
    state = State.DRAINING;
    running.tryFail("closed");
    Running now = parts;
    if (now == null) {
      background.shutdownNow();
      state = State.STOPPED;
      closing = Future.succeededFuture();
      return closing;
    }
    Promise<Void> drainLimit = Promise.promise();
    long timer =
        vertx.setTimer(
            Math.max(1, settings.drain().timeout().toMillis()), _ -> drainLimit.tryComplete());
    closing =
        Future.any(now.coordinator().drain(), drainLimit.future())
            .eventually(
                () -> {
                  vertx.cancelTimer(timer);
                  return vertx.executeBlocking(
                      () -> {
                        end(now);
                        return null;
                      });
                })
            .<Void>mapEmpty();
    return closing;
  }

  private void end(Running now) throws Exception {
    now.exchange().stop().get(2 * settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    now.coordinator().abandonAll();
    now.control().stop();
    now.progress().close();
    background.shutdownNow();
    now.lanes().join(settings.requestTimeout());
    now.controlThread().join(settings.requestTimeout());
    now.admin().close(Duration.ofSeconds(1));
    state = State.STOPPED;
  }
}
