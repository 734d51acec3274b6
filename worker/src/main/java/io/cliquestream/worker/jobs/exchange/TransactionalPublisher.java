package io.cliquestream.worker.jobs.exchange;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
 * instance. After an error there are three cases. The transaction was aborted: the same batch may
 * be tried again. The producer is of no more use before a commit was asked for: its successor
 * aborts the transaction, so the batch may be tried again there. Neither is known after a commit
 * was asked for: then only the topic knows, and everything is read back from it. Used by one
 * thread.
 */
final class TransactionalPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionalPublisher.class);

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
   */
  record Attempt(Result result, Throwable cause) {}

  private final KafkaClients clients;
  private KafkaProducer<byte[], byte[]> producer;

  TransactionalPublisher(KafkaClients clients) {
    this.clients = clients;
  }

  /** Whether {@link #open} has to be called first. */
  boolean isClosed() {
    return producer == null;
  }

  /**
   * Opens a producer, which decides what its predecessor of the same transactional id left open.
   *
   * @throws KafkaException when the broker does not answer; to be called again
   */
  void open() {
    KafkaProducer<byte[], byte[]> opened = clients.transactionalProducer();
    try {
      opened.initTransactions();
      producer = opened;
    } finally {
      if (producer == null) {
        opened.close(Duration.ZERO);
      }
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
      Duration patience) {
    CrashPoint.BEFORE_COMMIT.pass();
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
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        producer.commitTransaction();
        CrashPoint.AFTER_COMMIT.pass();
        return new Attempt(Result.COMMITTED, null);
      } catch (TimeoutException | InterruptException e) {
        LOG.warn("commit of {} jobs not confirmed: {}", batch.size(), e.toString());
        if (System.nanoTime() - deadline > 0) {
          return uncertain(e);
        }
      } catch (KafkaException | IllegalStateException e) {
        LOG.warn("commit of {} jobs failed: {}", batch.size(), e.toString());
        return abort() ? new Attempt(Result.ABORTED, e) : uncertain(e);
      }
    }
  }

  private Attempt abortAfter(RuntimeException cause) {
    LOG.warn("a transaction failed and is aborted: {}", cause.toString());
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
      producer.abortTransaction();
      return true;
    } catch (KafkaException | IllegalStateException e) {
      LOG.warn("the producer is given up: {}", e.toString());
      return false;
    }
  }

  private void discard() {
    producer.close(Duration.ZERO);
    producer = null;
  }

  @Override
  public void close() {
    if (producer != null) {
      producer.close(Duration.ofSeconds(1));
      producer = null;
    }
  }
}
