package io.cliquestream.cli.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the committed records of some topics on a thread of its own, from its start to its end. */
abstract class CommittedReader implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Duration poll;
  private Thread thread;
  private volatile boolean stopping;

  CommittedReader(String bootstrap, Duration poll) {
    this.poll = poll;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** Begins, once what it keeps is there. */
  final void start(String name, List<String> topics, boolean fromBeginning) {
    List<TopicPartition> partitions =
        topics.stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    if (fromBeginning) {
      consumer.seekToBeginning(partitions);
    } else {
      consumer.seekToEnd(partitions);
    }
    partitions.forEach(consumer::position);
    thread = Thread.ofPlatform().name(name).start(this::read);
  }

  /** Takes the next record; on the reader's thread. */
  abstract void take(ConsumerRecord<byte[], byte[]> record);

  /** The broker is away; it is asked again after a pause. */
  void failed(KafkaException failure) {}

  private void read() {
    try (consumer) {
      while (!stopping) {
        try {
          consumer.poll(poll).forEach(this::take);
        } catch (KafkaException e) {
          failed(e);
          LockSupport.parkNanos(poll.toNanos());
        }
      }
    }
  }

  @Override
  public final void close() {
    stopping = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
