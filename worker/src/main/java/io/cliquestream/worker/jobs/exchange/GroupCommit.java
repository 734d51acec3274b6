package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers outcomes into batches and commits each batch in one transaction: group commit.
 *
 * <p>A batch is due when it is full or its oldest outcome has waited long enough. One that was
 * aborted is tried again whole, after a growing pause and before any other, so that no committed
 * offset ever says more than the committed results. Every transaction sends an offset of each
 * partition it speaks for, also when it only holds a run of a standing job: that is what fences a
 * worker which lost the partition. Used by the exchange's thread.
 */
final class GroupCommit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
  private static final long FIRST_BACKOFF_MILLIS = 5;

  private final JobServiceSettings settings;
  private final PartitionLedgers ledgers;
  private final JobMetrics metrics;
  private final AtomicBoolean connected;
  private final TransactionalPublisher publisher;
  private final List<Outcome> pending = new ArrayList<>();
  private List<Outcome> batch = List.of();
  private long oldestPendingNanos;
  private long retryAtNanos;
  private long backoffMillis = FIRST_BACKOFF_MILLIS;

  /**
   * @param connected set by whether the last transaction reached the broker
   */
  GroupCommit(
      JobServiceSettings settings,
      KafkaClients clients,
      PartitionLedgers ledgers,
      JobMetrics metrics,
      AtomicBoolean connected) {
    this.settings = settings;
    this.ledgers = ledgers;
    this.metrics = metrics;
    this.connected = connected;
    this.publisher = new TransactionalPublisher(clients);
  }

  boolean isEmpty() {
    return pending.isEmpty() && batch.isEmpty();
  }

  /** Whether a batch that failed waits to be tried again. */
  boolean hasFailedBatch() {
    return !batch.isEmpty();
  }

  /** Whether there is no producer to commit with. */
  boolean isClosed() {
    return publisher.isClosed();
  }

  /** Takes a finished outcome over; one of an older epoch is dropped. */
  void add(Outcome outcome) {
    PartitionLedger ledger = ledgers.get(outcome.partition());
    if (ledger == null || ledger.epoch() != outcome.epoch()) {
      outcome.settled().settled(false);
    } else {
      if (pending.isEmpty()) {
        oldestPendingNanos = System.nanoTime();
      }
      pending.add(outcome);
    }
  }

  /** Drops the outcomes of an assignment that has ended: its jobs are the next owner's. */
  void drop(PartitionLedger ended) {
    var dropped = new ArrayList<Outcome>();
    var kept = new ArrayList<Outcome>();
    batch.forEach(outcome -> (isOf(outcome, ended) ? dropped : kept).add(outcome));
    batch = kept;
    pending.stream().filter(outcome -> isOf(outcome, ended)).forEach(dropped::add);
    pending.removeIf(outcome -> isOf(outcome, ended));
    dropped.forEach(outcome -> outcome.settled().settled(false));
  }

  private static boolean isOf(Outcome outcome, PartitionLedger ledger) {
    return outcome.partition() == ledger.partition() && outcome.epoch() == ledger.epoch();
  }

  /** Opens a producer where there is none and the pause after the last attempt is over. */
  void openPublisher() {
    if (!publisher.isClosed() || System.nanoTime() - retryAtNanos < 0) {
      return;
    }
    try {
      publisher.open();
      connected.set(true);
      backoffMillis = FIRST_BACKOFF_MILLIS;
    } catch (KafkaException e) {
      LOG.warn("the transactional producer cannot be opened; trying again: {}", e.toString());
      backOff();
    }
  }

  private void backOff() {
    connected.set(false);
    backoffMillis = Math.min(2 * backoffMillis, settings.jobs().maximumBackoff().toMillis());
    retryAtNanos = System.nanoTime() + Duration.ofMillis(backoffMillis).toNanos();
  }

  /** How long nothing will be due, at most a given time. */
  Duration idleTime(Duration most) {
    if (isEmpty()) {
      return most;
    }
    long due = Math.max(oldestPendingNanos + settings.jobs().commitWait().toNanos(), retryAtNanos);
    return Duration.ofNanos(Math.clamp(due - System.nanoTime(), 0, most.toNanos()));
  }

  /** Whether a batch has to be committed now. */
  boolean isDue() {
    if (isEmpty() || publisher.isClosed() || System.nanoTime() - retryAtNanos < 0) {
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
        ledgers.get(outcome.partition()).window().finish(outcome.offset());
      }
    }
    batch = next;
  }

  /**
   * Commits one batch: the one that failed last, or the next.
   *
   * @return false when nobody but the broker knows whether it is committed
   */
  boolean commit(ConsumerGroupMetadata group) {
    if (batch.isEmpty()) {
      nextBatch();
    }
    var offsets = new LinkedHashMap<TopicPartition, OffsetAndMetadata>();
    for (Outcome outcome : batch) {
      PartitionLedger ledger = ledgers.get(outcome.partition());
      offsets.computeIfAbsent(ledger.source(), _ -> ledger.window().committable());
    }
    long start = System.nanoTime();
    return switch (publisher.commit(batch, offsets, group)) {
      case COMMITTED -> {
        metrics.committed(batch.size(), System.nanoTime() - start);
        List<Outcome> settled = batch;
        batch = List.of();
        backoffMillis = FIRST_BACKOFF_MILLIS;
        connected.set(true);
        oldestPendingNanos = System.nanoTime();
        settled.forEach(outcome -> outcome.settled().settled(true));
        yield true;
      }
      case ABORTED, LOST -> {
        metrics.aborted();
        backOff();
        yield true;
      }
      case UNCERTAIN -> {
        metrics.aborted();
        backOff();
        yield false;
      }
    };
  }

  @Override
  public void close() {
    publisher.close();
  }
}
