package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.handover.Handover;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes jobs from the topic and puts outcomes back, exactly once.
 *
 * <p>One thread owns the group consumer and says what is committed; nobody else touches the
 * consumer. That thread never waits for a job: it polls, tells what happened as {@link
 * ExchangeEvent}s, and has outcomes committed that others leave in its {@link ExchangeInbox}. A
 * {@link CommitThread} waits for the broker meanwhile. So heartbeats and rebalances go on however
 * long jobs take, records are taken while a transaction is under way, and a revocation can commit
 * before it returns, because its callback runs right here; it first waits for what is under way.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>Every assignment of a partition is told once, and its end once, whatever lies between. A
 *       record is handed on at most once per assignment (an <em>epoch</em>), and an outcome of an
 *       older epoch is dropped: its job is the next owner's.
 *   <li>An offset counts as finished only in a transaction that holds its outcome's records; see
 *       {@link GroupCommit}.
 *   <li>When it is not known whether a commit happened, or when the broker lost one that it had
 *       confirmed, all partitions start anew from what the broker has.
 *   <li>A record beyond the window of its partition or the bound on jobs in flight waits, and its
 *       partition pauses; polling does not.
 * </ul>
 */
public final class JobExchange implements WatchedThread.Work, ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(JobExchange.class);
  private static final Duration IDLE_POLL = Duration.ofMillis(100);
  private static final Duration OFFSET_FETCH = Duration.ofSeconds(1);
  private static final Duration RETRY_LEAVING = Duration.ofMillis(50);
  private static final Duration LEAVE = Duration.ofSeconds(2);

  /**
   * Ends what a broker lost of this worker's own transactions: confirmed, and yet open in its
   * partitions, because the broker died before it wrote their markers. What they held can only be
   * undone; so nothing may have been committed upon it.
   */
  @FunctionalInterface
  public interface LostTransactions {
    /**
     * Looks for them, while no transaction is under way.
     *
     * @param newestMillis when the last transaction that was confirmed began, as its records say; 0
     *     when there was none
     * @param beforeMillis the same of the one before it
     * @return whether some were undone: then everything is to be read back from the broker
     * @throws KafkaException when the broker does not say; to be called again
     */
    boolean undo(long newestMillis, long beforeMillis);
  }

  private final JobServiceSettings settings;
  private final KafkaClients clients;
  private final ExchangeInbox inbox;
  private final ExchangeEvent.Listener listener;
  private final JobMetrics metrics;
  private final Runnable cameOver;
  private final PartitionLedgers ledgers;
  private final JobFlow flow;
  private final ExchangeVitals vitals = new ExchangeVitals();
  private final GroupCommit commits;
  private final Handover handover = new Handover();

  private long epochs;
  private boolean stopping;
  private KafkaConsumer<byte[], byte[]> consumer;
  private Metric received;
  private Metric closed;
  private double closedBefore;

  /**
   * @param lost looks for transactions that the broker lost
   * @param topics that not every outcome writes to
   * @param missing whether the broker says that it has no such topic
   * @param cameOver told that partitions came to this worker, or that what was committed of one is
   *     not decided yet; must not wait
   */
  public JobExchange(
      JobServiceSettings settings,
      KafkaClients clients,
      LostTransactions lost,
      Set<String> topics,
      Predicate<String> missing,
      ExchangeInbox inbox,
      ExchangeEvent.Listener listener,
      JobMetrics metrics,
      Runnable cameOver) {
    this.settings = settings;
    this.clients = clients;
    this.inbox = inbox;
    this.listener = listener;
    this.metrics = metrics;
    this.cameOver = cameOver;
    this.ledgers = new PartitionLedgers(settings.topics().jobs());
    this.flow = new JobFlow(settings.jobs().maximumInFlight(), ledgers, metrics);
    this.commits =
        new GroupCommit(
            settings,
            clients,
            lost,
            new CommitFailure.Topics(topics, missing),
            ledgers,
            metrics,
            vitals,
            listener,
            inbox::committed);
  }

  /** How it is now; from any thread. */
  public ExchangeHealth health() {
    return vitals.health();
  }

  /** Runs until {@link ExchangeInbox#stop}; whatever it cannot go on after is thrown. */
  @Override
  public void run(WatchedThread self) {
    // First of all: what an earlier process of this instance left open hides what others commit.
    var _ = commits.openPublisher();
    consumer = clients.jobConsumer(handover);
    try {
      received = metric("incoming-byte-total");
      closed = metric("connection-close-total");
      inbox.wakeBy(consumer::wakeup);
      consumer.subscribe(List.of(settings.topics().jobs()), this);
      while (!stopping) {
        turn();
        self.progressed();
      }
      commitBeforeLeaving();
      consumer.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
              .withTimeout(LEAVE));
    } catch (FencedInstanceIdException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL,
          "another worker runs as instance " + settings.jobs().instanceId(),
          e);
    } finally {
      inbox.wakeBy(() -> {});
      commits.close();
      closeWithoutLeaving();
    }
  }

  private Metric metric(String name) {
    return consumer.metrics().entrySet().stream()
        .filter(
            metric ->
                metric.getKey().name().equals(name)
                    && metric.getKey().group().equals("consumer-metrics"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  /** A broker that dies closes its connections; it may be back before anybody misses it. */
  private void watchConnections() {
    double now = (double) closed.metricValue();
    if (now != closedBefore) {
      closedBefore = now;
      commits.doubt();
    }
  }

  /** Does nothing after an orderly end. */
  private void closeWithoutLeaving() {
    try {
      consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    } catch (RuntimeException e) {
      LOG.debug("closing the consumer", e);
    }
  }

  private void turn() {
    arrived(flow.take(poll(), consumer));
    vitals.received((double) received.metricValue());
    watchConnections();
    vitals.member(consumer.groupMetadata().generationId() >= 0);
    if (handover.hasChanged()) {
      listener.on(new ExchangeEvent.Wanted(handover.wanted()));
    }
    if (handover.hasNews() && !stopping) {
      consumer.enforceRebalance("what others are to give is ready");
    }
    if (!commits.openPublisher()) {
      LOG.warn("the broker lost what it had confirmed: all partitions begin anew");
      startAnew();
    }
    fetchCommittedOffsets();
    takeIn();
    if (commits.isEnded()) {
      finishCommit();
    }
    if (commits.isDue()) {
      commits.begin(consumer.groupMetadata(), settings.commitPatience());
    }
    arrived(flow.takeAgain(consumer));
    flow.pauseAndResume(consumer);
  }

  private void arrived(List<ArrivedRecord> taken) {
    if (!taken.isEmpty()) {
      listener.on(new ExchangeEvent.Arrived(taken));
    }
  }

  private void takeIn() {
    for (var message = inbox.mailbox().poll(); message != null; message = inbox.mailbox().poll()) {
      switch (message) {
        case ExchangeInbox.Message.Finish(Outcome outcome) -> commits.add(outcome);
        case ExchangeInbox.Message.Flow(int partition, long epoch) -> {
          PartitionLedger ledger = ledgers.get(partition);
          if (ledger != null && ledger.epoch() == epoch) {
            ledger.flow();
          }
        }
        // The turn that this begins looks what became of it.
        case ExchangeInbox.Message.Committed() -> {}
        case ExchangeInbox.Message.Ready(int partition) -> handover.ready(partition);
        case ExchangeInbox.Message.StopTaking() -> flow.stopTaking();
        case ExchangeInbox.Message.Stop() -> stopping = true;
      }
    }
  }

  /** Waits for the transaction under way, if there is one: who owns what must not change in it. */
  private void finishCommit() {
    if (!commits.finish()) {
      startAnew();
    }
  }

  // --- Polling -------------------------------------------------------------------------------

  private Iterable<ConsumerRecord<byte[], byte[]>> poll() {
    Duration wait = commits.idleTime(IDLE_POLL);
    try {
      return consumer.poll(inbox.mailbox().startWaiting() ? wait : Duration.ZERO);
    } catch (WakeupException e) {
      return List.of();
    } catch (FencedInstanceIdException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("polling failed; trying again: {}", e.toString());
      // Refused credentials, say, fail at once each time; the log should not fill with them.
      LockSupport.parkNanos(IDLE_POLL.toNanos());
      return List.of();
    } finally {
      inbox.mailbox().stopWaiting();
    }
  }

  // --- Ownership -----------------------------------------------------------------------------

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    assigned.forEach(this::start);
    consumer.pause(assigned);
    // Somewhere, until it is known where: else the consumer asks, too, and gets no other partition
    // to its place until the last of them is decided.
    assigned.forEach(source -> consumer.seek(source, 0));
    if (!assigned.isEmpty()) {
      cameOver.run();
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    if (!revoked.isEmpty()) {
      commitBeforeLeaving();
      revoked.forEach(this::stop);
    }
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    finishCommit();
    lost.forEach(this::stop);
  }

  private void start(TopicPartition source) {
    var ledger = new PartitionLedger(source, ++epochs);
    ledgers.add(ledger);
    listener.on(new ExchangeEvent.Assigned(ledger.partition(), ledger.epoch()));
  }

  private void stop(TopicPartition source) {
    PartitionLedger ledger = ledgers.remove(source);
    if (ledger != null) {
      metrics.forgetLag(source.partition());
      commits.drop(ledger);
      listener.on(new ExchangeEvent.Gone(ledger.partition(), ledger.epoch()));
    }
  }

  /**
   * Reads what predecessors committed; waits, within a bound, for their open transactions. Of all
   * that came together at once, and of each by itself when one of them keeps the others waiting.
   */
  private void fetchCommittedOffsets() {
    if (commits.isClosed()) {
      return;
    }
    Map<Boolean, List<PartitionLedger>> unknown =
        ledgers.all().stream()
            .filter(ledger -> ledger.window() == null)
            .collect(Collectors.partitioningBy(PartitionLedger::isAskedAlone));
    position(unknown.get(false));
    unknown.get(true).forEach(ledger -> position(List.of(ledger)));
  }

  private void position(List<PartitionLedger> together) {
    if (together.isEmpty()) {
      return;
    }
    Set<TopicPartition> sources =
        together.stream().map(PartitionLedger::source).collect(Collectors.toSet());
    try {
      Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(sources, OFFSET_FETCH);
      Map<TopicPartition, Long> starts =
          consumer.beginningOffsets(
              sources.stream().filter(source -> committed.get(source) == null).toList(),
              OFFSET_FETCH);
      // Whoever had the partition takes no more: what he took lies before this.
      Map<TopicPartition, Long> ends = consumer.endOffsets(sources, OFFSET_FETCH);
      for (PartitionLedger ledger : together) {
        TopicPartition source = ledger.source();
        OffsetAndMetadata known = committed.get(source);
        long position = known == null ? starts.get(source) : known.offset();
        consumer.seek(source, position);
        ledger.positioned(
            new OffsetWindow(
                position, known == null ? "" : known.metadata(), settings.jobs().windowOffsets()),
            ends.get(source));
        listener.on(new ExchangeEvent.Positioned(ledger.partition(), ledger.epoch()));
      }
    } catch (WakeupException e) {
      LOG.debug("woken", e);
    } catch (TimeoutException e) {
      LOG.debug("the committed offsets of {} are not known yet", sources, e);
      together.forEach(PartitionLedger::askAlone);
      cameOver.run();
    } catch (KafkaException e) {
      LOG.warn("the committed offsets of {} cannot be read; trying again", sources, e);
      together.forEach(PartitionLedger::askAlone);
    }
  }

  /** Reads everything back from the broker: what is committed there is the truth. */
  private void startAnew() {
    List<TopicPartition> sources = ledgers.all().stream().map(PartitionLedger::source).toList();
    for (TopicPartition source : sources) {
      stop(source);
      start(source);
    }
    consumer.pause(sources);
  }

  /** What is finished should not be done again by the next owner, who waits for this. */
  private void commitBeforeLeaving() {
    // From here on, also where a transaction is under way: what follows it must end in time.
    long deadline = System.nanoTime() + settings.leavingPatience().toNanos();
    commits.hurry(settings.leavingPatience());
    finishCommit();
    takeIn();
    while (!commits.isClosed() && !commits.isEmpty() && System.nanoTime() - deadline < 0) {
      commits.begin(consumer.groupMetadata(), settings.leavingPatience());
      finishCommit();
      if (commits.hasFailed()) {
        LockSupport.parkNanos(RETRY_LEAVING.toNanos());
      }
    }
  }
}
