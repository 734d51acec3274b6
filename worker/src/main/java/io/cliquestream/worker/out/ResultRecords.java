package io.cliquestream.worker.out;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.Failures;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.worker.log.WorkerLog;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Makes the records that the worker publishes; knows topics, keys and headers.
 *
 * @param source URI reference of this worker, for the header {@code ce_source}
 */
public record ResultRecords(Topics topics, String source, RecordLimits limits) {
  /** The trace that a job record belongs to, to be handed on to its results, if it is one. */
  public static Optional<byte[]> trace(ConsumerRecord<byte[], byte[]> job) {
    return EventHeaders.trace(job.headers());
  }

  /** A page of a result. */
  public ProducerRecord<byte[], byte[]> page(ResultPage page, Optional<byte[]> trace) {
    return event(
        topics.results(),
        page.getJobId(),
        ResultRecord.newBuilder().setPage(page).build().toByteArray(),
        page.getJobId() + "/" + page.getRun() + "/" + page.getSequence(),
        EventTypes.RESULT_RECORD,
        trace);
  }

  /** A result; one that does not fit a record becomes the failure RESULT_TOO_LARGE. */
  public ProducerRecord<byte[], byte[]> result(JobResult result, Optional<byte[]> trace) {
    JobResult fitting =
        result.getSerializedSize() <= limits.resultBytes()
            ? result
            : result.toBuilder()
                .clearAnswer()
                .clearPlan()
                .setStatus(JobStatus.JOB_STATUS_FAILED)
                .setFailure(
                    Failures.of(
                        FailureCode.FAILURE_CODE_RESULT_TOO_LARGE,
                        "the result record would have "
                            + result.getSerializedSize()
                            + " bytes; the bound is "
                            + limits.resultBytes()))
                .build();
    if (fitting.getStatus() == JobStatus.JOB_STATUS_FAILED) {
      WorkerLog.failed(
          fitting.getJobId(),
          fitting.getGraphId(),
          fitting.getGraphVersion(),
          fitting.getTenant(),
          Failures.nameOf(fitting.getFailure().getCode()),
          fitting.getFailure().getMessage());
    }
    return event(
        topics.results(),
        fitting.getJobId(),
        ResultRecord.newBuilder().setResult(fitting).build().toByteArray(),
        fitting.getJobId() + "/" + fitting.getRun(),
        EventTypes.RESULT_RECORD,
        trace);
  }

  /** An alert. */
  public ProducerRecord<byte[], byte[]> alert(Alert alert, Optional<byte[]> trace) {
    return event(
        topics.alerts(),
        alert.getJobId(),
        alert.toByteArray(),
        alert.getJobId() + "!" + Long.toUnsignedString(alert.getSequence()),
        EventTypes.ALERT,
        trace);
  }

  /** A progress record. */
  public ProducerRecord<byte[], byte[]> progress(JobProgress progress, Optional<byte[]> trace) {
    return event(
        topics.progress(),
        progress.getJobId(),
        progress.toByteArray(),
        progress.getJobId() + "/" + progress.getRun() + "@" + progress.getObservedEpochMillis(),
        EventTypes.JOB_PROGRESS,
        trace);
  }

  /** A record that could not be used; see {@link DeadLetterRecords}. */
  public ProducerRecord<byte[], byte[]> deadLetter(
      ConsumerRecord<byte[], byte[]> original, FailureCode code, String message) {
    return DeadLetterRecords.of(
        topics.deadLetters(), original, code, message, limits.deadLetterBytes());
  }

  /** The same without anything of the record but where it was. */
  public ProducerRecord<byte[], byte[]> bareDeadLetter(
      ConsumerRecord<byte[], byte[]> original, FailureCode code, String message) {
    return DeadLetterRecords.bare(topics.deadLetters(), original, code, message);
  }

  private ProducerRecord<byte[], byte[]> event(
      String topic, String key, byte[] value, String id, String type, Optional<byte[]> trace) {
    var record = new ProducerRecord<>(topic, key.getBytes(UTF_8), value);
    EventHeaders.add(record.headers(), id, source, type, trace);
    return record;
  }
}
