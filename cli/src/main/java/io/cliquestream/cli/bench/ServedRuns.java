package io.cliquestream.cli.bench;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.kafka.PublishCommand;
import io.cliquestream.cli.log.LogSetup;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.formats.GraphData;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.RunTimes;
import io.cliquestream.worker.failure.WorkerException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs of a job through Kafka: a job for a version that is not there yet is sent, then the file is
 * read and published as that version, and the answer is waited for.
 *
 * <p>The worker tells when a run passed its steps in milliseconds of its own clock; the end of
 * publishing and the answer are told by this process's. So without a service that runs elsewhere
 * all of them are of one machine's clock. Each version is retired when it was answered.
 */
final class ServedRuns implements AutoCloseable {
  /** How often a worker that might have ended is looked at. */
  private static final long LOOK_MILLIS = 200;

  private final ServedJob job;
  private final Duration limit;
  private final String graphId = "bench-whole-" + UUID.randomUUID();
  private final Optional<EmbeddedBroker> broker;
  private final Optional<WorkerProcess> worker;
  private final CliquestreamClient client;
  private long version;

  private ServedRuns(
      ServedJob job,
      Duration limit,
      Optional<EmbeddedBroker> broker,
      Optional<WorkerProcess> worker,
      CliquestreamClient client) {
    this.job = job;
    this.limit = limit;
    this.broker = broker;
    this.worker = worker;
    this.client = client;
  }

  /**
   * Connects to a service, or starts one.
   *
   * @param bootstrap of a service that runs; empty for a broker in this process and a worker in one
   *     of its own
   * @param limit of a run
   */
  static ServedRuns open(ServedJob job, Optional<String> bootstrap, Duration limit) {
    if (bootstrap.isPresent()) {
      return new ServedRuns(
          job,
          limit,
          Optional.empty(),
          Optional.empty(),
          CliquestreamClient.open(ClientSettings.of(bootstrap.get())));
    }
    LogSetup.quietenBroker();
    EmbeddedBroker broker = EmbeddedBroker.start();
    CliquestreamClient client = null;
    try {
      ClientSettings settings = ClientSettings.of(broker.bootstrapServers());
      TopicAdmin.create(settings, TopicSettings.defaults());
      client = CliquestreamClient.open(settings);
      // Last, so that nothing that fails leaves a process behind.
      WorkerProcess worker =
          WorkerProcess.start(broker.bootstrapServers(), job.engineKind(), limit);
      return new ServedRuns(job, limit, Optional.of(broker), Optional.of(worker), client);
    } catch (RuntimeException e) {
      if (client != null) {
        client.close();
      }
      broker.close();
      throw e;
    }
  }

  /**
   * Publishes and asks once more.
   *
   * @throws WorkerException as the job's own failure; DEADLINE_EXCEEDED without an answer in time
   */
  ServedRun next() {
    version++;
    JobRequest request = job.request(UUID.randomUUID().toString(), graphId, version);
    CompletableFuture<JobOutcome> outcome = client.expect(request.getJobId());
    try {
      client.submit(request);
      long start = System.nanoTime();
      long read;
      try (GraphData data = job.read()) {
        read = System.nanoTime();
        PublishCommand.publish(client, graphId, version, data, PayloadCompressor.NONE);
      }
      long published = System.nanoTime();
      double publishedAt = System.currentTimeMillis();
      JobOutcome found = await(outcome);
      double seenAt = System.currentTimeMillis();
      long seen = System.nanoTime();
      if (!found.succeeded()) {
        throw new WorkerException(
            found.result().getFailure().getCode(), found.result().getFailure().getMessage());
      }
      Map<String, Double> parts = new LinkedHashMap<>();
      parts.put("read", (read - start) / 1e6);
      parts.put("publish", (published - read) / 1e6);
      after(publishedAt, found.result().getTimes(), seenAt, parts);
      client.retire(graphId, version);
      return new ServedRun(new WholeRun((seen - start) / 1e6, job.json(request, found)), parts);
    } finally {
      outcome.cancel(false);
    }
  }

  /** What follows the last record: each step ends where the next begins. */
  private static void after(
      double published, RunTimes times, double seen, Map<String, Double> parts) {
    double at = published;
    at = step("graph", at, (double) times.getQueuedEpochMillis(), parts);
    at = step("line", at, (double) times.getStartedEpochMillis(), parts);
    at = step("prepare", at, (double) times.getPreparedEpochMillis(), parts);
    at = step("compute", at, (double) times.getComputedEpochMillis(), parts);
    step("answer", at, seen, parts);
    // The worker may be as far before this process hears that the last record was written.
    parts.put("last record to start", Math.max(0, times.getStartedEpochMillis() - published));
  }

  private static double step(String name, double from, double to, Map<String, Double> parts) {
    parts.put(name, Math.max(0, to - from));
    return Math.max(from, to);
  }

  private JobOutcome await(CompletableFuture<JobOutcome> outcome) {
    long deadline = System.nanoTime() + limit.toNanos();
    try {
      while (true) {
        try {
          return outcome.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          worker.ifPresent(WorkerProcess::requireAlive);
          if (System.nanoTime() - deadline > 0) {
            throw new WorkerException(
                FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED,
                "no answer within " + limit.toSeconds() + " s; is there a worker?",
                e);
          }
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw WholeRun.failure("a run failed: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw WholeRun.failure("interrupted while a run was under way");
    }
  }

  @Override
  public void close() {
    worker.ifPresent(WorkerProcess::close);
    client.close();
    broker.ifPresent(EmbeddedBroker::close);
  }
}
