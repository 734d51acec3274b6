package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.RootCause;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers outcomes into batches and commits each batch in one transaction: group commit.
 *
 * <p>A batch is due when it is full or its oldest outcome has waited long enough. The offsets of a
 * batch count as finished only while its transaction is tried and once it is committed, so no
 * committed offset ever says more than the committed results. Every transaction sends an offset of
 * each partition it speaks for, also when it only holds a run of a standing job: that is what
 * fences a worker which lost the partition.
 *
 * <p>What the broker will never take must not hold up the rest. A failure that is a record's fault
 * ({@link CommitFailure#RECORD}), or one of unclear cause that came {@code jobs.commit-attempts}
 * times, halves the batches until the outcome at fault is alone; that one is refused, and its owner
 * leaves a small one in its place. So does a topic that only some outcomes write to and that is
 * gone or closed to this worker ({@link CommitFailure.Topics}); what cannot do without it goes
 * behind the others. Every success doubles the batches again. A failure of unclear cause may yet be
 * everybody's: an outcome is refused for it only if it failed alone and others were committed since
 * it first did, or it has nobody beside it; until then it goes behind the others. Used by the
 * exchange's thread; a transaction itself is waited for by a {@link CommitThread}.
 */
final class GroupCommit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
  private static final long FIRST_BACKOFF_MILLIS = 5;

  private final JobServiceSettings settings;
  private final PartitionLedgers ledgers;
  private final JobMetrics metrics;
  private final ExchangeVitals vitals;
  private final ExchangeEvent.Listener listener;
  private final CommitFailure.Topics topics;
  private final TransactionalPublisher publisher;
  private final JobExchange.LostTransactions lost;
  private final CommitThread thread;

  /** Whether a broker may have been away: what it confirmed before may be lost. */
  private boolean unsure = true;

  /** When the transaction under way, the last that was confirmed, and the one before it began. */
  private long begunMillis;

  private long newestMillis;
  private long beforeMillis;

  /** What is in the transaction under way, which {@link #pending} holds, too. */
  private List<Outcome> underWay = List.of();

  private CommitPatience patience = new CommitPatience(Duration.ZERO);

  private final ArrayDeque<Outcome> pending = new ArrayDeque<>();
  private long pendingBytes;
  private long oldestPendingNanos;

  /** Most outcomes of the next batch: fewer while one at fault is being looked for. */
  private int limit;

  private boolean retrying;
  private int unclearFailures;
  private long commits;

  /** Outcomes that failed alone for an unclear reason, by what {@link #commits} was then. */
  private final IdentityHashMap<Outcome, Long> suspects = new IdentityHashMap<>();

  private long retryAtNanos = System.nanoTime();
  private long backoffMillis = FIRST_BACKOFF_MILLIS;

  /**
   * @param lost looks for transactions that the broker lost
   * @param topics that not every outcome writes to
   * @param ended told from another thread when a transaction has ended
   */
  GroupCommit(
      JobServiceSettings settings,
      KafkaClients clients,
      JobExchange.LostTransactions lost,
      CommitFailure.Topics topics,
      PartitionLedgers ledgers,
      JobMetrics metrics,
      ExchangeVitals vitals,
      ExchangeEvent.Listener listener,
      Runnable ended) {
    this.settings = settings;
    this.lost = lost;
    this.topics = topics;
    this.ledgers = ledgers;
    this.metrics = metrics;
    this.vitals = vitals;
    this.listener = listener;
    this.limit = settings.jobs().commitJobs();
    this.publisher = new TransactionalPublisher(clients);
    this.thread = new CommitThread(ended);
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Whether the last batch was not committed. */
  boolean hasFailed() {
    return retrying;
  }

  /** Whether nothing may be committed yet. */
  boolean isClosed() {
    return !thread.isBusy() && (publisher.isClosed() || unsure);
  }

  /** A broker may have been away: before the next transaction it is looked what it lost. */
  void doubt() {
    unsure = true;
  }

  /** Takes a finished outcome over; one of an older epoch is dropped. */
  void add(Outcome outcome) {
    PartitionLedger ledger = ledgers.get(outcome.partition());
    if (ledger == null || ledger.epoch() != outcome.epoch()) {
      settle(List.of(outcome), new Settlement.Dropped());
    } else {
      if (pending.isEmpty()) {
        oldestPendingNanos = System.nanoTime();
      }
      pending.addLast(outcome);
      pendingBytes += outcome.bytes();
      vitals.waiting(pending.size());
    }
  }

  private void settle(List<Outcome> outcomes, Settlement settlement) {
    if (!outcomes.isEmpty()) {
      listener.on(new ExchangeEvent.Settled(outcomes, settlement));
    }
  }

  private void remove(List<Outcome> outcomes) {
    var gone = Collections.newSetFromMap(new IdentityHashMap<Outcome, Boolean>());
    gone.addAll(outcomes);
    pending.removeIf(gone::contains);
    for (Outcome outcome : outcomes) {
      pendingBytes -= outcome.bytes();
      suspects.remove(outcome);
    }
    vitals.waiting(pending.size());
  }

  /**
   * Drops the outcomes of an assignment that has ended: its jobs are the next owner's. Not while a
   * transaction is under way.
   */
  void drop(PartitionLedger ended) {
    List<Outcome> dropped =
        pending.stream()
            .filter(
                outcome ->
                    outcome.partition() == ended.partition() && outcome.epoch() == ended.epoch())
            .toList();
    remove(dropped);
    settle(dropped, new Settlement.Dropped());
  }

  /**
   * Opens a producer where there is none and the pause after the last attempt is over.
   *
   * @return false when the broker lost what it had confirmed: everything is to be read anew
   */
  boolean openPublisher() {
    if (!isClosed() || System.nanoTime() - retryAtNanos < 0) {
      return true;
    }
    try {
      unsure = true;
      publisher.open();
      boolean undone = lost.undo(newestMillis, beforeMillis);
      unsure = false;
      vitals.producer(ExchangeHealth.Producer.OPEN);
      backoffMillis = FIRST_BACKOFF_MILLIS;
      return !undone;
    } catch (KafkaException e) {
      LOG.warn("the transactional producer cannot be opened; trying again: {}", e.toString());
      backOff();
      return true;
    }
  }

  private void backOff() {
    backoffMillis = Math.min(2 * backoffMillis, settings.jobs().maximumBackoff().toMillis());
    retryAtNanos = System.nanoTime() + Duration.ofMillis(backoffMillis).toNanos();
  }

  /** How long nothing will be due, at most a given time. */
  Duration idleTime(Duration most) {
    if (isEmpty() || thread.isBusy()) {
      return most;
    }
    long due = Math.max(oldestPendingNanos + settings.jobs().commitWait().toNanos(), retryAtNanos);
    return Duration.ofNanos(Math.clamp(due - System.nanoTime(), 0, most.toNanos()));
  }

  /** Whether a batch has to be committed now. */
  boolean isDue() {
    if (isEmpty() || thread.isBusy() || isClosed() || System.nanoTime() - retryAtNanos < 0) {
      return false;
    }
    return retrying
        || pending.size() >= settings.jobs().commitJobs()
        || pendingBytes >= settings.jobs().commitBytes().bytes()
        || System.nanoTime() - oldestPendingNanos >= settings.jobs().commitWait().toNanos();
  }

  private List<Outcome> nextBatch() {
    var next = new ArrayList<Outcome>();
    long bytes = 0;
    for (Outcome outcome : pending) {
      if (next.size() >= limit
          || (!next.isEmpty() && bytes + outcome.bytes() > settings.jobs().commitBytes().bytes())) {
        break;
      }
      next.add(outcome);
      bytes += outcome.bytes();
    }
    return next;
  }

  /**
   * Begins to commit the next batch; {@link #finish} is to be called when it has ended.
   *
   * @param most how long to ask what became of a commit that is not confirmed
   */
  void begin(ConsumerGroupMetadata group, Duration most) {
    List<Outcome> batch = nextBatch();
    batch.forEach(outcome -> window(outcome).finish(outcome.offset()));
    var offsets = new LinkedHashMap<TopicPartition, OffsetAndMetadata>();
    for (Outcome outcome : batch) {
      PartitionLedger ledger = ledgers.get(outcome.partition());
      offsets.computeIfAbsent(ledger.source(), _ -> ledger.window().committable());
    }
    underWay = batch;
    begunMillis = System.currentTimeMillis();
    var asked = new CommitPatience(most);
    patience = asked;
    thread.begin(() -> publisher.commit(batch, offsets, group, asked));
  }

  /** Others wait for the transaction under way: asks no longer than this what became of it. */
  void hurry(Duration most) {
    patience.shorten(most);
  }

  /** Whether a transaction has ended and is to be finished. */
  boolean isEnded() {
    return thread.isEnded();
  }

  /**
   * Waits for the end of the transaction under way, if there is one, and acts on it.
   *
   * @return false when nobody but the broker knows whether it is committed
   */
  boolean finish() {
    if (!thread.isBusy()) {
      return true;
    }
    List<Outcome> batch = underWay;
    underWay = List.of();
    TransactionalPublisher.Attempt attempt = thread.take();
    switch (attempt.result()) {
      case COMMITTED -> committed(batch, attempt.nanos());
      case ABORTED, LOST -> {
        batch.forEach(outcome -> window(outcome).reopen(outcome.offset()));
        failed(batch, attempt.cause());
      }
      case UNCERTAIN -> failed(List.of(), attempt.cause());
    }
    return attempt.result() != TransactionalPublisher.Result.UNCERTAIN;
  }

  private OffsetWindow window(Outcome outcome) {
    return ledgers.get(outcome.partition()).window();
  }

  private void committed(List<Outcome> batch, long nanos) {
    metrics.committed(batch.size(), nanos);
    vitals.committed();
    beforeMillis = newestMillis;
    newestMillis = begunMillis;
    commits++;
    unclearFailures = 0;
    retrying = false;
    limit = (int) Math.min(2L * limit, settings.jobs().commitJobs());
    backoffMillis = FIRST_BACKOFF_MILLIS;
    oldestPendingNanos = System.nanoTime();
    remove(batch);
    settle(batch, new Settlement.Committed());
  }

  private void failed(List<Outcome> batch, Throwable cause) {
    metrics.aborted();
    vitals.producer(
        publisher.isClosed() ? ExchangeHealth.Producer.CLOSED : ExchangeHealth.Producer.FAILING);
    retrying = true;
    if (batch.isEmpty()) {
      backOff();
      return;
    }
    switch (kind(batch, cause)) {
      case PASSING -> backOff();
      case RECORD -> {
        if (batch.size() > 1) {
          limit = batch.size() / 2;
        } else {
          refuse(batch.getFirst(), cause);
        }
      }
      case UNCLEAR -> {
        backOff();
        unclearFailures++;
        if (unclearFailures < settings.jobs().commitAttempts()) {
          return;
        }
        if (batch.size() > 1) {
          limit = batch.size() / 2;
        } else {
          suspect(batch.getFirst(), cause);
        }
      }
    }
  }

  private CommitFailure kind(List<Outcome> batch, Throwable cause) {
    return batch.stream().anyMatch(outcome -> topics.faulty(outcome, cause) != null)
        ? CommitFailure.RECORD
        : CommitFailure.of(cause);
  }

  private void suspect(Outcome outcome, Throwable cause) {
    Long before = suspects.putIfAbsent(outcome, commits);
    if (pending.size() == 1 || (before != null && before < commits)) {
      refuse(outcome, cause);
    } else {
      behind(outcome);
    }
  }

  private void refuse(Outcome outcome, Throwable cause) {
    if (outcome.instead()) {
      // As small as can be: it is not at fault.
      backOff();
      behind(outcome);
      return;
    }
    LOG.error(
        "what {} wants to commit is refused by the broker",
        outcome.offset() == Outcome.NO_OFFSET
            ? "a run on partition " + outcome.partition()
            : "record " + outcome.offset() + " of partition " + outcome.partition(),
        cause);
    remove(List.of(outcome));
    settle(List.of(outcome), new Settlement.Refused(reason(outcome, cause)));
  }

  private WorkerException reason(Outcome outcome, Throwable cause) {
    String message = RootCause.of(cause).getMessage();
    String topic = topics.faulty(outcome, cause);
    if (topic != null) {
      return new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "nothing can be written to "
              + topic
              + " ("
              + message
              + "); the worker needs that topic, and the right to write it",
          cause);
    }
    FailureCode code =
        CommitFailure.of(cause) == CommitFailure.RECORD
            ? FailureCode.FAILURE_CODE_RESULT_TOO_LARGE
            : FailureCode.FAILURE_CODE_INTERNAL;
    return new WorkerException(code, "the broker does not take the result: " + message, cause);
  }

  private void behind(Outcome outcome) {
    pending.removeFirst();
    pending.addLast(outcome);
  }

  @Override
  public void close() {
    thread.close();
    publisher.close();
  }
}
