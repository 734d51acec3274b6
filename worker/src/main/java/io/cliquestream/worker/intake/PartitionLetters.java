package io.cliquestream.worker.intake;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.intake.topic.SkippedRecords;
import io.cliquestream.worker.log.AuditLog;
import io.cliquestream.worker.log.RetirementAudit;
import io.cliquestream.worker.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What is to be said of a partition's records once they are taken in: those that are of no use, by
 * dead letters, and the versions that were retired, in the audit log. On its thread.
 */
final class PartitionLetters {
  private static final long UNKNOWN = -1;

  private final int partition;
  private final IntakeParts parts;
  private final List<GraphDeadLetters.Letter> letters = new ArrayList<>();
  private final RetirementAudit retirements = new RetirementAudit();

  /**
   * Offset below which dead letters were written already; asked for when there is something to say,
   * so that a partition of good records does not wait for the group's coordinator.
   */
  private long deadLettered = UNKNOWN;

  PartitionLetters(int partition, IntakeParts parts) {
    this.partition = partition;
    this.parts = parts;
  }

  /** Whether nobody said of a record before that it is of no use. */
  boolean isNews(ConsumerRecord<byte[], byte[]> record) {
    if (deadLettered == UNKNOWN) {
      deadLettered = parts.deadLetters().writtenBelow(partition);
    }
    return record.offset() >= deadLettered;
  }

  /** Adds a record, unless that was said before; whether it did. */
  boolean add(ConsumerRecord<byte[], byte[]> record, Refusal refusal) {
    return isNews(record) && letters.add(new GraphDeadLetters.Letter(record, refusal));
  }

  /**
   * A tombstone does not count: the version stays. One dead letter says so for all the tombstones
   * of a version, the one that would have retired it.
   */
  void retirementRefused(
      ConsumerRecord<byte[], byte[]> tombstone, GraphRecordKey key, Refusal refusal) {
    boolean retires =
        switch (key.part()) {
          case GraphRecordPart.Header _, GraphRecordPart.Reference _ -> true;
          case GraphRecordPart.Delta(int part) -> part == 0;
          case GraphRecordPart.Chunk _, GraphRecordPart.Names _, GraphRecordPart.Commit _ -> false;
        };
    if (retires && add(tombstone, refusal)) {
      AuditLog.retirementRefused(tombstone, key.graphId(), key.version(), refusal.message());
    }
  }

  /** A version was retired, which the next {@link #write} says in the audit log. */
  void retired(ConsumerRecord<byte[], byte[]> tombstone, String graphId, long version) {
    retirements.retired(parts.retireRights().author(tombstone), tombstone, graphId, version);
  }

  /**
   * Nothing more comes: what was retired is said, also where a step before {@link #write} failed.
   */
  void end() {
    retirements.write();
  }

  /** Records were passed over; their content is not known. */
  void skipped(SkippedRecords skipped) {
    parts
        .metrics()
        .counter(Metric.INTAKE_SKIPPED)
        .increment((double) (skipped.next() - skipped.first()));
    boolean _ =
        add(
            new ConsumerRecord<>(skipped.topic(), skipped.partition(), skipped.first(), null, null),
            new Refusal(
                FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED,
                "records %d to %d take more memory decompressed than the worker has: %s"
                    .formatted(skipped.first(), skipped.next() - 1, skipped.cause())));
  }

  /**
   * Writes what was retired and the dead letters of the records taken in since the last call. When
   * the broker does not take them, they stay for the next call, so none is lost or changes its
   * cause.
   *
   * @param below offset below which no further record becomes a dead letter
   */
  void write(long below) {
    retirements.write();
    if (!letters.isEmpty()) {
      int written = parts.deadLetters().write(partition, letters, below);
      parts.metrics().counter(Metric.DEAD_LETTERS, "topic", "graphs").increment(written);
      letters.clear();
    }
  }
}
