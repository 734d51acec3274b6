package io.cliquestream.worker.jobs.standing;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.admission.AdmissionMetrics;
import io.cliquestream.worker.jobs.change.EvolvingGraphs;
import io.cliquestream.worker.jobs.change.StandingAnswer;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Settlement;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.run.JobAnswers;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.quota.Quotas;
import io.cliquestream.worker.trace.RunTrace;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Takes a standing job's record in: checks that it can be remembered, finds the version from which
 * it counts, and has its definition committed. Confined to the event loop.
 *
 * @param most standing jobs of a partition
 * @param mostOfTenant standing jobs of a tenant on this worker
 * @param definitionBytes that the state topic takes in one record
 * @param metrics counts what a quota refuses
 * @param hasAlerts whether there is a topic of alerts
 * @param evolving the graphs of standing jobs
 * @param outcomes takes what is to be committed
 * @param versions told of every usable version of a new job's graph
 * @param remembered told of a job whose definition is committed
 */
record StandingRegistration(
    int most,
    long mostOfTenant,
    int definitionBytes,
    BooleanSupplier hasAlerts,
    Context context,
    GraphStore graphs,
    EvolvingGraphs evolving,
    JobAnswers answers,
    StandingTable jobs,
    AdmissionMetrics metrics,
    Consumer<Outcome> outcomes,
    ObjLongConsumer<RegisteredJob> versions,
    Consumer<RegisteredJob> remembered) {
  /**
   * Registers a standing job; only versions newer than the latest one count for it. One with alerts
   * runs on the latest, too: what changes from there on is what it tells of.
   */
  void register(Partition partition, ArrivedRecord arrival, JobRequest request, RunTrace spans) {
    BeingRegistered beingRegistered = jobs.registering(partition);
    try {
      requireRoom(partition, beingRegistered.size(), request);
    } catch (WorkerException e) {
      answers.refuse(partition, arrival, request, spans, e);
      return;
    }
    spans.ended("standing");
    beingRegistered.begin(request.getJobId(), request.getGraphId(), request.getTenant());
    var latest = VersionSelector.newBuilder().setLatest(true).build();
    graphs
        .lease(request.getGraphId(), latest, Duration.ZERO)
        .onComplete(
            lease -> {
              long version = versionOf(lease.result());
              context.runOnContext(_ -> registered(partition, arrival, request, version));
            });
  }

  private void requireRoom(Partition partition, int beingRegistered, JobRequest request) {
    if (partition.memory().standingCount() + beingRegistered >= most) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_QUEUE_FULL,
          "partition " + partition.number() + " holds " + most + " standing jobs already");
    }
    long ofTenant = jobs.ofTenant(request.getTenant());
    if (ofTenant >= mostOfTenant) {
      metrics.refused(Quotas.Resource.STANDING_JOBS);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_QUOTA_EXCEEDED,
          "tenant '%s' has %d standing jobs on this worker; quotas.standing-jobs grants %d"
              .formatted(request.getTenant(), ofTenant, mostOfTenant));
    }
    if (request.hasAlert() && !hasAlerts.getAsBoolean()) {
      throw withoutAlerts();
    }
    int bytes = StandingDefinition.first(request, 0).bytes().length;
    if (bytes > definitionBytes) {
      throw WorkerException.optionInvalid(
          "a standing job of "
              + bytes
              + " bytes cannot be remembered; the bound is "
              + definitionBytes);
    }
  }

  /** Why a job with alerts cannot be, or run. */
  static WorkerException withoutAlerts() {
    return new WorkerException(
        FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
        "there is no topic of alerts; 'topics create' makes it");
  }

  private static long versionOf(GraphLease lease) {
    if (lease == null) {
      return 0;
    }
    long version = lease.version();
    lease.close();
    return version;
  }

  private void registered(
      Partition partition, ArrivedRecord arrival, JobRequest request, long latest) {
    if (!partition.isHere()) {
      return;
    }
    long done = request.hasAlert() ? Math.max(0, latest - 1) : latest;
    var job =
        new RegisteredJob(
            partition, StandingDefinition.first(request, done), new StandingAnswer(evolving));
    jobs.add(job);
    if (job.isOnEveryVersion()) {
      // One may have come since the latest was asked for.
      graphs.usable(job.graphId()).forEach(version -> versions.accept(job, version));
    }
    outcomes.accept(
        partition.outcome(
            arrival.record().offset(),
            List.of(partition.memory().stand(job.definition())),
            settlement -> {
              switch (settlement) {
                case Settlement.Committed() -> remembered.accept(job);
                case Settlement.Dropped() -> {}
                case Settlement.Refused(WorkerException cause) -> {
                  jobs.remove(job);
                  answers.refuseStanding(partition, arrival, request, cause);
                }
              }
            }));
    jobs.registering(partition).end(request.getJobId());
  }
}
