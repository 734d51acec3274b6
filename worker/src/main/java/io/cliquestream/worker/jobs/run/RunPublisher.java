package io.cliquestream.worker.jobs.run;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobState;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Settlement;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.translation.JobResults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Brings the answers of runs to the exchange, and ends the runs when it has settled: committed,
 * dropped, or refused by the broker and answered by something smaller. Pages that wait for their
 * transaction are within one budget of bytes. Confined to the event loop but for {@link #reserve}.
 */
final class RunPublisher {
  /** Permits of the publish budget stand for this many bytes. */
  private static final int PERMIT_BYTES = 1 << 10;

  private final ResultRecords records;
  private final JobMetrics metrics;
  private final Consumer<Outcome> outcomes;
  private final Consumer<ActiveJob> finished;
  private final int permits;
  private final Semaphore budget;

  /**
   * @param pendingBytes of pages that wait for their transaction
   * @param outcomes takes what is to be committed
   * @param finished told of a run that has left this worker: committed, or given back to the topic
   */
  RunPublisher(
      ResultRecords records,
      long pendingBytes,
      JobMetrics metrics,
      Consumer<Outcome> outcomes,
      Consumer<ActiveJob> finished) {
    this.records = records;
    this.metrics = metrics;
    this.outcomes = outcomes;
    this.finished = finished;
    this.permits = (int) Math.min(Integer.MAX_VALUE, pendingBytes / PERMIT_BYTES + 1);
    this.budget = new Semaphore(permits, true);
  }

  /** Waits on a lane until there is room for pages; what comes back gives the room back. */
  Runnable reserve(long pageBytes) {
    int needed = (int) Math.min(permits, pageBytes / PERMIT_BYTES + 1);
    budget.acquireUninterruptibly(needed);
    return () -> budget.release(needed);
  }

  /** Publishes why a run has no answer. */
  void publishFailure(ActiveJob job, FailureCode code, String message) {
    publish(job, failed(job, code, message), List.of(), () -> {});
  }

  private static JobResult.Builder failed(ActiveJob job, FailureCode code, String message) {
    return JobResults.failed(job.request(), job.run(), code, message);
  }

  /**
   * Publishes an answer, unless the job's partition is gone.
   *
   * @param release gives back what the run still holds of the publish budget
   */
  void publish(
      ActiveJob job,
      JobResult.Builder builder,
      List<ProducerRecord<byte[], byte[]>> pages,
      Runnable release) {
    if (job.state() == JobState.ENDED || !job.partition().isHere()) {
      release.run();
      finished.accept(job);
      return;
    }
    job.enter(JobState.PUBLISHING);
    job.origin().describe(builder);
    job.describe(builder);
    JobResult result = builder.build();
    var state = job.origin().ended(job, result);
    long start = System.nanoTime();
    outcomes.accept(
        job.partition()
            .outcome(
                job.offset(),
                together(job, pages, result, state),
                settlement -> settled(job, result, state, release, start, settlement)));
  }

  private List<ProducerRecord<byte[], byte[]>> together(
      ActiveJob job,
      List<ProducerRecord<byte[], byte[]>> pages,
      JobResult result,
      List<ProducerRecord<byte[], byte[]>> state) {
    var all = new ArrayList<>(pages);
    all.add(records.result(result, job.trace()));
    all.add(records.progress(JobResults.ended(result, System.currentTimeMillis()), job.trace()));
    all.addAll(state);
    return all;
  }

  private void settled(
      ActiveJob job,
      JobResult result,
      List<ProducerRecord<byte[], byte[]>> state,
      Runnable release,
      long start,
      Settlement settlement) {
    release.run();
    switch (settlement) {
      case Settlement.Committed() -> {
        try (var _ = job.spans().current()) {
          metrics.published(System.nanoTime() - start);
          metrics.ended(job.job().name(), result);
        }
        job.spans()
            .committed(
                JobMetrics.label(result.getStatus()),
                JobMetrics.code(result),
                result.getFailure().getMessage());
        finished.accept(job);
        job.origin().committed();
      }
      case Settlement.Dropped() -> finished.accept(job);
      case Settlement.Refused(WorkerException cause) -> {
        JobResult small =
            failed(job, cause.code(), cause.getMessage())
                .setGraphVersion(result.getGraphVersion())
                .addAllSkippedVersions(result.getSkippedVersionsList())
                .setSkippedVersionCount(result.getSkippedVersionCount())
                .build();
        var instead = job.origin().refused(state);
        outcomes.accept(
            job.partition()
                .instead(
                    job.offset(),
                    together(job, List.of(), small, instead),
                    next -> settled(job, small, instead, () -> {}, start, next)));
      }
    }
  }
}
