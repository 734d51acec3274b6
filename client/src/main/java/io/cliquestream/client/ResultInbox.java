package io.cliquestream.client;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.ResultRecord;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Awaited jobs and their half-read results; bounded by the number of jobs and their pages. */
final class ResultInbox {
  private record Awaited(RunAssembler assembler, CompletableFuture<JobOutcome> outcome) {}

  private final ClientSettings settings;
  private final Semaphore room;
  private final Map<String, Awaited> awaited = new ConcurrentHashMap<>();
  private volatile ClientException ended;

  ResultInbox(ClientSettings settings) {
    this.settings = settings;
    this.room = new Semaphore(settings.awaitedJobs());
  }

  CompletableFuture<JobOutcome> expect(String jobId) {
    Awaited known = awaited.get(jobId);
    if (known != null) {
      return known.outcome();
    }
    if (!room.tryAcquire()) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_QUEUE_FULL,
          settings.awaitedJobs() + " jobs are awaited already");
    }
    var mine =
        new Awaited(new RunAssembler(jobId, settings.pageBytes()), new CompletableFuture<>());
    known = awaited.putIfAbsent(jobId, mine);
    if (known != null) {
      room.release();
      return known.outcome();
    }
    // Whoever ends the waiting (result, failure, cancel, timeout) makes room again.
    var _ =
        mine.outcome()
            .whenComplete(
                (outcome, failure) -> {
                  if (awaited.remove(jobId, mine)) {
                    room.release();
                  }
                });
    if (ended != null) {
      mine.outcome().completeExceptionally(ended);
    }
    return mine.outcome();
  }

  /** The future of a job that {@link #expect} was called for and that has not ended. */
  Optional<CompletableFuture<JobOutcome>> expected(String jobId) {
    return Optional.ofNullable(awaited.get(jobId)).map(Awaited::outcome);
  }

  void accept(ResultRecord record) {
    String jobId = record.hasPage() ? record.getPage().getJobId() : record.getResult().getJobId();
    Awaited waiting = awaited.get(jobId);
    if (waiting == null) {
      return;
    }
    try {
      waiting.assembler().accept(record).ifPresent(waiting.outcome()::complete);
    } catch (ClientException broken) {
      waiting.outcome().completeExceptionally(broken);
    }
  }

  void end(ClientException cause) {
    ended = cause;
    awaited.values().forEach(waiting -> waiting.outcome().completeExceptionally(cause));
  }
}
