package io.cliquestream.worker.jobs.service;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.translation.AnswerRecords;
import io.cliquestream.worker.translation.JobRequests;
import io.cliquestream.worker.translation.JobResults;
import io.cliquestream.worker.translation.PageWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Does once, before anybody waits for it, what a virtual machine that has just started takes long
 * for: it loads what is used and compiles what is used often.
 */
final class WarmUp {
  private static final String NAME = "warm-up";

  /** Half a second on a machine that has nothing else to do. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final int ROUNDS = 200;
  private static final int VERTICES = 64;
  private static final int NEIGHBORS = 8;
  private static final long PAGE_BYTES = 1 << 16;

  private WarmUp() {}

  /**
   * Loads what the first job would otherwise load on the event loop: the contract's descriptors,
   * time formats, and their relatives take half a second together on a cold machine.
   */
  static void run(ResultRecords records) {
    JobRequest request =
        request().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3)).build();
    try {
      JobRequest parsed = JobRequest.parseFrom(request.toByteArray());
      var job = JobRequests.job(parsed);
      var result =
          JobResults.failed(
                  parsed,
                  0,
                  FailureCode.FAILURE_CODE_CANCELLED,
                  "a " + job.getClass().getSimpleName() + " to warm up")
              .build();
      var record = records.result(result, Optional.empty());
      var progress = records.progress(JobResults.ended(result, 0), Optional.empty());
      if (record.value().length == 0 || progress.value().length == 0) {
        throw new IllegalStateException("nothing was encoded");
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs small jobs as lanes do, for {@link #LONGEST} at most.
   *
   * @return how many
   */
  static int runJobs(Engine engine, ResultRecords records) {
    List<JobRequest> requests =
        List.of(
            request().setTriangleCount(TriangleCount.getDefaultInstance()).build(),
            request().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4)).build());
    long deadline = System.nanoTime() + LONGEST.toNanos();
    int jobs = 0;
    try (EdgeArray edges = edges()) {
      SimpleGraph rows = GraphBuilder.buildSimple(edges, Parallelism.available());
      try (JobGraph.Owned graph = JobGraph.of(rows, _ -> Optional.empty())) {
        for (int round = 0; round < ROUNDS && System.nanoTime() - deadline < 0; round++) {
          for (JobRequest request : requests) {
            run(engine, graph, rows, request, records);
            jobs++;
          }
        }
      }
    }
    return jobs;
  }

  private static void run(
      Engine engine, JobGraph graph, SimpleGraph rows, JobRequest request, ResultRecords records) {
    var pages = new PageWriter(NAME, 0, PAGE_BYTES, page -> {});
    var result = JobResults.start(request, 0).setStatus(JobStatus.JOB_STATUS_SUCCEEDED);
    var outcome =
        engine.runAny(
            graph,
            JobRequests.job(request),
            JobControl.within(LONGEST, JobControl.LOWEST_PRIORITY),
            AnswerRecords.listing(() -> rows, pages));
    AnswerRecords.write(outcome.answer(), rows, result, pages);
    if (records.result(result.build(), Optional.empty()).value().length == 0) {
      throw new IllegalStateException("nothing was encoded");
    }
  }

  /** Every vertex is a neighbor of the {@link #NEIGHBORS} that follow it. */
  private static EdgeArray edges() {
    return EdgeArray.of(
        LongStream.range(0, VERTICES)
            .flatMap(
                vertex ->
                    LongStream.rangeClosed(1, NEIGHBORS)
                        .flatMap(next -> LongStream.of(vertex, (vertex + next) % VERTICES)))
            .toArray());
  }

  private static JobRequest.Builder request() {
    return JobRequest.newBuilder().setJobId(NAME).setGraphId(NAME);
  }
}
