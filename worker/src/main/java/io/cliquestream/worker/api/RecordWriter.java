package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.out.EventHeaders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.kafka.client.producer.KafkaWriteStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what actions ask for and what the worker says of itself, outside of any transaction, and
 * waits for the broker's word. Never blocks its caller; bounded in time and in memory.
 */
record RecordWriter(
    KafkaWriteStream<byte[], byte[]> producer,
    String source,
    String control,
    Optional<RecordSigner> signer) {
  private static final Logger LOG = LoggerFactory.getLogger(RecordWriter.class);
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int BUFFER_BYTES = 16 << 20;

  /**
   * Opens a writer.
   *
   * @param worker its name goes into the header {@code ce_source}
   * @param signer signs cancels and tombstones
   */
  static Future<RecordWriter> open(
      Vertx vertx, KafkaSettings kafka, String worker, Optional<RecordSigner> signer) {
    Map<String, Object> properties = kafka.clientProperties();
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, kafka.clientId() + "-api");
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) BUFFER_BYTES);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 << 20);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    return vertx
        .executeBlocking(
            () ->
                KafkaWriteStream.create(
                    vertx, properties, new ByteArraySerializer(), new ByteArraySerializer()),
            false)
        .map(
            made ->
                new RecordWriter(
                    // Whoever wrote is told; without this Vert.x reports it as nobody's, too.
                    made.exceptionHandler(failure -> LOG.debug("not written", failure)),
                    "/cliquestream/worker/" + worker + "/api",
                    kafka.topics().control(),
                    signer));
  }

  /**
   * Writes a record.
   *
   * @return fails with an {@link ApiException} that is UNAVAILABLE
   */
  Future<RecordMetadata> write(ProducerRecord<byte[], byte[]> record) {
    if (record.value() == null || record.topic().equals(control)) {
      signer.ifPresent(known -> sign(record, known));
    }
    return producer
        .send(record)
        .recover(
            failure ->
                Future.failedFuture(
                    ApiException.unavailable(
                        failure instanceof AuthorizationException
                            ? "this worker may not write " + record.topic()
                            : record.topic() + " cannot be written: " + failure.getMessage())));
  }

  private static void sign(ProducerRecord<byte[], byte[]> record, RecordSigner signer) {
    record
        .headers()
        .remove(HeaderNames.PRINCIPAL)
        .remove(HeaderNames.SIGNATURE)
        .add(HeaderNames.PRINCIPAL, signer.principal().getBytes(UTF_8))
        .add(HeaderNames.SIGNATURE, signer.sign(record.topic(), record.key(), record.value()));
  }

  /** A record of the contract with its headers, which name who asked for it. */
  ProducerRecord<byte[], byte[]> event(
      String topic, Integer partition, String key, byte[] value, String type, String by) {
    var record = new ProducerRecord<>(topic, partition, key.getBytes(UTF_8), value);
    EventHeaders.add(
        record.headers(), UUID.randomUUID().toString(), source + "/" + by, type, Optional.empty());
    return record;
  }

  /** Where a record went. */
  static JsonObject position(RecordMetadata metadata) {
    return Text.position(metadata.topic(), metadata.partition(), metadata.offset());
  }

  Future<Void> close() {
    return producer.close(Duration.ofSeconds(2).toMillis());
  }
}
