package io.cliquestream.worker.intake.topic;

import io.cliquestream.worker.reading.RecordProbe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What to do when a poll ran out of memory: read on partition by partition and record by record, so
 * that the record is found which does not fit the heap when it is decompressed, and pass it over
 * and report it.
 */
public final class CarefulReading {
  private final GraphConsumers consumers;
  private final RecordProbe probe;
  private final RecordReceiver receiver;

  /** Hands what it reads to a receiver. */
  public CarefulReading(GraphConsumers consumers, Duration timeout, RecordReceiver receiver) {
    this.consumers = consumers;
    this.probe = new RecordProbe(() -> consumers.openCareful("graphs-careful"), timeout);
    this.receiver = receiver;
  }

  /**
   * Reads every partition as far as one poll could have read it.
   *
   * @param positions the next offset of each partition; set to where to go on
   */
  public void read(Map<TopicPartition, Long> positions) throws InterruptedException {
    for (TopicPartition partition : List.copyOf(positions.keySet())) {
      positions.put(partition, read(partition, positions.get(partition), end(partition)));
    }
  }

  /** Reads a partition as far as one poll could have read it; returns where to go on. */
  public long read(TopicPartition partition, long offset, long end) throws InterruptedException {
    long next = offset;
    for (int i = 0; i < consumers.pollRecords() && next < end; i++) {
      next = step(partition, next, end);
    }
    return next;
  }

  /** The offset behind a partition's last record. */
  public long end(TopicPartition partition) {
    return probe.end(partition);
  }

  /** Takes or passes over the record at an offset; returns where to go on. */
  private long step(TopicPartition partition, long offset, long end) throws InterruptedException {
    RecordProbe.Step step = probe.step(partition, offset, end);
    if (step.cause() != null) {
      receiver.skipped(
          partition.partition(),
          new SkippedRecords(
              partition.topic(), partition.partition(), offset, step.next(), step.cause()));
    } else if (!step.records().isEmpty()) {
      receiver.records(partition.partition(), step.records());
    }
    return step.next();
  }
}
