package io.cliquestream.worker.jobs.run;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.standing.StandingDefinition;
import io.cliquestream.worker.jobs.state.ActivePartition;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.translation.JobResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Finishes records, and standing jobs, without a run. Confined to the event loop. */
public final class JobAnswers {
  private final ResultRecords records;
  private final JobMetrics metrics;
  private final Consumer<Outcome> outcomes;

  /**
   * @param outcomes takes what is to be committed
   */
  public JobAnswers(ResultRecords records, JobMetrics metrics, Consumer<Outcome> outcomes) {
    this.records = records;
    this.metrics = metrics;
    this.outcomes = outcomes;
  }

  /** Nothing can be made of a record. */
  public void deadLetter(ArrivedRecord arrival, String message) {
    metrics.deadLetter();
    settle(
        arrival,
        List.of(
            records.deadLetter(
                arrival.record(), FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, message)));
  }

  /** A job id that was answered, is being answered, or stands. */
  public void duplicate(ArrivedRecord arrival) {
    metrics.duplicate();
    settle(arrival, List.of());
  }

  /** Answers a request that was not admitted. */
  public void refuse(
      ActivePartition owner, ArrivedRecord arrival, JobRequest request, WorkerException cause) {
    JobResult result = JobResults.failed(request, 0, cause.code(), cause.getMessage()).build();
    var trace = ResultRecords.trace(arrival.record());
    var committed = new ArrayList<ProducerRecord<byte[], byte[]>>();
    committed.add(records.result(result, trace));
    committed.add(records.progress(JobResults.ended(result, System.currentTimeMillis()), trace));
    if (cause.code() != FailureCode.FAILURE_CODE_JOB_ID_INVALID) {
      committed.addAll(owner.memory().answer(request.getJobId()));
    }
    metrics.ended("refused", result.getStatus());
    settle(arrival, committed);
  }

  /** Finishes a record without a run. */
  private void settle(ArrivedRecord arrival, List<ProducerRecord<byte[], byte[]>> committed) {
    settle(arrival, committed, _ -> {});
  }

  public void settle(
      ArrivedRecord arrival,
      List<ProducerRecord<byte[], byte[]>> committed,
      Outcome.Settled settled) {
    outcomes.accept(
        Outcome.of(
            arrival.record().partition(),
            arrival.epoch(),
            arrival.record().offset(),
            committed,
            settled));
  }

  /** Answers a standing job that ends between two runs. */
  public void endStanding(
      ActivePartition owner, StandingDefinition standing, FailureCode code, String message) {
    JobResult result =
        JobResults.failed(standing.request(), standing.nextRun(), code, message).build();
    var committed = new ArrayList<ProducerRecord<byte[], byte[]>>();
    committed.add(records.result(result, Optional.empty()));
    committed.add(
        records.progress(JobResults.ended(result, System.currentTimeMillis()), Optional.empty()));
    committed.addAll(owner.memory().endStanding(standing.request().getJobId()));
    metrics.ended("standing", result.getStatus());
    outcomes.accept(
        Outcome.of(owner.partition(), owner.epoch(), Outcome.NO_OFFSET, committed, _ -> {}));
  }
}
