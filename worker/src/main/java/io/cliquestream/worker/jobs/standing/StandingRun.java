package io.cliquestream.worker.jobs.standing;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.jobs.change.StandingOutcome;
import io.cliquestream.worker.jobs.change.StandingTurn;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.run.RunOrigin;
import io.cliquestream.worker.jobs.state.StandingState;
import io.cliquestream.worker.translation.AlertQuery;
import io.cliquestream.worker.translation.AnswerFigures;
import io.cliquestream.worker.translation.VerticesBefore;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * One run of a standing job. Its answer, its alerts, and the state that the job stands on
 * afterwards are committed together; a run that fails leaves the job where it stands, so that the
 * next one starts from there and nothing is told twice or not at all. On the event loop, but for
 * what is computed.
 */
final class StandingRun implements RunOrigin {
  private final StandingJobs jobs;
  private final RegisteredJob job;
  private final long version;
  private final RegisteredJob.Skipped skipped;
  private final Optional<StandingState> before;

  /** From the lane to the event loop; a later attempt replaces an earlier one's. */
  private volatile StandingOutcome outcome;

  private volatile StandingState next;
  private boolean stands;

  /**
   * @param version that the run is for; 0 for one by the clock
   */
  StandingRun(StandingJobs jobs, RegisteredJob job, long version) {
    this.jobs = jobs;
    this.job = job;
    this.version = version;
    this.before = job.state();
    // Now: what is skipped while it runs comes after its version.
    this.skipped = job.takeSkipped();
  }

  // --- On the lane ---------------------------------------------------------------------------

  @Override
  public JobOutcome compute(ActiveJob run, WideListingSink listing) {
    next = null;
    if (run.request().hasAlert() && !jobs.hasAlerts()) {
      throw StandingRegistration.withoutAlerts();
    }
    outcome =
        job.answer()
            .answer(
                new StandingTurn(
                    run.lease(),
                    run.job(),
                    run.engine(),
                    run.attempt(),
                    listing,
                    before,
                    jobs.stateBytes(),
                    AlertQuery.of(run.request(), run.job()),
                    common(run),
                    jobs.alertBytes(),
                    run.request().getResultScope() == ResultScope.RESULT_SCOPE_DIFFERENCE_BY_VERTEX,
                    past -> base(run, past)));
    return outcome.outcome();
  }

  /** A run follows what changed, and keeps what it found for the next one. */
  @Override
  public boolean maySplit() {
    return false;
  }

  @Override
  public boolean follows(ActiveJob run) {
    return version != 0 && before.isPresent() && job.answer().follows(run.job());
  }

  @Override
  public Optional<VerticesBefore> verticesBefore() {
    return outcome.before();
  }

  private Alert common(ActiveJob run) {
    return Alert.newBuilder()
        .setJobId(run.jobId())
        .setGraphId(run.request().getGraphId())
        .setTenant(run.request().getTenant())
        .setRun(run.run())
        .setGraphVersion(run.lease().version())
        .setBaseVersion(before.map(StandingState::version).orElse(0L))
        .build();
  }

  /** The version before; the lane waits for it, which it does when the job was another worker's. */
  private Optional<GraphLease> base(ActiveJob run, long past) {
    var exact = VersionSelector.newBuilder().setExact(past).build();
    Duration limit = jobs.baseWait();
    var asked =
        jobs.graphs()
            .lease(run.request().getGraphId(), exact, Duration.ZERO)
            .toCompletionStage()
            .toCompletableFuture();
    try {
      return Optional.of(asked.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WorkerException known) {
        if (isGone(known.code())) {
          return Optional.empty();
        }
        throw known;
      }
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL, "the version before could not be leased", e);
    } catch (TimeoutException e) {
      var _ = asked.thenAccept(GraphLease::close);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "version %d, which the job stands on, was not there within %d ms"
              .formatted(past, limit.toMillis()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var _ = asked.thenAccept(GraphLease::close);
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending", e);
    }
  }

  private static boolean isGone(FailureCode code) {
    return switch (code) {
      case FAILURE_CODE_GRAPH_UNKNOWN,
          FAILURE_CODE_VERSION_UNKNOWN,
          FAILURE_CODE_VERSION_REJECTED ->
          true;
      default -> false;
    };
  }

  @Override
  public List<ProducerRecord<byte[], byte[]>> computed(ActiveJob run, JobResult.Builder result) {
    StandingOutcome done = outcome;
    JobRequest request = run.request();
    SortedMap<String, BigInteger> figures = new TreeMap<>();
    if (request.getResultScope() != ResultScope.RESULT_SCOPE_WHOLE) {
      figures = AnswerFigures.of(result);
      if (before.isPresent() && AnswerFigures.sayAllOf(result)) {
        result
            .clearAnswer()
            .setDifference(
                AnswerFigures.difference(before.get().version(), before.get().figures(), figures)
                    .toBuilder()
                    .setChangedVerticesOnly(done.before().isPresent()));
      }
    }
    done.report().ifPresent(result::setAlerts);
    next =
        new StandingState(
            run.lease().version(),
            done.report()
                .map(AlertReport::getLastSequence)
                .or(() -> before.map(StandingState::sequence))
                .orElse(0L),
            done.matches(),
            figures,
            done.answer());
    var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
    done.alerts().forEach(alert -> records.add(jobs.record(alert, run.trace())));
    return records;
  }

  // --- On the event loop ---------------------------------------------------------------------

  @Override
  public void describe(JobResult.Builder result) {
    if (version != 0) {
      result.setGraphVersion(version);
    }
    result.addAllSkippedVersions(skipped.newest()).setSkippedVersionCount(skipped.count());
  }

  @Override
  public List<ProducerRecord<byte[], byte[]>> ended(ActiveJob run, JobResult result) {
    if (endsStanding(result.getStatus())) {
      jobs.remove(job);
      return job.partition().memory().endStanding(job.jobId());
    }
    job.definition(job.definition().afterRun(version, System.currentTimeMillis()));
    var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
    records.add(job.partition().memory().stand(job.definition()));
    StandingState reached = next;
    stands = result.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED && reached != null;
    if (stands) {
      records.add(job.partition().memory().standOn(job.jobId(), jobs.fitting(reached)));
      if (version == 0) {
        job.runsOn(jobs.graphs().hold(job.graphId(), reached.version()));
      }
      jobs.ran(outcome);
    }
    return records;
  }

  private static boolean endsStanding(JobStatus status) {
    return status == JobStatus.JOB_STATUS_CANCELLED
        || status == JobStatus.JOB_STATUS_DEADLINE_EXCEEDED;
  }

  /** Neither its alerts nor its answer are committed: the job stands where it stood. */
  @Override
  public List<ProducerRecord<byte[], byte[]>> refused(List<ProducerRecord<byte[], byte[]>> state) {
    if (!stands) {
      return state;
    }
    stands = false;
    job.partition().memory().standAgainOn(job.jobId(), before);
    return List.of(job.partition().memory().stand(job.definition()));
  }

  /** The next run may start. */
  @Override
  public void committed() {
    job.running(null);
    job.ran(stands);
    jobs.committed(job);
  }
}
