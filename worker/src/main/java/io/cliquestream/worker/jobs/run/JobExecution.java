package io.cliquestream.worker.jobs.run;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import io.cliquestream.worker.jobs.split.JobSplitter;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.translation.AnswerRecords;
import io.cliquestream.worker.translation.FailureCodes;
import io.cliquestream.worker.translation.JobResults;
import io.cliquestream.worker.translation.PageWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes one run on the calling thread, a lane's, and turns whatever comes of it into records.
 *
 * @param result lacks nothing but what the coordinator knows
 * @param pages as records
 * @param pageBytes of all pages
 */
record JobExecution(
    JobResult.Builder result, List<ProducerRecord<byte[], byte[]>> pages, long pageBytes) {
  private static final Logger LOG = LoggerFactory.getLogger(JobExecution.class);

  /**
   * Every fault of the computation becomes a result.
   *
   * @return empty when the job made room for others; it keeps its graph then
   */
  static Optional<JobExecution> run(
      ActiveJob job,
      ResultRecords records,
      long resultBytes,
      Optional<JobSplitter> splitter,
      JobMetrics metrics) {
    long start = System.nanoTime();
    var result = JobResults.start(job.request(), job.run()).setEngine(job.engine().kind().label());
    result.getTimingsBuilder().setQueuedNanos(start - job.arrivedNanos());
    job.spans().started(start);
    try (var _ = job.spans().current()) {
      metrics.queued(start - job.arrivedNanos());
    }
    boolean again = false;
    var pages = new Pages(job, records, resultBytes);
    CrashPoint.COMPUTE.pass();
    try {
      result.setGraphVersion(job.lease().version());
      GraphLease lease = job.lease();
      JobOutcome outcome = compute(job, splitter, result, pages.writer);
      long computed = System.nanoTime();
      job.spans()
          .computed(
              outcome.prepareNanos(),
              outcome.computeNanos(),
              outcome.engine().label(),
              outcome.plan(),
              outcome.slices());
      try (var _ = job.spans().current()) {
        metrics.computed(outcome.prepareNanos(), outcome.computeNanos());
      }
      result
          .setStatus(JobStatus.JOB_STATUS_SUCCEEDED)
          .setEngine(outcome.engine().label())
          .putAllPlan(outcome.plan())
          .getTimingsBuilder()
          .setPrepareNanos(outcome.prepareNanos())
          .setComputeNanos(outcome.computeNanos());
      job.origin().verticesBefore().ifPresent(pages.writer::differFrom);
      AnswerRecords.write(
          outcome.answer(), lease.vertices(), lease.edges(), lease::graph, result, pages.writer);
      pages.add(job.origin().computed(job, result));
      result.getTimingsBuilder().setPublishNanos(System.nanoTime() - computed);
    } catch (StoppedException e) {
      again = job.isDisplaced();
      if (again) {
        job.spans().displaced();
        return Optional.empty();
      }
      stopped(e, job, start, result, pages);
    } catch (ComputeException e) {
      failed(FailureCodes.of(e.code()), e.getMessage(), result, pages);
    } catch (WorkerException e) {
      failed(e.code(), e.getMessage(), result, pages);
    } catch (OutOfMemoryError e) {
      LOG.error("job {} ran out of memory", job.jobId(), e);
      failed(
          FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
          "the job needs more memory than this worker has",
          result,
          pages);
    } catch (RuntimeException | Error e) {
      LOG.error("job {} met a defect", job.jobId(), e);
      failed(FailureCode.FAILURE_CODE_INTERNAL, "a defect of the engine: " + e, result, pages);
    } finally {
      if (!again) {
        job.closeLease();
      }
    }
    if (result.hasFailure()) {
      job.spans()
          .stopped(
              Failures.nameOf(result.getFailure().getCode()), result.getFailure().getMessage());
    }
    return Optional.of(new JobExecution(result, pages.records, pages.bytes));
  }

  /** What is said of a job that met a defect of the worker's, not of the engine's. */
  static JobExecution defect(ActiveJob job, RuntimeException cause) {
    return new JobExecution(
        JobResults.failed(
            job.request(),
            job.run(),
            FailureCode.FAILURE_CODE_INTERNAL,
            "a defect of the worker: " + cause),
        List.of(),
        0);
  }

  private static JobOutcome compute(
      ActiveJob job, Optional<JobSplitter> splitter, JobResult.Builder result, PageWriter pages) {
    WideListingSink sink = AnswerRecords.listing(job.lease()::graph, pages);
    String reason = "this worker splits no jobs";
    if (splitter.isPresent() && job.origin().maySplit()) {
      JobSplitter.Decision decision = split(job, splitter.get(), sink);
      if (decision.outcome().isPresent()) {
        return decision.outcome().get();
      }
      reason = decision.reason();
    }
    if (job.request().getSplit().hasParts()) {
      result.putPlan("split", "not split: " + reason);
    }
    return job.origin().compute(job, sink);
  }

  private static JobSplitter.Decision split(
      ActiveJob job, JobSplitter splitter, WideListingSink sink) {
    try {
      return splitter.run(
          new JobSplitter.Run(
              job.request(),
              job.run(),
              job.partition().number(),
              job.plans(),
              job.trace(),
              job.job(),
              job.engine(),
              job.lease(),
              job.attempt(),
              () -> job.isDisplaced() || !job.partition().isHere(),
              job::split),
          sink);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending", e);
    }
  }

  private static void stopped(
      StoppedException stop, ActiveJob job, long start, JobResult.Builder result, Pages pages) {
    FailureCode code = FailureCodes.of(stop.code());
    Optional<Answer> partial = stop.partial();
    if (partial.isEmpty()) {
      failed(code, stop.getMessage(), result, pages);
    } else {
      try {
        GraphLease lease = job.lease();
        AnswerRecords.write(
            partial.get(), lease.vertices(), lease.edges(), lease::graph, result, pages.writer);
        result
            .setPartial(true)
            .setStatus(FailureCodes.status(code))
            .setFailure(Failures.of(code, stop.getMessage()));
      } catch (WorkerException tooLarge) {
        failed(code, stop.getMessage(), result, pages);
      }
    }
    result.getTimingsBuilder().setComputeNanos(System.nanoTime() - start);
  }

  private static void failed(
      FailureCode code, String message, JobResult.Builder result, Pages pages) {
    pages.records.clear();
    pages.bytes = 0;
    result
        .clearAnswer()
        .setPageCount(0)
        .setStatus(FailureCodes.status(code))
        .setFailure(Failures.of(code, message == null ? code.name() : message));
  }

  /** A vertex of the run before may be beyond the names of a version that others published. */
  private static String name(GraphNames names, long vertex) {
    return Long.compareUnsigned(vertex, names.size()) < 0
        ? names.name(vertex)
        : Long.toUnsignedString(vertex);
  }

  /** The pages of one run. */
  private static final class Pages {
    private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final PageWriter writer;
    private long bytes;

    /** Adds what is no page. */
    void add(List<ProducerRecord<byte[], byte[]>> others) {
      others.forEach(record -> bytes += record.value().length);
      records.addAll(others);
    }

    Pages(ActiveJob job, ResultRecords factory, long resultBytes) {
      writer =
          new PageWriter(
              job.jobId(),
              job.run(),
              resultBytes,
              page -> {
                var record = factory.page(page, job.trace());
                bytes += record.value().length;
                records.add(record);
              },
              job.lease().names().map(names -> vertex -> name(names, vertex)));
    }
  }
}
