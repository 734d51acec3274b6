package io.cliquestream.worker.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.admission.AdmittedJob;
import io.cliquestream.worker.jobs.admission.FairQueue;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.control.ControlDeadLetters;
import io.cliquestream.worker.jobs.control.ControlReader;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import io.cliquestream.worker.jobs.exchange.JobExchange;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.run.JobAnswers;
import io.cliquestream.worker.jobs.run.JobRuns;
import io.cliquestream.worker.jobs.standing.StandingJobs;
import io.cliquestream.worker.jobs.state.ActivePartition;
import io.cliquestream.worker.jobs.state.ActivePartitions;
import io.cliquestream.worker.out.ResultRecords;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Leads every job from its record to its outcome. All state lives on one event loop, so nothing
 * here needs a lock; whatever blocks (computing, turning answers into records, Kafka) happens on
 * lanes and on the exchange's thread, which hand back through the loop.
 *
 * <p>For every record handed in, exactly one outcome of the same epoch is left at the exchange, or
 * the epoch ends. Here records are admitted and partitions come and go; {@link JobRuns} runs jobs,
 * {@link JobAnswers} finishes what needs no run, {@link StandingJobs} starts runs again and again.
 */
public final class JobCoordinator implements JobExchange.Receiver, ControlReader.Receiver {
  private final Context context;
  private final JobAdmission admission;
  private final JobMetrics metrics;
  private final RecentCancels cancels;
  private final ActivePartitions partitions = new ActivePartitions();
  private final JobAnswers answers;
  private final JobRuns runs;
  private final StandingJobs standingJobs;
  private final ControlDeadLetters controlDeadLetters;
  private JobExchange exchange;
  private Assignments assignments;
  private final Promise<WorkerException> broken = Promise.promise();

  /**
   * Brings a newly assigned partition up; see {@link
   * io.cliquestream.worker.jobs.state.PartitionRestore}.
   */
  public interface Assignments {
    void assigned(int partition, long epoch);

    void revoked(int partition, long epoch, boolean moved);
  }

  JobCoordinator(
      JobServiceSettings settings,
      Vertx vertx,
      Context context,
      GraphStore graphs,
      JobAdmission admission,
      ResultRecords records,
      JobMetrics metrics) {
    this.context = context;
    this.admission = admission;
    this.metrics = metrics;
    this.cancels = new RecentCancels(settings);
    this.answers = new JobAnswers(records, metrics, this::leave);
    this.runs =
        new JobRuns(settings, vertx, context, graphs, records, metrics, partitions, this::leave);
    this.standingJobs =
        new StandingJobs(
            settings,
            vertx,
            context,
            graphs,
            admission,
            partitions,
            cancels,
            answers,
            runs,
            metrics);
    this.controlDeadLetters =
        new ControlDeadLetters(admission.partitions(), records, metrics, this::leave);
    runs.connect(standingJobs);
  }

  void connect(JobExchange jobExchange, Assignments restore) {
    exchange = jobExchange;
    assignments = restore;
  }

  private void leave(Outcome outcome) {
    exchange.finish(outcome);
  }

  FairQueue<ActiveJob> queue() {
    return runs.queue();
  }

  /** Runs that have not ended, for whoever reports progress; a weakly consistent view. */
  Collection<ActiveJob> visibleJobs() {
    return runs.visible();
  }

  /** Computes a job; called on a lane. */
  void execute(ActiveJob job) {
    runs.execute(job);
  }

  Optional<WorkerException> failure() {
    return Optional.ofNullable(broken.future().result());
  }

  /** Completes with the reason when jobs can no longer be taken or answered. */
  Future<WorkerException> broken() {
    return broken.future();
  }

  // --- From the exchange's thread ------------------------------------------------------------

  @Override
  public void arrived(List<ArrivedRecord> arrivals) {
    context.runOnContext(_ -> arrivals.forEach(this::admit));
  }

  @Override
  public void assigned(int partition, long epoch) {
    context.runOnContext(_ -> assignments.assigned(partition, epoch));
  }

  @Override
  public void revoked(int partition, long epoch, boolean moved) {
    context.runOnContext(
        _ -> {
          assignments.revoked(partition, epoch, moved);
          ActivePartition gone = partitions.remove(partition, epoch);
          if (gone != null) {
            standingJobs.stop(gone);
            List.copyOf(gone.jobs().values()).forEach(runs::abandon);
          }
        });
  }

  @Override
  public void failed(WorkerException cause) {
    broken.tryComplete(cause);
  }

  // --- Partitions ----------------------------------------------------------------------------

  /** Takes a restored partition over; its records arrive once the exchange lets them flow. */
  public void open(ActivePartition partition) {
    partitions.add(partition);
    standingJobs.start(partition);
    controlDeadLetters.write(partition);
  }

  /** The partition was opened before and its graphs are there now. */
  public void activate(ActivePartition partition) {
    if (partitions.isCurrent(partition.partition(), partition.epoch())) {
      standingJobs.activate(partition);
      exchange.activate(partition.partition(), partition.epoch());
    }
  }

  // --- Admission -----------------------------------------------------------------------------

  private void admit(ArrivedRecord arrival) {
    int partition = arrival.record().partition();
    if (!partitions.isCurrent(partition, arrival.epoch())) {
      return;
    }
    CrashPoint.DECODE.pass();
    ActivePartition owner = partitions.get(partition);
    JobRequest request;
    try {
      if (arrival.record().value() == null) {
        throw new InvalidProtocolBufferException("the record has no value");
      }
      request = JobRequest.parseFrom(arrival.record().value());
    } catch (InvalidProtocolBufferException e) {
      answers.deadLetter(arrival, "not a JobRequest: " + e.getMessage());
      return;
    }
    if (owner.knows(request.getJobId())) {
      answers.duplicate(arrival);
      return;
    }
    admit(owner, arrival, request);
  }

  private void admit(ActivePartition owner, ArrivedRecord arrival, JobRequest request) {
    AdmittedJob admitted;
    try {
      admitted = admission.admit(request, owner.partition(), System.currentTimeMillis());
      Optional<String> cancelled = cancels.reason(request.getJobId());
      if (cancelled.isPresent()) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_CANCELLED, "cancelled: " + cancelled.get());
      }
    } catch (WorkerException e) {
      answers.refuse(owner, arrival, request, e);
      return;
    }
    if (StandingJobs.isStanding(request)) {
      standingJobs.register(owner, arrival, request);
      return;
    }
    runs.begin(
        owner,
        new ActiveJob(
            request,
            admitted,
            owner.partition(),
            owner.epoch(),
            arrival.record().offset(),
            0,
            ResultRecords.trace(arrival.record()),
            arrival.nanos(),
            metrics),
        admitted.control().priority());
  }

  // --- Control -------------------------------------------------------------------------------

  /** Cancels a job now, or when it arrives. Called from any thread. */
  @Override
  public void cancel(String jobId, String reason) {
    context.runOnContext(
        _ -> {
          cancels.add(jobId, reason);
          for (ActivePartition owner : partitions.all()) {
            ActiveJob job = owner.jobs().get(jobId);
            if (job != null) {
              runs.cancel(job, reason);
            } else if (owner.standing().containsKey(jobId)) {
              standingJobs.end(
                  owner, jobId, FailureCode.FAILURE_CODE_CANCELLED, "cancelled: " + reason);
            }
          }
        });
  }

  /** Writes a dead letter, if it is this worker's to write. Called from any thread. */
  @Override
  public void unusable(ControlDeadLetters.Unusable unusable) {
    context.runOnContext(
        _ -> {
          controlDeadLetters.keep(unusable);
          ActivePartition speaker = partitions.get(controlDeadLetters.speaker(unusable));
          if (speaker != null) {
            controlDeadLetters.write(speaker);
          }
        });
  }

  // --- Closing -------------------------------------------------------------------------------

  /** Starts no further run; completes when those that run are answered. From any thread. */
  Future<Void> drain() {
    Promise<Void> drained = Promise.promise();
    context.runOnContext(
        _ -> {
          exchange.stopTaking();
          partitions.all().forEach(standingJobs::stop);
          runs.drain().onComplete(drained);
        });
    return drained.future();
  }

  /** Stops what still runs; nobody waits for it any more. From any thread. */
  void abandonAll() {
    context.runOnContext(
        _ -> {
          for (ActivePartition owner : partitions.all()) {
            List.copyOf(owner.jobs().values()).forEach(runs::abandon);
          }
          partitions.clear();
        });
  }
}
