package io.cliquestream.client;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.Topics;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobRequest;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Sends requests of jobs, and of their end, to the partitions where workers look for them. */
record JobSender(
    RecordPublisher publisher, Topics topics, TopicLayout layout, Optional<SendSpans> spans) {
  CompletableFuture<RecordPosition> submit(JobRequest request) {
    requireJobId(request.getJobId());
    if (!Identifiers.isGraphId(request.getGraphId())) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_GRAPH_ID_INVALID,
          "not a graph id: '" + request.getGraphId() + "'");
    }
    return spans
        .map(known -> known.during(topics.jobs(), request, trace -> send(request, trace)))
        .orElseGet(() -> send(request, Optional.empty()));
  }

  private CompletableFuture<RecordPosition> send(JobRequest request, Optional<TraceParent> trace) {
    return publisher.send(
        topics.jobs(),
        Partitions.partitionOf(request.getGraphId(), layout.partitions(topics.jobs())),
        request.getGraphId(),
        request.getJobId(),
        EventTypes.JOB_REQUEST,
        trace,
        request);
  }

  CompletableFuture<RecordPosition> cancel(String jobId, String reason, String secret) {
    requireJobId(jobId);
    if (secret.length() > Bounds.SECRET_CHARACTERS) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "a secret has at most " + Bounds.SECRET_CHARACTERS + " characters");
    }
    String cut =
        reason.length() <= Bounds.REASON_CHARACTERS
            ? reason
            : reason.substring(0, Bounds.REASON_CHARACTERS);
    var control =
        JobControl.newBuilder()
            .setCancel(CancelJob.newBuilder().setJobId(jobId).setReason(cut).setSecret(secret))
            .build();
    return publisher.send(
        topics.control(),
        Partitions.partitionOf(jobId, layout.partitions(topics.control())),
        jobId,
        UUID.randomUUID().toString(),
        EventTypes.JOB_CONTROL,
        Optional.of(RecordPublisher.newTrace()),
        control);
  }

  static void requireJobId(String jobId) {
    if (!Identifiers.isJobId(jobId)) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_JOB_ID_INVALID, "not a job id: '" + jobId + "'");
    }
  }
}
