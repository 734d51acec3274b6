package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What lies in the topics of a graph's stream, read by nobody's code but this. */
record StreamedVersions(
    TreeMap<Long, StreamPosition> accepted,
    Map<Long, Integer> eventsBefore,
    Set<Long> retired,
    Set<Long> checkpoints) {

  static StreamedVersions read(String bootstrap, String prefix, String graph) {
    var accepted = new TreeMap<Long, StreamPosition>();
    var retired = new HashSet<Long>();
    var checkpoints = new HashSet<Long>();
    for (var record : all(bootstrap, prefix + "graphs.v1")) {
      GraphRecordKey key = GraphRecordKey.parse(record.key()).orElseThrow();
      if (!key.graphId().equals(graph)) {
        continue;
      }
      if (record.value() == null) {
        retired.add(key.version());
        continue;
      }
      try {
        GraphRecord value = GraphRecord.parseFrom(record.value());
        if (value.hasDelta() && value.getDelta().hasStream()) {
          accepted.put(key.version(), value.getDelta().getStream());
        } else if (value.hasHeader() && value.getHeader().getStream().getCheckpoint()) {
          checkpoints.add(key.version());
        } else if (value.hasHeader() && value.getHeader().hasStream()) {
          accepted.put(key.version(), value.getHeader().getStream());
        }
      } catch (com.google.protobuf.InvalidProtocolBufferException e) {
        throw new IllegalStateException(e);
      }
    }
    var before = new HashMap<Long, Integer>();
    int events = 0;
    for (var record : all(bootstrap, prefix + "changes.v1")) {
      if (graph.equals(new String(record.key(), UTF_8))) {
        before.put(record.offset(), events);
        try {
          ChangeRecord value = ChangeRecord.parseFrom(record.value());
          events += value.hasDefinition() ? 0 : EdgeChanges.of(value, record.timestamp()).count();
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return new StreamedVersions(accepted, before, retired, checkpoints);
  }

  /** Retired versions, once there are some: they are retired beside the stream, which goes on. */
  static Set<Long> awaitRetired(String bootstrap, String prefix, String graph) {
    long deadline = System.nanoTime() + Installation.WAIT.toNanos();
    Set<Long> retired = Set.of();
    while (retired.isEmpty() && System.nanoTime() - deadline < 0) {
      retired = read(bootstrap, prefix, graph).retired();
    }
    return retired;
  }

  long newest() {
    return accepted.lastKey();
  }

  /** Events that each version has more than the one before it, without those that have none. */
  List<Integer> eventsOf(int perVersion) {
    var steps = new ArrayList<Integer>();
    int last = 0;
    for (StreamPosition position : accepted.values()) {
      int at =
          eventsBefore.getOrDefault(position.getNextOffset(), last - position.getNextEvent())
              + position.getNextEvent();
      if (at != last) {
        steps.add(at - last);
      }
      last = at;
    }
    return steps;
  }

  private static List<ConsumerRecord<byte[], byte[]>> all(String bootstrap, String topic) {
    var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }
}
