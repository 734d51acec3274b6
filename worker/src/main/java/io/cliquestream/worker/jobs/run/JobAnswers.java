package io.cliquestream.worker.jobs.run;

import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Settlement;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.trace.RunTrace;
import io.cliquestream.worker.translation.JobResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Finishes records, and standing jobs, without a run. Confined to the event loop.
 *
 * @param outcomes takes what is to be committed
 */
public record JobAnswers(ResultRecords records, JobMetrics metrics, Consumer<Outcome> outcomes) {
  /** Nothing can be made of a record. */
  public void deadLetter(
      Partition owner, ArrivedRecord arrival, RunTrace spans, FailureCode code, String message) {
    metrics.deadLetter();
    spans.failed(Failures.nameOf(code), message);
    settle(
        owner,
        spans,
        "dead-letter",
        arrival.record().offset(),
        List.of(records.deadLetter(arrival.record(), code, message)),
        List.of(records.bareDeadLetter(arrival.record(), code, message)));
  }

  /** A job id that was answered, is being answered, or stands. */
  public void duplicate(Partition owner, ArrivedRecord arrival, RunTrace spans) {
    metrics.duplicate();
    settle(owner, spans, "duplicate", arrival.record().offset(), List.of(), List.of());
  }

  /** Answers a request that was not admitted. */
  public void refuse(
      Partition owner,
      ArrivedRecord arrival,
      JobRequest request,
      RunTrace spans,
      WorkerException cause) {
    JobResult result = JobResults.failed(request, 0, cause.code(), cause.getMessage()).build();
    var committed = failure(result, spans.header(ResultRecords.trace(arrival.record())));
    if (cause.code() != FailureCode.FAILURE_CODE_JOB_ID_INVALID) {
      committed.addAll(owner.memory().answer(request.getJobId()));
    }
    metrics.ended("refused", result);
    spans.failed(JobMetrics.code(result), cause.getMessage());
    settle(owner, spans, "refused", arrival.record().offset(), committed, committed);
  }

  /** Answers the record of a standing job that the broker does not let be remembered. */
  public void refuseStanding(
      Partition owner, ArrivedRecord arrival, JobRequest request, WorkerException cause) {
    JobResult result = JobResults.failed(request, 0, cause.code(), cause.getMessage()).build();
    var committed = failure(result, ResultRecords.trace(arrival.record()));
    committed.addAll(owner.memory().endStanding(request.getJobId()));
    metrics.ended("refused", result);
    outcomes.accept(owner.instead(arrival.record().offset(), committed, _ -> {}));
  }

  /** Answers a standing job that ends between two runs. */
  public void endStanding(
      Partition owner, StandingDefinition standing, FailureCode code, String message) {
    JobResult result =
        JobResults.failed(standing.request(), standing.nextRun(), code, message).build();
    var committed = failure(result, Optional.empty());
    committed.addAll(owner.memory().endStanding(standing.request().getJobId()));
    metrics.ended("standing", result);
    settle(owner, RunTrace.NONE, "standing", Outcome.NO_OFFSET, committed, committed);
  }

  private List<ProducerRecord<byte[], byte[]>> failure(JobResult result, Optional<byte[]> trace) {
    var failure = new ArrayList<ProducerRecord<byte[], byte[]>>();
    failure.add(records.result(result, trace));
    failure.add(records.progress(JobResults.ended(result, System.currentTimeMillis()), trace));
    return failure;
  }

  /**
   * @param became what the record comes to, for its trace
   * @param smaller what is committed when the broker refuses the first
   */
  private void settle(
      Partition owner,
      RunTrace spans,
      String became,
      long offset,
      List<ProducerRecord<byte[], byte[]>> committed,
      List<ProducerRecord<byte[], byte[]>> smaller) {
    spans.begin(RunTrace.Step.COMMIT);
    outcomes.accept(
        owner.outcome(
            offset,
            committed,
            settlement -> {
              switch (settlement) {
                case Settlement.Committed() -> spans.ended(became);
                case Settlement.Dropped() -> spans.givenBack();
                case Settlement.Refused(WorkerException _) ->
                    outcomes.accept(owner.instead(offset, smaller, _ -> spans.ended(became)));
              }
            }));
  }
}
