package io.cliquestream.worker.changes;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retires the records that a stream's snapshots made superfluous: all that lie before the last
 * snapshot but one. It reads as many records as a round of versions has, which takes far longer
 * than a small graph's snapshot, so it has a thread of its own, and no stream waits for it.
 *
 * <p>Tombstones are right whenever they come, however often and in part, so they need no
 * transaction and no fencing: what they retire lies before a snapshot that is whole in the topic.
 * How far a stream's records are retired moves once all of them are written; what goes wrong is
 * logged, and done with the stream's next snapshot. One thread for all lanes, one task a stream.
 */
final class StreamRetirements implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamRetirements.class);
  private static final int TOMBSTONES_AT_A_TIME = 500;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Optional<RecordSigner> signer;
  private final ChangeClients clients;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cliquestream-stream-retirements").factory());

  /** Used by the background's thread; there from the first tombstone to one that fails. */
  private KafkaProducer<byte[], byte[]> producer;

  StreamRetirements(ChangeClients clients, Optional<RecordSigner> signer) {
    this.clients = clients;
    this.signer = signer;
  }

  /** A retirement under way; used by the lane's thread. */
  static final class Running {
    private final ChangeStream stream;
    private final long below;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private Running(ChangeStream stream, long below) {
      this.stream = stream;
      this.below = below;
    }

    boolean isDone() {
      return done.isDone();
    }

    /** Tells the stream, if all went well. */
    void finish() {
      try {
        done.join();
        stream.offsets().retired(below);
      } catch (CompletionException e) {
        LOG.warn(
            "records of graph {} before its last snapshot but one are not retired; trying again"
                + " with its next snapshot: {}",
            stream.graphId(),
            e.getCause().toString());
        LOG.debug("the cause", e);
      }
    }

    /** It is of no more use; ends before its next step. */
    void abandon() {
      boolean _ = done.cancel(false);
    }
  }

  private record Plan(int partition, RecordRoom room, String graphId, long from, long below) {}

  /** Begins to retire a stream's records below an offset. */
  Running begin(int partition, ChangeStream stream, RecordRoom room, long below) {
    var plan = new Plan(partition, room, stream.graphId(), stream.offsets().records(), below);
    var running = new Running(stream, below);
    background.execute(
        () -> {
          try {
            if (plan.from() < plan.below()) {
              retire(plan, running);
            }
            running.done.complete(null);
          } catch (RuntimeException | Error e) {
            giveProducerUp();
            running.done.completeExceptionally(e);
          }
        });
    return running;
  }

  private void retire(Plan plan, Running running) {
    var records = new StreamRecords(clients.topics().graphs(), plan.partition(), plan.room());
    try (var consumer = clients.consumer("changes-retire-" + plan.partition())) {
      var source = new TopicPartition(clients.topics().graphs(), plan.partition());
      Duration limit = clients.kafka().requestTimeout();
      consumer.assign(Set.of(source));
      consumer.seek(source, plan.from());
      long progress = System.nanoTime();
      while (consumer.position(source, limit) < plan.below() && !running.isDone()) {
        List<byte[]> keys = new ArrayList<>();
        List<ConsumerRecord<byte[], byte[]>> found = consumer.poll(POLL).records(source);
        for (ConsumerRecord<byte[], byte[]> record : found) {
          if (record.offset() < plan.below() && isOf(plan.graphId(), record)) {
            keys.add(record.key());
          }
        }
        if (!found.isEmpty()) {
          progress = System.nanoTime();
        } else if (System.nanoTime() - progress > limit.toNanos()) {
          throw new org.apache.kafka.common.errors.TimeoutException("no records of " + source);
        }
        send(keys, records, running);
      }
    }
  }

  private void send(List<byte[]> keys, StreamRecords records, Running running) {
    for (int from = 0; from < keys.size() && !running.isDone(); from += TOMBSTONES_AT_A_TIME) {
      if (producer == null) {
        producer = clients.retirer();
      }
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (byte[] key : keys.subList(from, Math.min(keys.size(), from + TOMBSTONES_AT_A_TIME))) {
        sent.add(producer.send(records.tombstone(key, signer)));
      }
      producer.flush();
      sent.forEach(StreamRetirements::require);
    }
  }

  private static void require(Future<RecordMetadata> sent) {
    try {
      sent.get();
    } catch (ExecutionException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE, "a tombstone was not written", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", e);
    }
  }

  private static boolean isOf(String graphId, ConsumerRecord<byte[], byte[]> record) {
    return record.value() != null
        && record.key() != null
        && GraphRecordKey.parse(record.key())
            .filter(key -> key.graphId().equals(graphId))
            .isPresent();
  }

  private void giveProducerUp() {
    if (producer != null) {
      producer.close(Duration.ZERO);
      producer = null;
    }
  }

  /** Ends within a bound; what is not retired is left to whoever makes the next snapshot. */
  @Override
  public void close() {
    background.execute(this::giveProducerUp);
    background.shutdown();
    try {
      if (!background.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
        background.shutdownNow();
      }
    } catch (InterruptedException e) {
      background.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
