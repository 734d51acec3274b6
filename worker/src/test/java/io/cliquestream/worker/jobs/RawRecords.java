package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Puts any bytes into an installation's topics, as no client of ours would, and reads letters. */
final class RawRecords {
  private final Installation installation;

  RawRecords(Installation installation) {
    this.installation = installation;
  }

  /** Sends a record with a header {@code own: header}; returns its offset. */
  long send(String topic, int partition, byte[] key, byte[] value) {
    return send(topic, partition, key, value, "own", "header".getBytes(UTF_8), Map.of());
  }

  /** Sends a record of zeros that the producer compresses to almost nothing; returns its offset. */
  long sendZeros(String topic, int bytes) {
    return send(
        topic,
        0,
        "bomb".getBytes(UTF_8),
        new byte[bytes],
        "own",
        "header".getBytes(UTF_8),
        Map.of(
            "compression.type",
            "zstd",
            "max.request.size",
            bytes + (1 << 20),
            "buffer.memory",
            2L * bytes));
  }

  /** Sends a record with one header, by a producer with settings of its own. */
  long send(
      String topic,
      int partition,
      byte[] key,
      byte[] value,
      String header,
      byte[] text,
      Map<String, Object> producerSettings) {
    var settings =
        new HashMap<String, Object>(
            Map.of(
                "bootstrap.servers", installation.bootstrapServers, "max.request.size", 2 << 20));
    settings.putAll(producerSettings);
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      var record = new ProducerRecord<>(installation.prefix + topic, partition, key, value);
      record.headers().add(header, text);
      return producer.send(record).get(60, TimeUnit.SECONDS).offset();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first committed dead letter with a key; waits for it. */
  ConsumerRecord<byte[], byte[]> deadLetter(byte[] key) {
    return deadLetter(record -> Arrays.equals(record.key(), key));
  }

  /** The first committed dead letter of a kind; waits for it. */
  ConsumerRecord<byte[], byte[]> deadLetter(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    return first("jobs.dlq.v1", wanted);
  }

  /** The first committed record of a kind on a topic; waits for it. */
  ConsumerRecord<byte[], byte[]> first(
      String topic, Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    try (var consumer = consumer(topic)) {
      long deadline = System.nanoTime() + Installation.WAIT.toNanos();
      while (System.nanoTime() - deadline < 0) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          if (wanted.test(record)) {
            return record;
          }
        }
      }
    }
    throw new AssertionError("no such record on " + topic);
  }

  /** Every dead letter committed by now. */
  List<ConsumerRecord<byte[], byte[]>> deadLetters() {
    return committed("jobs.dlq.v1");
  }

  /** Every record of a topic committed by now. */
  List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
    try (var consumer = consumer(topic)) {
      var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  private KafkaConsumer<byte[], byte[]> consumer(String topic) {
    var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                installation.bootstrapServers,
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(installation.prefix + topic).stream()
            .map(found -> new TopicPartition(found.topic(), found.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }
}
