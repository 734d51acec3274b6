package io.cliquestream.worker.jobs.service;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.admission.AdmittedJob;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.control.CancelRequest;
import io.cliquestream.worker.jobs.control.CancelRights;
import io.cliquestream.worker.jobs.control.ControlDeadLetters;
import io.cliquestream.worker.jobs.control.ControlReader;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import io.cliquestream.worker.jobs.exchange.ExchangeEvent;
import io.cliquestream.worker.jobs.exchange.ExchangeInbox;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.partition.PartitionLives;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.run.JobAnswers;
import io.cliquestream.worker.jobs.run.JobRuns;
import io.cliquestream.worker.jobs.run.RunOrigin;
import io.cliquestream.worker.jobs.standing.StandingJobs;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.reading.CarefulConsumer;
import io.cliquestream.worker.trace.RunTrace;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where events meet their receivers. All state of jobs lives on one event loop, so nothing there
 * needs a lock; whatever blocks (computing, turning answers into records, Kafka) happens on lanes
 * and on the exchange's thread, whose events come in here.
 *
 * <p>For every record handed in, exactly one outcome of the same epoch is left at the exchange, or
 * the epoch ends. Here records are admitted; {@link PartitionLives} leads partitions, {@link
 * JobRuns} runs jobs, {@link JobAnswers} finishes what needs no run, {@link StandingJobs} starts
 * runs again and again.
 */
record JobCoordinator(
    Context context,
    JobAdmission admission,
    CancelRights rights,
    RecentCancels cancels,
    JobAnswers answers,
    JobRuns runs,
    StandingJobs standingJobs,
    ControlDeadLetters controlDeadLetters,
    PartitionLives partitions,
    ExchangeInbox exchange,
    JobMetrics metrics)
    implements ExchangeEvent.Listener, ControlReader.Receiver {
  /** From the exchange's thread. */
  @Override
  public void on(ExchangeEvent event) {
    context.runOnContext(_ -> take(event));
  }

  private void take(ExchangeEvent event) {
    switch (event) {
      case ExchangeEvent.Wanted(Set<Integer> wanted) -> partitions.wanted(wanted);
      case ExchangeEvent.Assigned(int partition, long epoch) ->
          partitions.assigned(partition, epoch);
      case ExchangeEvent.Positioned(int partition, long epoch) ->
          partitions.positioned(partition, epoch);
      case ExchangeEvent.Arrived(List<ArrivedRecord> records) -> records.forEach(this::admit);
      case ExchangeEvent.Settled(var outcomes, var settlement) ->
          outcomes.forEach(outcome -> outcome.owner().accept(settlement));
      case ExchangeEvent.Gone(int partition, long epoch) -> partitions.gone(partition, epoch);
    }
  }

  // --- Admission -----------------------------------------------------------------------------

  private void admit(ArrivedRecord arrival) {
    Partition owner = partitions.active(arrival.record().partition(), arrival.epoch());
    if (owner == null) {
      return;
    }
    CrashPoint.DECODE.pass();
    Optional<byte[]> parent = ResultRecords.trace(arrival.record());
    RunTrace spans = metrics.traces().taken(arrival.record(), arrival.nanos(), parent);
    Optional<String> unread = CarefulConsumer.passedOver(arrival.record());
    if (unread.isPresent()) {
      var code = FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED;
      answers.deadLetter(owner, arrival, spans, code, unread.get());
      return;
    }
    JobRequest request;
    try {
      if (arrival.record().value() == null) {
        throw new InvalidProtocolBufferException("the record has no value");
      }
      request = JobRequest.parseFrom(arrival.record().value());
    } catch (InvalidProtocolBufferException e) {
      var code = FailureCode.FAILURE_CODE_RECORD_UNDECODABLE;
      answers.deadLetter(owner, arrival, spans, code, "not a JobRequest: " + e.getMessage());
      return;
    }
    metrics.traces().describe(spans, request);
    admit(owner, arrival, request, parent, spans);
  }

  private void admit(
      Partition owner,
      ArrivedRecord arrival,
      JobRequest request,
      Optional<byte[]> parent,
      RunTrace spans) {
    Runnable again = () -> admit(owner, arrival, request, parent, spans);
    if (standingJobs.await(owner, request.getGraphId(), again)) {
      return;
    }
    String jobId = request.getJobId();
    if (owner.memory().knows(jobId)
        || runs.get(owner, jobId) != null
        || standingJobs.isRegistering(owner, jobId)) {
      answers.duplicate(owner, arrival, spans);
      return;
    }
    AdmittedJob admitted;
    try {
      admitted = admission.admit(request, owner.number(), System.currentTimeMillis());
      cancels.refused(request).forEach(cancel -> controlDeadLetters.refused(owner, cancel));
      Optional<String> cancelled = cancels.reason(request);
      if (cancelled.isPresent()) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_CANCELLED, "cancelled: " + cancelled.get());
      }
    } catch (WorkerException e) {
      answers.refuse(owner, arrival, request, spans, e);
      return;
    }
    if (StandingJobs.isStanding(request)) {
      standingJobs.register(owner, arrival, request, spans);
      return;
    }
    runs.begin(
        new ActiveJob(
            request,
            admitted,
            owner,
            arrival.record().offset(),
            arrival.provenance(),
            0,
            RunOrigin.RECORD,
            parent,
            spans,
            arrival.nanos(),
            metrics));
  }

  // --- Control -------------------------------------------------------------------------------

  /** Cancels a job now, or when it arrives. Called from any thread. */
  @Override
  public void cancel(CancelRequest cancel) {
    context.runOnContext(
        _ -> {
          cancels.add(cancel);
          for (Partition owner : partitions.all()) {
            cancel(owner, cancel);
          }
        });
  }

  private void cancel(Partition owner, CancelRequest cancel) {
    ActiveJob job = runs.get(owner, cancel.jobId());
    Optional<JobRequest> request =
        job == null ? standingJobs.request(owner, cancel.jobId()) : Optional.of(job.request());
    if (request.isEmpty()) {
      return;
    }
    if (!rights.permits(cancel, request.get())) {
      controlDeadLetters.refused(owner, cancel);
      return;
    }
    if (job != null) {
      runs.cancel(job, cancel.reason());
    }
    standingJobs.cancel(owner, cancel.jobId(), cancel.reason());
  }

  /** Writes a dead letter, if it is this worker's to write. Called from any thread. */
  @Override
  public void unusable(ControlDeadLetters.Unusable unusable) {
    context.runOnContext(_ -> controlDeadLetters.take(unusable));
  }

  // --- Closing -------------------------------------------------------------------------------

  /** Starts no further run; completes when those that run are answered. From any thread. */
  Future<Void> drain() {
    Promise<Void> drained = Promise.promise();
    context.runOnContext(
        _ -> {
          exchange.stopTaking();
          standingJobs.drain();
          runs.drain().onComplete(drained);
        });
    return drained.future();
  }

  /** Stops what still runs; nobody waits for it any more. From any thread. */
  void abandonAll() {
    context.runOnContext(_ -> partitions.goneAll());
  }
}
