package io.cliquestream.worker.jobs.service;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.translation.JobRequests;
import io.cliquestream.worker.translation.JobResults;
import java.util.Optional;

/**
 * Loads what the first job would otherwise load on the event loop: the contract's descriptors, time
 * formats, and their relatives take half a second together on a cold machine.
 */
final class WarmUp {
  private WarmUp() {}

  static void run(ResultRecords records) {
    var request =
        JobRequest.newBuilder()
            .setJobId("warm-up")
            .setGraphId("warm-up")
            .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3))
            .build();
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
}
