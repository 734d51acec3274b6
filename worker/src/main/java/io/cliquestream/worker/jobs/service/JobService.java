package io.cliquestream.worker.jobs.service;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobMeans;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.admission.JobScheduler;
import io.cliquestream.worker.jobs.control.CancelRights;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.BrokerCheck;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.partition.PartitionGuest;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.split.SplitMeans;
import io.cliquestream.worker.jobs.split.SplitMetrics;
import io.cliquestream.worker.jobs.split.SplitService;
import io.cliquestream.worker.jobs.state.StateTopic;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.out.RecordLimits;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

  /** Between an active partition and its first jobs, and between two looks whether they ended. */
  private static final long SETTLING_MILLIS = 250;

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
  private final List<PartitionGuest> guests;
  private final JobMeans means;
  private final Vertx vertx;
  private final List<Engine> engines;
  private final CancelRights rights;
  private final RecentCancels cancels;
  private final KafkaClients clients;
  private final String instanceId;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cliquestream-restore").factory());
  private final Promise<Void> running = Promise.promise();
  private final Promise<WorkerException> broken = Promise.promise();
  private final Promise<Void> settled = Promise.promise();
  private volatile State state = State.CONNECTING;
  private volatile WorkerException failure;
  private volatile JobParts parts;
  private volatile Future<Void> closing;

  /**
   * @param context the event loop that everything but computing and Kafka happens on
   * @param engines the preferred one first
   * @param memory the account of memory off the heap
   * @param guests told of every step of a partition's life, after the service's own parts
   */
  public JobService(
      JobServiceSettings settings,
      Context context,
      GraphStore graphs,
      List<Engine> engines,
      HostMemory memory,
      JobMetrics metrics,
      List<PartitionGuest> guests) {
    this.guests = Stream.concat(guests.stream(), Stream.of(new Settling())).toList();
    this.settings = settings;
    this.means = new JobMeans(settings, context, graphs, settings.memory().heap(), memory, metrics);
    this.vertx = means.vertx();
    this.engines = List.copyOf(engines);
    this.rights = new CancelRights(settings.jobs());
    this.cancels = new RecentCancels(settings, rights);
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
    means.context().exceptionHandler(this::unexpected);
    // A timer of 0 ms there is not.
    vertx.setTimer(Math.max(1, settings.jobs().startLimit().toMillis()), _ -> settle());
    background.execute(this::connect);
    return running.future();
  }

  /**
   * Completes when every partition that the group gave first is active and the jobs that waited
   * there are answered, and {@code jobs.start-limit} after the start at the latest: what the first
   * answers do not need takes no processor time from them until then. Never once the service was
   * asked to end.
   */
  public Future<Void> settled() {
    return settled.future();
  }

  private void settle() {
    if (state == State.CONNECTING || state == State.RUNNING) {
      settled.tryComplete();
    }
  }

  /** On the event loop. */
  private final class Settling implements PartitionGuest {
    private boolean looking;

    @Override
    public void active(Partition partition) {
      if (!looking && parts.areAllActive()) {
        looking = true;
        look();
      }
    }

    private void look() {
      vertx.setTimer(
          SETTLING_MILLIS,
          _ -> {
            if (parts.areAllActive() && parts.isIdle()) {
              settle();
            } else if (!settled.future().isComplete() && state == State.RUNNING) {
              look();
            }
          });
    }
  }

  /** The name of this worker, which its records carry. */
  public String instanceId() {
    return instanceId;
  }

  /** What the service is doing. */
  public State state() {
    return broken.future().succeeded() ? State.FAILED : state;
  }

  /**
   * Whether jobs are being taken and answered: the broker answers, the group counts this worker in,
   * and no partition takes longer than its limit. True for the first time once every partition of
   * the first assignment is active; partitions that come later do not take it back.
   */
  public boolean isReady() {
    JobParts now = parts;
    return state() == State.RUNNING && now.isReady();
  }

  /** Why the service failed, when it did. */
  public Optional<WorkerException> failure() {
    WorkerException lost = broken.future().result();
    return Optional.ofNullable(lost == null ? failure : lost);
  }

  /** How it is now; never waits. */
  public JobServiceHealth health() {
    JobParts now = parts;
    return now == null
        ? new JobServiceHealth(
            state(),
            false,
            failure(),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of())
        : now.health(state(), isReady(), failure());
  }

  /** The line in front of the engines; null until jobs are taken. */
  public JobScheduler<ActiveJob> scheduler() {
    JobParts now = parts;
    return now == null ? null : now.scheduler();
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
        run(
            admin,
            partitions,
            BrokerCheck.recordLimits(admin, settings),
            BrokerCheck.hasAlerts(admin, settings),
            splitting(admin, partitions));
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

  private Optional<SplitService> splitting(Admin admin, int partitions)
      throws InterruptedException {
    return SplitService.of(
        new SplitMeans(
            settings,
            clients,
            means.graphs(),
            means.heap(),
            means.memory(),
            cancels,
            new SplitMetrics(means.metrics().meters()),
            means.metrics().traces(),
            instanceId,
            partitions),
        admin,
        engines,
        settings.requestTimeout().multipliedBy(2).plus(settings.transactionStep().multipliedBy(4)),
        this::lost);
  }

  private synchronized void run(
      Admin admin,
      int partitions,
      RecordLimits limits,
      boolean hasAlerts,
      Optional<SplitService> splitting) {
    if (state != State.CONNECTING) {
      splitting.ifPresent(SplitService::close);
      closeQuietly(admin);
      return;
    }
    parts =
        new JobParts(
            means,
            new JobAdmission(engines, partitions),
            clients,
            admin,
            limits,
            hasAlerts,
            instanceId,
            rights,
            cancels,
            splitting,
            background,
            guests,
            this::lost);
    state = State.RUNNING;
    parts.start(settled.future());
    running.tryComplete();
  }

  /** An event on the loop threw something: what it told of is lost, an answer's end say. */
  private void unexpected(Throwable failure) {
    if (failure instanceof Error) {
      lost(failure);
    } else {
      LOG.error("an event of the jobs met a defect", failure);
    }
  }

  /** Called on the thread that was lost, perhaps for want of memory. */
  private void lost(Throwable cause) {
    broken.tryComplete(
        cause instanceof WorkerException known
            ? known
            : new WorkerException(
                FailureCode.FAILURE_CODE_WORKER_BROKEN, "a thread was lost: " + cause, cause));
    LOG.error("{} was lost", Thread.currentThread().getName(), cause);
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
    JobParts now = parts;
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
        Future.any(now.drain(), drainLimit.future())
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

  private void end(JobParts now) throws InterruptedException {
    now.end();
    background.shutdownNow();
    state = State.STOPPED;
  }
}
