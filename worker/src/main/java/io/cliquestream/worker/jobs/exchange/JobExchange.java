package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
public final class JobExchange implements Runnable, ConsumerRebalanceListener {
  /** Where records and changes of ownership go; called on the exchange's thread, must not block. */
  public interface Receiver {
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
  private final PartitionLedgers ledgers;
  private final JobFlow flow;
  private final GroupCommit commits;
  private final Queue<Outcome> arriving = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pollState = new AtomicInteger(IDLE);
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private final AtomicBoolean connected = new AtomicBoolean();
  private long epochs;
  private KafkaConsumer<byte[], byte[]> consumer;
  private volatile boolean stopping;

  public JobExchange(
      JobServiceSettings settings, KafkaClients clients, Receiver receiver, JobMetrics metrics) {
    this.settings = settings;
    this.clients = clients;
    this.receiver = receiver;
    this.metrics = metrics;
    this.ledgers = new PartitionLedgers(settings.topics().jobs());
    this.flow = new JobFlow(settings.jobs().maximumInFlight(), ledgers, metrics);
    this.commits = new GroupCommit(settings, clients, ledgers, metrics, connected);
  }

  /** Leaves an outcome to be committed. Called from any thread. */
  public void finish(Outcome outcome) {
    arriving.add(outcome);
    wake();
  }

  /** Lets a partition's jobs run. Called from any thread. */
  public void activate(int partition, long epoch) {
    command(
        () -> {
          PartitionLedger ledger = ledgers.get(partition);
          if (ledger != null && ledger.epoch() == epoch) {
            ledger.active();
          }
        });
  }

  /** Takes no more records; outcomes are still committed. Called from any thread. */
  public void stopTaking() {
    command(flow::stopTaking);
  }

  /** Commits what is ready, leaves the group and ends the thread. Called from any thread. */
  public CompletableFuture<Void> stop() {
    stopping = true;
    wake();
    return ended;
  }

  /** Whether the last transaction or poll reached the broker. */
  public boolean connected() {
    return connected.get();
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
      commits.close();
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
    List<ArrivedRecord> taken = flow.take(poll(), consumer);
    if (!taken.isEmpty()) {
      receiver.arrived(taken);
    }
    runCommands();
    commits.openPublisher();
    fetchCommittedOffsets();
    collect();
    if (commits.isDue()) {
      commit();
    }
    flow.pauseAndResume(consumer);
  }

  private void collect() {
    for (Outcome outcome = arriving.poll(); outcome != null; outcome = arriving.poll()) {
      commits.add(outcome);
    }
  }

  private void commit() {
    if (!commits.commit(consumer.groupMetadata())) {
      startAnew();
    }
  }

  // --- Polling -------------------------------------------------------------------------------

  private Iterable<ConsumerRecord<byte[], byte[]>> poll() {
    if (!arriving.isEmpty() || !commands.isEmpty()) {
      return poll(Duration.ZERO);
    }
    Duration wait = commits.idleTime(IDLE_POLL);
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
      if (!records.isEmpty()) {
        connected.set(true);
      }
      return records;
    } catch (WakeupException e) {
      return List.of();
    } catch (FencedInstanceIdException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("polling failed; trying again", e);
      // Refused credentials, say, fail at once each time; the log should not fill with them.
      LockSupport.parkNanos(IDLE_POLL.toNanos());
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
    ledgers.add(new PartitionLedger(source, ++epochs));
  }

  private void stop(TopicPartition source, boolean moved) {
    PartitionLedger ledger = ledgers.remove(source);
    if (ledger == null) {
      return;
    }
    metrics.forgetLag(source.partition());
    commits.drop(ledger);
    if (ledger.window() != null) {
      receiver.revoked(ledger.partition(), ledger.epoch(), moved);
    }
  }

  /** Reads what predecessors committed; waits, within a bound, for their open transactions. */
  private void fetchCommittedOffsets() {
    for (PartitionLedger ledger : ledgers.all()) {
      if (ledger.stage() != PartitionLedger.Stage.ASSIGNED || commits.isClosed()) {
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
        connected.set(true);
        receiver.assigned(ledger.partition(), ledger.epoch());
      } catch (WakeupException | TimeoutException e) {
        LOG.debug("the committed offset of {} is not known yet", source, e);
      } catch (KafkaException e) {
        LOG.warn("the committed offset of {} cannot be read; trying again", source, e);
      }
    }
  }

  /** Reads everything back from the broker: what is committed there is the truth. */
  private void startAnew() {
    List<TopicPartition> sources = ledgers.all().stream().map(PartitionLedger::source).toList();
    for (TopicPartition source : sources) {
      stop(source, false);
      start(source);
    }
    consumer.pause(sources);
  }

  private void commitBeforeLeaving() {
    collect();
    for (int attempts = 0;
        attempts < REVOCATION_ATTEMPTS && !commits.isClosed() && !commits.isEmpty(); ) {
      boolean retry = commits.hasFailedBatch();
      commit();
      attempts += retry || commits.hasFailedBatch() ? 1 : 0;
    }
  }
}
