package io.cliquestream.cli.kafka;

import io.cliquestream.v1.JobPhase;

/** Names of job phases for a person. */
public final class JobPhases {
  private JobPhases() {}

  /** A phase in words. */
  public static String text(JobPhase phase) {
    return switch (phase) {
      case JOB_PHASE_QUEUED -> "queued";
      case JOB_PHASE_WAITING_FOR_GRAPH -> "waiting for its graph";
      case JOB_PHASE_PREPARING -> "preparing";
      case JOB_PHASE_COMPUTING -> "computing";
      case JOB_PHASE_PUBLISHING -> "publishing";
      case JOB_PHASE_ENDED -> "ended";
      case JOB_PHASE_UNSPECIFIED, UNRECOGNIZED -> "";
    };
  }
}
