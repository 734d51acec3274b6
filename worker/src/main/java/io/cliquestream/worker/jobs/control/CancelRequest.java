package io.cliquestream.worker.jobs.control;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.CancelSecrets;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.worker.access.RecordPrincipal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * A cancel request, small enough to be remembered: of its secret the hash, of its record where it
 * lies.
 *
 * @param reason repeated in the job's result
 * @param secretHash empty when it carried no secret
 * @param principal who signed it, if somebody did
 */
public record CancelRequest(
    String jobId,
    String reason,
    ByteString secretHash,
    Optional<RecordPrincipal> principal,
    String topic,
    int partition,
    long offset,
    long timestamp) {
  static CancelRequest of(
      ConsumerRecord<byte[], byte[]> record,
      CancelJob cancel,
      String reason,
      Optional<RecordPrincipal> principal) {
    return new CancelRequest(
        cancel.getJobId(),
        reason,
        CancelSecrets.hash(cancel.getSecret()),
        principal,
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp());
  }

  /** Whether another one has the same right, so that one of them is enough. */
  boolean isSameRight(CancelRequest other) {
    return secretHash.equals(other.secretHash) && principal.equals(other.principal);
  }

  /** Its record without a value, which may hold somebody's secret. */
  ConsumerRecord<byte[], byte[]> record() {
    return new ConsumerRecord<>(
        topic,
        partition,
        offset,
        timestamp,
        TimestampType.CREATE_TIME,
        jobId.length(),
        0,
        jobId.getBytes(StandardCharsets.UTF_8),
        null,
        new RecordHeaders(),
        Optional.empty());
  }
}
