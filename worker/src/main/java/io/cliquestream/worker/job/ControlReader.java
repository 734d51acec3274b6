package io.cliquestream.worker.job;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.JobControl;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every cancel request, on every worker: from as far back as cancels are remembered, so that
 * a restarted worker knows them too. A thread of its own; outside of any group.
 */
final class ControlReader implements Runnable {
  /** What is done with a cancel request; called on this reader's thread. */
  interface Cancels {
    void cancel(String jobId, String reason);
  }

  private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);
  private static final Duration POLL = Duration.ofMillis(200);

  private final JobServiceSettings settings;
  private final KafkaClients clients;
  private final Cancels cancels;
  private final Promise<Void> caughtUp = Promise.promise();
  private volatile boolean stopping;

  ControlReader(JobServiceSettings settings, KafkaClients clients, Cancels cancels) {
    this.settings = settings;
    this.clients = clients;
    this.cancels = cancels;
  }

  /** Completes once every request that lay in the topic at the start was taken in. */
  Future<Void> caughtUp() {
    return caughtUp.future();
  }

  void stop() {
    stopping = true;
  }

  @Override
  public void run() {
    while (!stopping) {
      try (var consumer = clients.reader("control")) {
        read(consumer);
      } catch (KafkaException e) {
        LOG.warn("control records cannot be read; starting again", e);
      }
    }
  }

  private void read(KafkaConsumer<byte[], byte[]> consumer) {
    String topic = settings.topics().control();
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    long since = System.currentTimeMillis() - settings.jobs().cancelMemory().toMillis();
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, since));
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    consumer
        .offsetsForTimes(times)
        .forEach(
            (partition, found) ->
                consumer.seek(partition, found == null ? ends.get(partition) : found.offset()));
    while (!stopping) {
      consumer.poll(POLL).forEach(this::take);
      if (!caughtUp.future().isComplete()
          && ends.entrySet().stream()
              .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
        caughtUp.tryComplete();
      }
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.value() == null) {
        return;
      }
      CancelJob cancel = JobControl.parseFrom(record.value()).getCancel();
      if (Identifiers.isJobId(cancel.getJobId())) {
        cancels.cancel(cancel.getJobId(), cut(cancel.getReason()));
      }
    } catch (InvalidProtocolBufferException e) {
      // Every worker reads this record; the log says where it lies.
      LOG.warn(
          "record {} of {}-{} is not a JobControl",
          record.offset(),
          record.topic(),
          record.partition());
    }
  }

  private static String cut(String reason) {
    return reason.length() <= Bounds.REASON_CHARACTERS
        ? reason
        : reason.substring(0, Bounds.REASON_CHARACTERS);
  }
}
