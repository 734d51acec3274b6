package io.cliquestream.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.MessageLite;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.v1.FailureCode;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** An idempotent producer that sets the contract's headers. Safe for use by several threads. */
final class RecordPublisher implements AutoCloseable {
  private final ClientSettings settings;
  private final KafkaProducer<byte[], byte[]> producer;

  RecordPublisher(ClientSettings settings) {
    this.settings = settings;
    try {
      this.producer =
          new KafkaProducer<>(
              KafkaProperties.producer(settings),
              new ByteArraySerializer(),
              new ByteArraySerializer());
    } catch (KafkaException cause) {
      throw failure("cannot open a producer to " + settings.bootstrapServers(), cause);
    }
  }

  /**
   * Sends; blocks only while the buffer is full. The future fails with a client exception.
   *
   * @param trace that the record belongs to, if any
   */
  CompletableFuture<RecordPosition> send(
      String topic,
      int partition,
      String key,
      String eventId,
      String eventType,
      Optional<TraceParent> trace,
      MessageLite value) {
    return send(topic, partition, key, eventId, eventType, trace, value.toByteArray());
  }

  /** Sends a record without a value, which retires what lies under its key. */
  CompletableFuture<RecordPosition> sendTombstone(
      String topic, int partition, String key, String eventType, TraceParent trace) {
    return send(topic, partition, key, key, eventType, Optional.of(trace), (byte[]) null);
  }

  private CompletableFuture<RecordPosition> send(
      String topic,
      int partition,
      String key,
      String eventId,
      String eventType,
      Optional<TraceParent> trace,
      byte[] value) {
    var sent = new ProducerRecord<>(topic, partition, key.getBytes(UTF_8), value);
    sent.headers()
        .add(HeaderNames.ID, eventId.getBytes(UTF_8))
        .add(HeaderNames.SOURCE, settings.source().getBytes(UTF_8))
        .add(HeaderNames.TYPE, eventType.getBytes(UTF_8))
        .add(HeaderNames.SPEC_VERSION, HeaderNames.SPEC_VERSION_VALUE.getBytes(UTF_8))
        .add(HeaderNames.TIME, Instant.now().toString().getBytes(UTF_8))
        .add(HeaderNames.CONTENT_TYPE, HeaderNames.CONTENT_TYPE_VALUE.getBytes(UTF_8));
    if (value == null || topic.equals(settings.topics().control())) {
      settings
          .signer()
          .ifPresent(
              signer ->
                  sent.headers()
                      .add(HeaderNames.PRINCIPAL, signer.principal().getBytes(UTF_8))
                      .add(HeaderNames.SIGNATURE, signer.sign(topic, sent.key(), value)));
    }
    trace.ifPresent(
        known -> sent.headers().add(HeaderNames.TRACE_PARENT, known.text().getBytes(UTF_8)));
    return send(sent, key);
  }

  /**
   * Sends a record as it is.
   *
   * @param name of the record in the words of a failure
   */
  CompletableFuture<RecordPosition> send(ProducerRecord<byte[], byte[]> record, String name) {
    String topic = record.topic();
    var acknowledged = new CompletableFuture<RecordPosition>();
    try {
      // The callback carries the outcome.
      var _ =
          producer.send(
              record,
              (metadata, cause) -> {
                if (cause == null) {
                  acknowledged.complete(
                      new RecordPosition(topic, metadata.partition(), metadata.offset()));
                } else {
                  acknowledged.completeExceptionally(
                      failure("record " + name + " was not written to " + topic, cause));
                }
              });
    } catch (KafkaException | IllegalStateException cause) {
      acknowledged.completeExceptionally(
          failure("record " + name + " was not written to " + topic, cause));
    }
    return acknowledged;
  }

  static TraceParent newTrace() {
    return TraceParent.random(ThreadLocalRandom.current());
  }

  static ClientException failure(String what, Throwable cause) {
    // Kafka's clients say "Failed to construct ..." and leave the reason to the innermost cause.
    Throwable root = rootOf(cause);
    FailureCode code =
        switch (cause) {
          // The latter of a class that a property names.
          case KafkaException _
              when root instanceof ConfigException || root instanceof ClassNotFoundException ->
              FailureCode.FAILURE_CODE_OPTION_INVALID;
          case RecordTooLargeException tooLarge -> FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;
          case InterruptException interrupted -> FailureCode.FAILURE_CODE_CANCELLED;
          case KafkaException other -> FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE;
          case Throwable other -> FailureCode.FAILURE_CODE_INTERNAL;
        };
    String reason =
        root.equals(cause) ? cause.getMessage() : cause.getMessage() + ": " + root.getMessage();
    return new ClientException(code, what + ": " + reason, cause);
  }

  private static Throwable rootOf(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  @Override
  public void close() {
    producer.close(settings.closeTimeout());
  }
}
