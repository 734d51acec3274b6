package io.cliquestream.worker.job;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes jobs from the topic and puts outcomes back, exactly once.
 *
 * <p>One thread owns the group consumer and the transactional producer; nobody else touches either.
 * That thread never waits for a job: it polls, hands records on, and commits outcomes that others
 * leave in a queue. So heartbeats and rebalances go on however long jobs take, offsets are always
 * sent with the group's present generation, and a revocation can commit before it returns, because
 * its callback runs right here.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A record is handed on at most once per assignment of its partition (an <em>epoch</em>), and
 *       an outcome of an older epoch is dropped: its job is the next owner's.
 *   <li>An offset counts as finished only in a transaction that holds its outcome's records. A
 *       batch that was aborted is tried again whole before any other, so no committed offset ever
 *       says more than the committed results.
 *   <li>Every transaction sends an offset of each partition it speaks for, also when it only holds
 *       a run of a standing job: that is what fences a worker which lost the partition.
 *   <li>When it is not known whether a commit happened, all partitions start anew from what the
 *       broker has.
 *   <li>A record beyond the window of its partition or the bound on jobs in flight is turned away:
 *       the position goes back to it and the partition pauses; polling does not.
 * </ul>
 */
final class JobExchange implements Runnable, ConsumerRebalanceListener {
  /** Where records and changes of ownership go; called on the exchange's thread, must not block. */
  interface Receiver {
    void arrived(List<ArrivedRecord> records);

    /** The committed offset is known; answer with {@link #activate} once jobs may run. */
    void assigned(int partition, long epoch);

    /** Outcomes of this epoch are of no more use. */
    void revoked(int partition, long epoch, boolean moved);

    /** The exchange cannot go on; the process should end. */
    void failed(WorkerException cause);
  }

  private static final Logger LOG = LoggerFactory.getLogger(JobExchange.class);
  private static final Duration IDLE_POLL = Duration.ofMillis(100);
  private static final Duration OFFSET_FETCH = Duration.ofSeconds(1);

  /** Attempts at a last commit inside a revocation, which holds the whole group up. */
  private static final int REVOCATION_ATTEMPTS = 3;

  private static final int IDLE = 0;
  private static final int POLLING = 1;
  private static final int WOKEN = 2;

  private final JobServiceSettings settings;
  private final KafkaClients clients;
  private final Receiver receiver;
  private final JobMetrics metrics;
  private final TransactionalPublisher publisher;
  private final Queue<Outcome> arriving = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pollState = new AtomicInteger(IDLE);
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private final Map<TopicPartition, PartitionLedger> ledgers = new HashMap<>();
  private final List<Outcome> pending = new ArrayList<>();
  private List<Outcome> batch = List.of();
  private long oldestPendingNanos;
  private long retryAtNanos;
  private long backoffMillis = 5;
  private long epochs;
  private KafkaConsumer<byte[], byte[]> consumer;
  private boolean taking = true;
  private volatile boolean stopping;
  private volatile boolean connected;

  JobExchange(
      JobServiceSettings settings, KafkaClients clients, Receiver receiver, JobMetrics metrics) {
    this.settings = settings;
    this.clients = clients;
    this.receiver = receiver;
    this.metrics = metrics;
    this.publisher = new TransactionalPublisher(clients);
  }

  /** Leaves an outcome to be committed. Called from any thread. */
  void finish(Outcome outcome) {
    arriving.add(outcome);
    wake();
  }

  /** Lets a partition's jobs run. Called from any thread. */
  void activate(int partition, long epoch) {
    command(
        () -> {
          PartitionLedger ledger = ledger(partition);
          if (ledger != null && ledger.epoch() == epoch) {
            ledger.active();
          }
        });
  }

  /** Takes no more records; outcomes are still committed. Called from any thread. */
  void stopTaking() {
    command(() -> taking = false);
  }

  /** Commits what is ready, leaves the group and ends the thread. Called from any thread. */
  CompletableFuture<Void> stop() {
    stopping = true;
    wake();
    return ended;
  }

  /** Whether the last transaction or poll reached the broker. */
  boolean connected() {
    return connected;
  }

  @Override
  public void run() {
    try {
      consumer = clients.jobConsumer();
      consumer.subscribe(List.of(settings.topics().jobs()), this);
      while (!stopping) {
        turn();
      }
      commitBeforeLeaving();
      consumer.close(
          CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
              .withTimeout(settings.requestTimeout()));
    } catch (FencedInstanceIdException e) {
      fail("another worker runs as instance " + settings.jobs().instanceId(), e);
    } catch (RuntimeException | Error e) {
      fail("the job exchange broke: " + e, e);
    } finally {
      publisher.close();
      ended.complete(null);
    }
  }

  private void fail(String message, Throwable cause) {
    LOG.error(message, cause);
    try {
      consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    } catch (RuntimeException e) {
      LOG.warn("closing the consumer", e);
    }
    receiver.failed(new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, message, cause));
  }

  private void turn() {
    deliver(poll());
    runCommands();
    openPublisher();
    fetchCommittedOffsets();
    collect();
    if (commitIsDue()) {
      commit();
    }
    pauseAndResume();
  }

  // --- Polling -------------------------------------------------------------------------------

  private Iterable<ConsumerRecord<byte[], byte[]>> poll() {
    if (!arriving.isEmpty() || !commands.isEmpty()) {
      return poll(Duration.ZERO);
    }
    Duration wait = IDLE_POLL;
    if (!pending.isEmpty() || !batch.isEmpty()) {
      long due =
          Math.max(oldestPendingNanos + settings.jobs().commitWait().toNanos(), retryAtNanos);
      wait = Duration.ofNanos(Math.clamp(due - System.nanoTime(), 0, IDLE_POLL.toNanos()));
    }
    pollState.set(POLLING);
    try {
      // Whoever came between the test above and the state's change did not wake us.
      return poll(arriving.isEmpty() && commands.isEmpty() ? wait : Duration.ZERO);
    } finally {
      pollState.set(IDLE);
    }
  }

  private Iterable<ConsumerRecord<byte[], byte[]>> poll(Duration wait) {
    try {
      var records = consumer.poll(wait);
      connected = connected || !records.isEmpty();
      return records;
    } catch (WakeupException e) {
      return List.of();
    } catch (FencedInstanceIdException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("polling failed; trying again", e);
      return List.of();
    }
  }

  private void wake() {
    if (pollState.compareAndSet(POLLING, WOKEN)) {
      consumer.wakeup();
    }
  }

  private void command(Runnable command) {
    commands.add(command);
    wake();
  }

  private void runCommands() {
    for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
      command.run();
    }
  }

  private void deliver(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    var taken = new ArrayList<ArrivedRecord>();
    int room = settings.jobs().maximumInFlight() - inFlight();
    long now = System.nanoTime();
    for (var record : records) {
      PartitionLedger ledger = ledgers.get(new TopicPartition(record.topic(), record.partition()));
      if (ledger == null || ledger.blocked()) {
        continue;
      }
      if (ledger.stage() != PartitionLedger.Stage.ACTIVE
          || !taking
          || taken.size() >= room
          || !ledger.window().hasRoomFor(record.offset())) {
        ledger.block(true);
        consumer.seek(ledger.source(), record.offset());
      } else if (ledger.window().take(record.offset())) {
        taken.add(new ArrivedRecord(record, ledger.epoch(), now));
      }
    }
    if (!taken.isEmpty()) {
      receiver.arrived(taken);
    }
  }

  private int inFlight() {
    int open = 0;
    for (PartitionLedger ledger : ledgers.values()) {
      open += ledger.openCount();
    }
    return open;
  }

  private void pauseAndResume() {
    int inFlight = inFlight();
    boolean room =
        taking
            && inFlight
                <= settings.jobs().maximumInFlight() - (settings.jobs().maximumInFlight() + 3) / 4;
    var pause = new ArrayList<TopicPartition>();
    var resume = new ArrayList<TopicPartition>();
    for (PartitionLedger ledger : ledgers.values()) {
      if (ledger.blocked() && room && ledger.window() != null && ledger.window().hasRoom()) {
        ledger.block(false);
      }
      boolean flows = ledger.stage() == PartitionLedger.Stage.ACTIVE && !ledger.blocked() && taking;
      (flows ? resume : pause).add(ledger.source());
    }
    consumer.pause(pause);
    consumer.resume(resume);
    metrics.inFlight(inFlight);
    for (TopicPartition source : resume) {
      consumer.currentLag(source).ifPresent(lag -> metrics.lag(source.partition(), lag));
    }
  }

  // --- Ownership -----------------------------------------------------------------------------

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    for (TopicPartition source : assigned) {
      start(source);
    }
    consumer.pause(assigned);
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    if (!revoked.isEmpty()) {
      commitBeforeLeaving();
      revoked.forEach(source -> stop(source, true));
    }
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    lost.forEach(source -> stop(source, true));
  }

  private void start(TopicPartition source) {
    ledgers.put(source, new PartitionLedger(source, ++epochs));
  }

  private void stop(TopicPartition source, boolean moved) {
    PartitionLedger ledger = ledgers.remove(source);
    if (ledger == null) {
      return;
    }
    metrics.forgetLag(source.partition());
    var kept = new ArrayList<Outcome>();
    for (Outcome outcome : batch) {
      (isOf(outcome, ledger) ? dropped() : kept).add(outcome);
    }
    batch = kept;
    kept = new ArrayList<>();
    for (Outcome outcome : pending) {
      (isOf(outcome, ledger) ? dropped() : kept).add(outcome);
    }
    pending.clear();
    pending.addAll(kept);
    settleDropped();
    if (ledger.window() != null) {
      receiver.revoked(ledger.partition(), ledger.epoch(), moved);
    }
  }

  private final List<Outcome> droppedOutcomes = new ArrayList<>();

  private List<Outcome> dropped() {
    return droppedOutcomes;
  }

  private void settleDropped() {
    droppedOutcomes.forEach(outcome -> outcome.settled().settled(false));
    droppedOutcomes.clear();
  }

  private static boolean isOf(Outcome outcome, PartitionLedger ledger) {
    return outcome.partition() == ledger.partition() && outcome.epoch() == ledger.epoch();
  }

  private PartitionLedger ledger(int partition) {
    return ledgers.get(new TopicPartition(settings.topics().jobs(), partition));
  }

  /** Reads what predecessors committed; waits, within a bound, for their open transactions. */
  private void fetchCommittedOffsets() {
    for (PartitionLedger ledger : List.copyOf(ledgers.values())) {
      if (ledger.stage() != PartitionLedger.Stage.ASSIGNED || publisher.isClosed()) {
        continue;
      }
      TopicPartition source = ledger.source();
      try {
        OffsetAndMetadata committed =
            consumer.committed(java.util.Set.of(source), OFFSET_FETCH).get(source);
        if (committed == null) {
          consumer.seekToBeginning(List.of(source));
        } else {
          consumer.seek(source, committed.offset());
        }
        long position = consumer.position(source, OFFSET_FETCH);
        ledger.restoring(
            new OffsetWindow(
                position,
                committed == null ? "" : committed.metadata(),
                settings.jobs().windowOffsets()));
        connected = true;
        receiver.assigned(ledger.partition(), ledger.epoch());
      } catch (WakeupException | TimeoutException e) {
        LOG.debug("the committed offset of {} is not known yet", source, e);
      } catch (KafkaException e) {
        LOG.warn("the committed offset of {} cannot be read; trying again", source, e);
      }
    }
  }

  // --- Transactions --------------------------------------------------------------------------

  private void openPublisher() {
    if (!publisher.isClosed() || System.nanoTime() - retryAtNanos < 0) {
      return;
    }
    try {
      publisher.open();
      connected = true;
      backoffMillis = 5;
    } catch (KafkaException e) {
      LOG.warn("the transactional producer cannot be opened; trying again: {}", e.toString());
      backOff();
    }
  }

  private void backOff() {
    connected = false;
    backoffMillis = Math.min(2 * backoffMillis, settings.jobs().maximumBackoff().toMillis());
    retryAtNanos = System.nanoTime() + Duration.ofMillis(backoffMillis).toNanos();
  }

  /** Takes finished outcomes over; those of an older epoch are dropped. */
  private void collect() {
    for (Outcome outcome = arriving.poll(); outcome != null; outcome = arriving.poll()) {
      PartitionLedger ledger = ledger(outcome.partition());
      if (ledger == null || ledger.epoch() != outcome.epoch()) {
        outcome.settled().settled(false);
      } else {
        if (pending.isEmpty()) {
          oldestPendingNanos = System.nanoTime();
        }
        pending.add(outcome);
      }
    }
  }

  private boolean commitIsDue() {
    if ((pending.isEmpty() && batch.isEmpty())
        || publisher.isClosed()
        || System.nanoTime() - retryAtNanos < 0) {
      return false;
    }
    if (!batch.isEmpty() || pending.size() >= settings.jobs().commitJobs()) {
      return true;
    }
    if (System.nanoTime() - oldestPendingNanos >= settings.jobs().commitWait().toNanos()) {
      return true;
    }
    return pending.stream().mapToLong(Outcome::bytes).sum()
        >= settings.jobs().commitBytes().bytes();
  }

  private void nextBatch() {
    var next = new ArrayList<Outcome>();
    long bytes = 0;
    for (Outcome outcome : pending) {
      if (next.size() >= settings.jobs().commitJobs()
          || (!next.isEmpty() && bytes + outcome.bytes() > settings.jobs().commitBytes().bytes())) {
        break;
      }
      next.add(outcome);
      bytes += outcome.bytes();
    }
    pending.subList(0, next.size()).clear();
    for (Outcome outcome : next) {
      if (outcome.offset() != Outcome.NO_OFFSET) {
        ledger(outcome.partition()).window().finish(outcome.offset());
      }
    }
    batch = next;
  }

  /** Commits one batch: the one that failed last, or the next. */
  private void commit() {
    if (batch.isEmpty()) {
      nextBatch();
    }
    var offsets = new LinkedHashMap<TopicPartition, OffsetAndMetadata>();
    for (Outcome outcome : batch) {
      PartitionLedger ledger = ledger(outcome.partition());
      offsets.computeIfAbsent(ledger.source(), _ -> ledger.window().committable());
    }
    long start = System.nanoTime();
    switch (publisher.commit(batch, offsets, consumer.groupMetadata())) {
      case COMMITTED -> {
        metrics.committed(batch.size(), System.nanoTime() - start);
        List<Outcome> settled = batch;
        batch = List.of();
        backoffMillis = 5;
        connected = true;
        oldestPendingNanos = System.nanoTime();
        settled.forEach(outcome -> outcome.settled().settled(true));
      }
      case ABORTED, LOST -> {
        metrics.aborted();
        backOff();
      }
      case UNCERTAIN -> {
        metrics.aborted();
        backOff();
        startAnew();
      }
    }
  }

  /** Reads everything back from the broker: what is committed there is the truth. */
  private void startAnew() {
    for (TopicPartition source : List.copyOf(ledgers.keySet())) {
      stop(source, false);
      start(source);
    }
    consumer.pause(ledgers.keySet());
  }

  private void commitBeforeLeaving() {
    collect();
    for (int attempts = 0;
        attempts < REVOCATION_ATTEMPTS
            && !publisher.isClosed()
            && (!pending.isEmpty() || !batch.isEmpty()); ) {
      boolean retry = !batch.isEmpty();
      commit();
      attempts += retry || !batch.isEmpty() ? 1 : 0;
    }
  }
}
