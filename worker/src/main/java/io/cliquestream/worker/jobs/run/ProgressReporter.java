package io.cliquestream.worker.jobs.run;

import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.v1.CliqueBounds;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes how far jobs are, at most once an interval for each, on a producer of its own that has
 * nothing to do with the transactions: progress must be seen before its job commits, and may be
 * lost.
 */
public record ProgressReporter(
    Collection<ActiveJob> jobs,
    ResultRecords records,
    Duration interval,
    KafkaProducer<byte[], byte[]> producer)
    implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressReporter.class);

  /** Jobs reported on in one interval; the rest waits for the next. */
  private static final int JOBS_PER_INTERVAL = 1_000;

  @Override
  public void run(WatchedThread self) throws InterruptedException {
    try (producer) {
      while (!self.isLeaving()) {
        TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        report();
        self.progressed();
      }
    }
  }

  private void report() {
    try {
      jobs.stream().limit(JOBS_PER_INTERVAL).forEach(this::report);
    } catch (RuntimeException e) {
      LOG.debug("progress was lost", e);
    }
  }

  private void report(ActiveJob job) {
    var progress =
        JobProgress.newBuilder()
            .setJobId(job.jobId())
            .setRun(job.run())
            .setObservedEpochMillis(System.currentTimeMillis());
    switch (job.state()) {
      case RECEIVED, ENDED -> {
        return;
      }
      case WAITING_FOR_GRAPH -> progress.setPhase(JobPhase.JOB_PHASE_WAITING_FOR_GRAPH);
      case QUEUED -> progress.setPhase(JobPhase.JOB_PHASE_QUEUED);
      case PUBLISHING -> progress.setPhase(JobPhase.JOB_PHASE_PUBLISHING).setFraction(1);
      case RUNNING -> {
        JobControl.Progress now = job.attempt().progress();
        running(now, progress);
        job.spans().progress(JobMetrics.label(now.phase()), now.fraction(), now.workPerSecond());
      }
    }
    job.describe(progress);
    // Lost progress is made up for by the next.
    var _ = producer.send(records.progress(progress.build(), job.trace()));
  }

  private static void running(JobControl.Progress now, JobProgress.Builder progress) {
    progress
        .setPhase(
            switch (now.phase()) {
              case PREPARING -> JobPhase.JOB_PHASE_PREPARING;
              case COMPUTING -> JobPhase.JOB_PHASE_COMPUTING;
            })
        .setFraction(now.fraction())
        .setWorkPerSecond(now.workPerSecond())
        .setRemainingMillis(now.remainingMillis().orElse(0));
    now.partialCount().ifPresent(count -> progress.setPartialCount(Counts.of(count)));
    now.bounds()
        .ifPresent(
            bounds ->
                progress.setCliqueBounds(
                    CliqueBounds.newBuilder()
                        .setLower(bounds.lower())
                        .setUpper(bounds.upper())
                        .setCandidatesLeft(bounds.candidates())));
  }
}
