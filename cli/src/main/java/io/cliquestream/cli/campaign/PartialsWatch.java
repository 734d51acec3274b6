package io.cliquestream.cli.campaign;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.PartialRecord;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads how far one split job is, from what its workers have committed, on its own thread. */
final class PartialsWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private volatile boolean stopping;
  private String jobId = "";
  private String planId = "";
  private int parts;
  private final BitSet answered = new BitSet();

  PartialsWatch(String bootstrap, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    thread = Thread.ofPlatform().name("campaign-partials").start(this::read);
  }

  /** Looks at this job from now on; to be called before it is sent. */
  synchronized void watch(String job) {
    jobId = job;
    planId = "";
    parts = 0;
    answered.clear();
  }

  /** The share of the parts that is answered; 0 before there is a plan, or in one without parts. */
  synchronized double share() {
    return parts == 0 ? 0 : (double) answered.cardinality() / parts;
  }

  private void read() {
    try (consumer) {
      while (!stopping) {
        try {
          consumer.poll(POLL).forEach(record -> take(record.value()));
        } catch (KafkaException e) {
          Thread.onSpinWait();
        }
      }
    }
  }

  private synchronized void take(byte[] value) {
    try {
      PartialRecord record = PartialRecord.parseFrom(value);
      JobPlan plan = record.hasDevicePlan() ? record.getDevicePlan() : record.getPlan();
      if (plan.getJobId().equals(jobId) && planId.isEmpty()) {
        planId = plan.getPlanId();
        parts = plan.getRootsCount();
      } else if (record.hasPartial()
          && record.getPartial().getPlanId().equals(planId)
          && !record.getPartial().hasFailure()) {
        answered.set(record.getPartial().getPart());
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a record of partials that is none", e);
    }
  }

  @Override
  public void close() {
    stopping = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
