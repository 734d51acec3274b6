package io.cliquestream.client;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.cliquestream.v1.FailureCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * One thread, one read_committed consumer, a fixed set of partitions, no group. The consumer never
 * leaves its thread; closing wakes it up.
 */
final class TopicFollower implements Subscription {
  private static final Duration POLL = Duration.ofMillis(500);

  private final ClientSettings settings;
  private final List<TopicPartition> partitions;
  private final StartFrom start;
  private final Consumer<ConsumerRecord<byte[], byte[]>> records;
  private final Consumer<ClientException> onFailure;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final CompletableFuture<Void> positioned = new CompletableFuture<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile ClientException failure;

  private TopicFollower(
      ClientSettings settings,
      List<TopicPartition> partitions,
      StartFrom start,
      Consumer<ConsumerRecord<byte[], byte[]>> records,
      Consumer<ClientException> onFailure) {
    this.settings = settings;
    this.partitions = partitions;
    this.start = start;
    this.records = records;
    this.onFailure = onFailure;
    this.consumer = KafkaProperties.openConsumer(settings);
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("follow-" + partitions.getFirst().topic())
            .unstarted(this::follow);
  }

  /**
   * Starts following; returns once the start positions are fixed, so that no record written after
   * the return is missed.
   */
  static TopicFollower start(
      ClientSettings settings,
      List<TopicPartition> partitions,
      StartFrom start,
      Consumer<ConsumerRecord<byte[], byte[]>> records,
      Consumer<ClientException> onFailure) {
    TopicFollower follower;
    try {
      follower = new TopicFollower(settings, partitions, start, records, onFailure);
    } catch (KafkaException cause) {
      throw RecordPublisher.failure("cannot open a consumer", cause);
    }
    follower.thread.start();
    try {
      follower.positioned.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException cause) {
      follower.close();
      throw RecordPublisher.failure("cannot follow " + partitions, cause.getCause());
    } catch (TimeoutException cause) {
      follower.close();
      throw new ClientException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "cannot follow " + partitions + " within " + settings.requestTimeout(),
          cause);
    } catch (InterruptedException cause) {
      Thread.currentThread().interrupt();
      follower.close();
      throw new ClientException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", cause);
    }
    return follower;
  }

  /** The same for whoever wants messages: a record that is none of them ends it. */
  static <T> TopicFollower start(
      ClientSettings settings,
      List<TopicPartition> partitions,
      StartFrom start,
      Parser<T> parser,
      Consumer<T> messages,
      Consumer<ClientException> onFailure) {
    return start(
        settings, partitions, start, record -> messages.accept(decode(record, parser)), onFailure);
  }

  static <T> T decode(ConsumerRecord<byte[], byte[]> record, Parser<T> parser) {
    try {
      return parser.parseFrom(record.value());
    } catch (InvalidProtocolBufferException cause) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_RECORD_UNDECODABLE,
          "record %d of %s-%d is not of this contract"
              .formatted(record.offset(), record.topic(), record.partition()),
          cause);
    }
  }

  private void follow() {
    try (consumer) {
      consumer.assign(partitions);
      switch (start) {
        case BEGINNING -> consumer.seekToBeginning(partitions);
        case END -> consumer.seekToEnd(partitions);
      }
      partitions.forEach(consumer::position);
      positioned.complete(null);
      while (!closing) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (closing) {
            return;
          }
          records.accept(record);
        }
      }
    } catch (WakeupException woken) {
      if (!closing) {
        fail(woken);
      }
    } catch (RuntimeException cause) {
      fail(cause);
    } finally {
      positioned.completeExceptionally(new IllegalStateException("closed"));
    }
  }

  private void fail(RuntimeException cause) {
    ClientException ended =
        RecordPublisher.failure("following " + partitions.getFirst().topic() + " ended", cause);
    failure = ended;
    positioned.completeExceptionally(cause);
    onFailure.accept(ended);
  }

  @Override
  public Optional<ClientException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
    // A handler may close its own subscription; it then ends with the current record.
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    try {
      thread.join(settings.closeTimeout());
    } catch (InterruptedException cause) {
      Thread.currentThread().interrupt();
    }
  }
}
