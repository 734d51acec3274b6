package io.cliquestream.worker.changes;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.StreamedGraphs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * What a stream has to read before it goes on: the events that its window held, from the topic; and
 * whether the graphs that it asks about are all there. Blocks; used by a lane's thread.
 *
 * @param gotOn told of every step
 */
record WindowReplay(
    ChangeSettings settings, ChangeClients clients, StreamedGraphs graphs, Runnable gotOn) {
  private static final Duration POLL = Duration.ofMillis(100);

  /** Fills the window of a restored stream; one whose events are gone from the topic breaks. */
  void run(int partition, ChangeStream stream, StreamPosition position) {
    long from = position.getWindowOffset();
    long next = position.getNextOffset();
    if (stream.hasWindow() && (from < next || position.getNextEvent() > 0)) {
      try (var consumer = clients.consumer("changes-window-" + partition)) {
        var source = new TopicPartition(clients.topics().changes(), partition);
        consumer.assign(Set.of(source));
        Duration limit = clients.kafka().requestTimeout();
        long end = consumer.endOffsets(Set.of(source), limit).get(source);
        if (endOf(position) > end) {
          stream.breaks(
              "it goes on with record " + next + ", and the topic ends before record " + end);
          return;
        }
        if (consumer.beginningOffsets(Set.of(source), limit).get(source) > from) {
          stream.breaks(
              "the events of its window, from record " + from + " on, are gone from the topic");
          return;
        }
        consumer.seek(source, from);
        read(consumer, source, stream, position);
        if (stream.state() == StreamState.BROKEN) {
          return;
        }
      }
    }
    stream.replayed(position);
  }

  private void read(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition source,
      ChangeStream stream,
      StreamPosition position) {
    Duration limit = clients.kafka().requestTimeout();
    long end = endOf(position);
    long progress = System.nanoTime();
    while (consumer.position(source, limit) < end) {
      var records = consumer.poll(POLL).records(source);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record.offset() < end && isOf(stream.graphId(), record)) {
          replay(record, stream, position);
        }
        if (stream.weight() > settings.windowTotalEvents()) {
          stream.breaks(
              "its window holds more than changes.window-total-events, "
                  + settings.windowTotalEvents());
          return;
        }
      }
      if (!records.isEmpty()) {
        progress = System.nanoTime();
        gotOn.run();
      } else if (System.nanoTime() - progress > limit.toNanos()) {
        throw new org.apache.kafka.common.errors.TimeoutException("no records of " + source);
      }
    }
  }

  /** The record behind the last one that has events of the stream's versions. */
  private static long endOf(StreamPosition position) {
    return position.getNextOffset() + (position.getNextEvent() > 0 ? 1 : 0);
  }

  private static boolean isOf(String graphId, ConsumerRecord<byte[], byte[]> record) {
    return record.value() != null
        && record.key() != null
        && graphId.equals(new String(record.key(), StandardCharsets.UTF_8));
  }

  private static void replay(
      ConsumerRecord<byte[], byte[]> record, ChangeStream stream, StreamPosition position) {
    EdgeChanges events;
    try {
      ChangeRecord value = ChangeRecord.parseFrom(record.value());
      if (value.hasDefinition()) {
        return; // In force since before the window's oldest event, or it would be empty.
      }
      events = EdgeChanges.of(value, record.timestamp());
      if (!events.graphId().equals(stream.graphId())
          || stream.wasRefused(record.offset())
          || !stream.vertices().fits(events)) {
        return;
      }
      stream.vertices().require(events);
    } catch (InvalidProtocolBufferException | ContractException deadLetter) {
      return;
    }
    boolean last = record.offset() == position.getNextOffset();
    int count = last ? Math.min(position.getNextEvent(), events.count()) : events.count();
    for (int event = 0; event < count; event++) {
      stream.replay(events, event, record.offset());
    }
  }

  /** Waits until what lies in a partition of the graphs now was taken in. */
  void awaitGraphs(int partition) {
    try {
      graphs
          .caughtUp(partition)
          .get(clients.kafka().requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new StreamLostException(
          "the graphs of partition " + partition + " are not there: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", e);
    }
    requireFollowed(partition);
  }

  /** What the graphs said counts only while their partition is here. */
  void requireFollowed(int partition) {
    if (!graphs.isRestored(partition)) {
      throw new StreamLostException("partition " + partition + " of the graphs is being released");
    }
  }
}
