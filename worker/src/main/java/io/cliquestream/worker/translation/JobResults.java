package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;

/** Results that need no engine. */
public final class JobResults {
  private JobResults() {}

  /** What every result of a request says; ids that break the contract are cut to its bounds. */
  public static JobResult.Builder start(JobRequest request, long run) {
    return JobResult.newBuilder()
        .setJobId(cut(request.getJobId(), Bounds.ID_CHARACTERS))
        .setRun(run)
        .setGraphId(cut(request.getGraphId(), Bounds.ID_CHARACTERS))
        .setTenant(cut(request.getTenant(), Bounds.TENANT_CHARACTERS));
  }

  /** The result of a job that did not succeed. */
  public static JobResult.Builder failed(
      JobRequest request, long run, FailureCode code, String message) {
    return start(request, run)
        .setStatus(FailureCodes.status(code))
        .setFailure(Failures.of(code, message));
  }

  /** The last progress record of a run, which commits with its result. */
  public static JobProgress ended(JobResult result, long epochMillis) {
    return JobProgress.newBuilder()
        .setJobId(result.getJobId())
        .setRun(result.getRun())
        .setPhase(JobPhase.JOB_PHASE_ENDED)
        .setFraction(1)
        .setObservedEpochMillis(epochMillis)
        .setFinalStatus(result.getStatus())
        .build();
  }

  private static String cut(String text, int characters) {
    if (text.length() <= characters) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
    return text.substring(0, end);
  }
}
