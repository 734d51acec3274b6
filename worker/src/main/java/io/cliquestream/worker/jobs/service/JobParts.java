package io.cliquestream.worker.jobs.service;

import io.cliquestream.worker.engines.EngineLanes;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobMeans;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.admission.JobScheduler;
import io.cliquestream.worker.jobs.change.EvolvingGraphs;
import io.cliquestream.worker.jobs.control.CancelRights;
import io.cliquestream.worker.jobs.control.ControlDeadLetters;
import io.cliquestream.worker.jobs.control.ControlReader;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.BrokerPulse;
import io.cliquestream.worker.jobs.exchange.ExchangeInbox;
import io.cliquestream.worker.jobs.exchange.JobExchange;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.jobs.partition.PartitionGuest;
import io.cliquestream.worker.jobs.partition.PartitionLives;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.run.JobAnswers;
import io.cliquestream.worker.jobs.run.JobRuns;
import io.cliquestream.worker.jobs.run.ProgressReporter;
import io.cliquestream.worker.jobs.split.SplitService;
import io.cliquestream.worker.jobs.standing.StandingJobs;
import io.cliquestream.worker.jobs.state.StateTopic;
import io.cliquestream.worker.jobs.transactions.HangingTransactions;
import io.cliquestream.worker.jobs.transactions.LeftTransactions;
import io.cliquestream.worker.out.RecordLimits;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.thread.WatchedThread;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of the job service that exists once the broker was found, put together in the order in
 * which one part knows the next: nothing is handed in later. What goes to the exchange goes through
 * its inbox; what comes back comes as events to the coordinator.
 */
final class JobParts {
  private static final Logger LOG = LoggerFactory.getLogger(JobParts.class);

  /** Longer than any call of Kafka's that a loop makes before it comes round again. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final JobServiceSettings settings;
  private final Admin admin;
  private final ExchangeInbox inbox = new ExchangeInbox();
  private final PartitionLives partitions;
  private final JobRuns runs;
  private final JobCoordinator coordinator;
  private final JobExchange exchange;
  private final JobScheduler<ActiveJob> scheduler;
  private final EngineLanes lanes;
  private final BrokerPulse broker;
  private final EvolvingGraphs evolving;
  private final WatchedThread exchangeThread;
  private final WatchedThread progressThread;
  private final WatchedThread brokerThread;
  private final WatchedThread hangingThread;
  private final Optional<SplitService> splitting;
  private final List<WatchedThread> threads;
  private volatile boolean wasReady;

  /**
   * @param admin closed at the end
   * @param hasAlerts whether there is a topic of alerts now
   * @param splitting splits jobs over all workers
   * @param background reads memories
   * @param guests others who are told of every step of a partition's life
   * @param lost told when a thread was lost without which nothing goes on
   */
  JobParts(
      JobMeans means,
      JobAdmission admission,
      KafkaClients clients,
      Admin admin,
      RecordLimits limits,
      boolean hasAlerts,
      String instanceId,
      CancelRights rights,
      RecentCancels cancels,
      Optional<SplitService> splitting,
      ExecutorService background,
      List<PartitionGuest> guests,
      Consumer<Throwable> lost) {
    this.settings = means.settings();
    GraphStore graphs = means.graphs();
    JobMetrics metrics = means.metrics();
    this.admin = admin;
    var records =
        new ResultRecords(settings.topics(), "/cliquestream/worker/" + instanceId, limits);
    WarmUp.run(records);
    var answers = new JobAnswers(records, metrics, inbox::finish);
    this.runs = new JobRuns(means, records, splitting.map(SplitService::splitter), inbox::finish);
    this.scheduler = runs.scheduler();
    var controlDeadLetters =
        new ControlDeadLetters(admission.partitions(), records, metrics, inbox::finish);
    String alerts = settings.topics().alerts();
    List<String> optional = List.of(alerts, settings.topics().deadLetters());
    this.broker = new BrokerPulse(admin, optional, hasAlerts ? List.of() : List.of(alerts));
    this.evolving =
        new EvolvingGraphs(
            graphs,
            means.memory(),
            settings.jobs().evolvingGraphs(),
            settings.jobs().changedEdges(),
            settings.jobs().changesOnDevice());
    metrics.evolvingGraphs(evolving::count);
    var standing =
        new StandingJobs(
            means,
            admission,
            cancels,
            controlDeadLetters,
            answers,
            runs,
            records,
            evolving,
            () -> broker.hasTopic(alerts),
            limits.stateBytes(),
            inbox::finish);
    var control = new ControlReader(settings, clients);
    var stateTopic = new StateTopic(settings, clients);
    this.partitions =
        new PartitionLives(
            means,
            partitions -> stateTopic.load(admin, partitions),
            () -> WarmUp.runJobs(admission.preferred(), records),
            background,
            control.caughtUp(),
            inbox,
            Stream.concat(Stream.of(standing, controlDeadLetters, runs), guests.stream()).toList());
    this.coordinator =
        new JobCoordinator(
            means.context(),
            admission,
            rights,
            cancels,
            answers,
            runs,
            standing,
            controlDeadLetters,
            partitions,
            inbox,
            metrics);
    var left = new LeftTransactions(settings, admin, instanceId);
    var hanging = new HangingTransactions(settings, admin, instanceId);
    this.exchange =
        new JobExchange(
            settings,
            clients,
            hanging,
            Set.copyOf(optional),
            topic -> !broker.hasTopic(topic),
            inbox,
            coordinator,
            metrics,
            left::look);
    this.lanes =
        new EngineLanes(settings.jobs().lanePolicy().total(), scheduler, runs::execute, lost);
    var progress =
        new ProgressReporter(
            runs.visible(),
            records,
            settings.jobs().progressInterval(),
            clients.progressProducer());
    Duration poll = settings.requestTimeout().plus(MARGIN);
    this.exchangeThread =
        new WatchedThread(
            "cliquestream-exchange", poll.plus(settings.commitPatience()), exchange, lost);
    var controlThread =
        new WatchedThread(
            "cliquestream-control", poll, self -> control.run(self, coordinator), lost);
    this.progressThread =
        new WatchedThread(
            "cliquestream-progress",
            settings.jobs().progressInterval().plus(MARGIN),
            progress,
            lost);
    this.brokerThread = new WatchedThread("cliquestream-broker-pulse", MARGIN, broker, lost);
    this.hangingThread =
        new WatchedThread(
            "cliquestream-hanging-transactions",
            HangingTransactions.limit(settings),
            hanging,
            lost);
    this.splitting = splitting;
    this.threads =
        Stream.concat(
                Stream.of(
                    exchangeThread, controlThread, progressThread, brokerThread, hangingThread),
                splitting.stream().flatMap(service -> service.threads().stream()))
            .toList();
  }

  /**
   * Begins.
   *
   * @param settled what the first answers do not need begins when this is done
   */
  void start(Future<Void> settled) {
    lanes.start();
    List<WatchedThread> later = splitting.map(SplitService::threads).orElse(List.of());
    threads.stream().filter(thread -> !later.contains(thread)).forEach(WatchedThread::start);
    var _ = settled.onComplete(_ -> later.forEach(WatchedThread::start));
  }

  /** The line in front of the engines. */
  JobScheduler<ActiveJob> scheduler() {
    return scheduler;
  }

  /** Whether every assigned partition is active. */
  boolean areAllActive() {
    return partitions.allActive();
  }

  /** Whether all jobs that were taken are answered. */
  boolean isIdle() {
    return runs.visible().isEmpty();
  }

  boolean isReady() {
    boolean up = broker.answers() && exchange.health().member() && !partitions.isLate();
    if (up && !wasReady) {
      wasReady = partitions.allActive();
    }
    return up && wasReady;
  }

  JobServiceHealth health(
      JobService.State state, boolean ready, Optional<WorkerException> failure) {
    return new JobServiceHealth(
        state,
        ready,
        failure,
        broker.answers(),
        Optional.of(broker.sinceAnswer()),
        Optional.of(exchange.health()),
        partitions.health(),
        threads.stream().filter(WatchedThread::isStarted).map(WatchedThread::health).toList());
  }

  /** Takes no more jobs; completes when those that run are answered. */
  Future<Void> drain() {
    return coordinator.drain();
  }

  /** Commits what is answered, leaves the group and ends every thread, each within its bound. */
  void end() throws InterruptedException {
    inbox.stop();
    if (!exchangeThread.join(settings.leavingLimit())) {
      LOG.warn("the exchange has not left within {}", settings.leavingLimit());
    }
    coordinator.abandonAll();
    threads.forEach(WatchedThread::leave);
    brokerThread.interrupt();
    hangingThread.interrupt();
    progressThread.interrupt();
    splitting.ifPresent(SplitService::close);
    lanes.join(Duration.ofSeconds(2));
    evolving.close();
    for (WatchedThread thread : threads) {
      thread.join(Duration.ofSeconds(1));
    }
    admin.close(Duration.ofSeconds(1));
  }
}
