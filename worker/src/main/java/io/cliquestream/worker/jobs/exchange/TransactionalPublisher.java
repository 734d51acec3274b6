package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.failure.RootCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits results, progress, state and offsets in one transaction, and says what became of it.
 *
 * <p>Zombies are fenced twice: the group's generation goes with the offsets, so a worker that lost
 * a partition cannot commit for it, and the transactional id fences an earlier process of the same
 * instance.
 *
 * <p>Two producers take turns. A broker confirms a commit before it has written all of the
 * transaction's markers, and until then it turns away what the same producer begins; transactions
 * that follow each other took two to six times as long with one. There is one transaction at a time
 * all the same, and none while a producer is missing: what that one left must be known first. A
 * marker that is written after that of the next transaction takes no offset back: of two offsets of
 * a partition a group's coordinator keeps the one that lies further on in its log.
 *
 * <p>After an error there are three cases. The transaction was aborted: the same batch may be tried
 * again. The producer is of no more use before a commit was asked for: its successor aborts the
 * transaction, so the batch may be tried again there. Neither is known after a commit was asked
 * for: then only the topic knows, and everything is read back from it. Used by one thread at a
 * time.
 */
final class TransactionalPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionalPublisher.class);

  private static final int TURNS = 2;

  /** What became of a transaction. */
  enum Result {
    /** Everything is committed. */
    COMMITTED,
    /** Nothing is; the producer can go on. */
    ABORTED,
    /** Nothing is or ever will be; the producer is closed. */
    LOST,
    /** Either; the producer is closed. */
    UNCERTAIN
  }

  /**
   * An attempt at a transaction.
   *
   * @param cause why it is not committed; null when it is
   * @param nanos how long it took to be committed
   */
  record Attempt(Result result, Throwable cause, long nanos) {
    Attempt(Result result, Throwable cause) {
      this(result, cause, 0);
    }
  }

  private final KafkaClients clients;
  private final List<Optional<KafkaProducer<byte[], byte[]>>> producers =
      new ArrayList<>(Collections.nCopies(TURNS, Optional.empty()));

  /** Whose turn it is. */
  private int turn;

  TransactionalPublisher(KafkaClients clients) {
    this.clients = clients;
  }

  /** Whether {@link #open} has to be called first. */
  boolean isClosed() {
    return producers.stream().anyMatch(Optional::isEmpty);
  }

  /**
   * Opens what is not open. Each producer decides what its predecessor of the same transactional id
   * left open.
   *
   * @throws KafkaException when the broker does not answer; to be called again
   */
  void open() {
    for (int i = 0; i < TURNS; i++) {
      if (producers.get(i).isEmpty()) {
        producers.set(i, Optional.of(opened(i)));
      }
    }
  }

  private KafkaProducer<byte[], byte[]> opened(int which) {
    KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(which);
    try {
      producer.initTransactions();
      return producer;
    } catch (Throwable failure) {
      producer.close(Duration.ZERO);
      throw failure;
    }
  }

  /**
   * Sends and commits a batch.
   *
   * @param patience how long to ask what became of a commit that is not confirmed; asking again for
   *     the same commit is safe
   */
  Attempt commit(
      List<Outcome> batch,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      ConsumerGroupMetadata group,
      CommitPatience patience) {
    CrashPoint.BEFORE_COMMIT.pass();
    long start = System.nanoTime();
    KafkaProducer<byte[], byte[]> producer = producers.get(turn).orElseThrow();
    try {
      producer.beginTransaction();
      for (Outcome outcome : batch) {
        for (var record : outcome.records()) {
          // A failed send fails the commit.
          var _ = producer.send(record);
        }
      }
      producer.sendOffsetsToTransaction(offsets, group);
      CrashPoint.INSIDE_TRANSACTION.pass();
    } catch (KafkaException | IllegalStateException e) {
      return abortAfter(e);
    }
    while (true) {
      try {
        producer.commitTransaction();
        CrashPoint.AFTER_COMMIT.pass();
        turn = (turn + 1) % TURNS;
        return new Attempt(Result.COMMITTED, null, System.nanoTime() - start);
      } catch (InterruptException e) {
        // The exchange is gone. Asked again, it would be thrown again.
        return uncertain(e);
      } catch (TimeoutException e) {
        LOG.warn("commit of {} jobs not confirmed: {}", batch.size(), e.toString());
        if (patience.isOver()) {
          return uncertain(e);
        }
      } catch (KafkaException | IllegalStateException e) {
        LOG.warn("commit of {} jobs failed: {}", batch.size(), RootCause.of(e).toString());
        return abort() ? new Attempt(Result.ABORTED, e) : uncertain(e);
      }
    }
  }

  private Attempt abortAfter(RuntimeException cause) {
    LOG.warn("a transaction failed and is aborted: {}", RootCause.of(cause).toString());
    LOG.debug("the cause", cause);
    if (abort()) {
      return new Attempt(Result.ABORTED, cause);
    }
    discard();
    return new Attempt(Result.LOST, cause);
  }

  private Attempt uncertain(Throwable cause) {
    discard();
    return new Attempt(Result.UNCERTAIN, cause);
  }

  private boolean abort() {
    try {
      producers.get(turn).orElseThrow().abortTransaction();
      return true;
    } catch (KafkaException | IllegalStateException e) {
      LOG.warn("the producer is given up: {}", e.toString());
      return false;
    }
  }

  private void discard() {
    producers.get(turn).orElseThrow().close(Duration.ZERO);
    producers.set(turn, Optional.empty());
  }

  @Override
  public void close() {
    producers.forEach(producer -> producer.ifPresent(open -> open.close(Duration.ofSeconds(1))));
    producers.replaceAll(_ -> Optional.empty());
  }
}
