package io.cliquestream.worker.jobs.control;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.access.RecordPrincipal;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Settlement;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.partition.PartitionGuest;
import io.cliquestream.worker.log.AuditLog;
import io.cliquestream.worker.out.ResultRecords;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead letters of control records that cannot be used, one each, although every worker reads every
 * control record and reads an hour of them again after each start.
 *
 * <p>The owner of one partition of the jobs speaks for a partition of control: that of the same
 * number, modulo the number of job partitions. It writes the dead letter in a transaction that also
 * moves the mark kept in that partition's {@link
 * io.cliquestream.worker.jobs.state.PartitionMemory}, so whoever owns the partition next knows what
 * was written. Records are kept for a while by everybody, because the owner may die before it
 * writes, and its successor must not have missed them.
 *
 * <p>Bounded: of what is kept, the oldest goes first, with a line in the log. Confined to the
 * coordinator's event loop.
 */
public final class ControlDeadLetters implements PartitionGuest {
  private static final Logger LOG = LoggerFactory.getLogger(ControlDeadLetters.class);
  private static final int MAXIMUM_RECORDS = 1_000;
  private static final long MAXIMUM_BYTES = 16L << 20;

  private final int jobPartitions;
  private final ResultRecords records;
  private final JobMetrics metrics;
  private final Consumer<Outcome> exchange;
  private final Map<Integer, Partition> speakers = new HashMap<>();
  private final ArrayDeque<Unusable> recent = new ArrayDeque<>();
  private long bytes;

  /** A control record and what is wrong with it. */
  public record Unusable(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    private long bytes() {
      return Math.max(0L, record.serializedKeySize()) + Math.max(0L, record.serializedValueSize());
    }

    private boolean isSame(Unusable other) {
      return record.partition() == other.record.partition()
          && record.offset() == other.record.offset();
    }
  }

  /**
   * @param exchange takes what is to be committed
   */
  public ControlDeadLetters(
      int jobPartitions, ResultRecords records, JobMetrics metrics, Consumer<Outcome> exchange) {
    this.jobPartitions = jobPartitions;
    this.records = records;
    this.metrics = metrics;
    this.exchange = exchange;
  }

  @Override
  public void restoring(Partition partition) {
    speakers.put(partition.number(), partition);
    write(partition);
  }

  @Override
  public void gone(Partition partition) {
    speakers.remove(partition.number(), partition);
  }

  /** Takes a record in, and writes its dead letter if that is this worker's to write. */
  public void take(Unusable unusable) {
    keep(unusable);
    Partition speaker = speakers.get(speaker(unusable));
    if (speaker != null) {
      write(speaker);
    }
  }

  /**
   * A cancel request was not permitted: says so, without the request's value. The owner of the job
   * writes it, at least once: again when the job is taken in again before it is answered.
   */
  public void refused(Partition owner, CancelRequest cancel) {
    String message =
        "job "
            + cancel.jobId()
            + " is cancelled with a secret that this one is not"
            + cancel.principal().map(who -> ", and not by " + who.name()).orElse("");
    AuditLog.refused(
        cancel.principal().map(RecordPrincipal::name).orElse("unknown"),
        cancel.record(),
        cancel.jobId(),
        message);
    metrics.deadLetter();
    exchange.accept(
        owner.outcome(
            Outcome.NO_OFFSET,
            List.of(
                records.deadLetter(
                    cancel.record(), FailureCode.FAILURE_CODE_NOT_PERMITTED, message)),
            _ -> {}));
  }

  /** The job partition whose owner speaks for a record. */
  private int speaker(Unusable unusable) {
    return unusable.record().partition() % jobPartitions;
  }

  /** Keeps a record; the same one, read again, is kept once. */
  private void keep(Unusable unusable) {
    if (recent.stream().anyMatch(unusable::isSame)) {
      return;
    }
    recent.addLast(unusable);
    bytes += unusable.bytes();
    while (recent.size() > MAXIMUM_RECORDS || bytes > MAXIMUM_BYTES) {
      Unusable oldest = recent.removeFirst();
      bytes -= oldest.bytes();
      LOG.warn(
          "record {} of {}-{} is no longer kept for a dead letter: {}",
          oldest.record().offset(),
          oldest.record().topic(),
          oldest.record().partition(),
          oldest.message());
    }
  }

  /** Writes what a job partition's owner has to say and nobody has said yet. */
  private void write(Partition owner) {
    for (Unusable unusable : recent) {
      ConsumerRecord<byte[], byte[]> record = unusable.record();
      if (speaker(unusable) == owner.number()
          && record.offset() > owner.memory().controlMark(record.partition())) {
        metrics.deadLetter();
        var mark = owner.memory().markControl(record.partition(), record.offset());
        exchange.accept(
            owner.outcome(
                Outcome.NO_OFFSET,
                List.of(records.deadLetter(record, unusable.code(), unusable.message()), mark),
                settlement -> {
                  if (settlement instanceof Settlement.Refused(WorkerException cause)) {
                    exchange.accept(
                        owner.instead(
                            Outcome.NO_OFFSET,
                            List.of(
                                records.bareDeadLetter(record, unusable.code(), cause.getMessage()),
                                mark),
                            _ -> {}));
                  }
                }));
      }
    }
  }
}
