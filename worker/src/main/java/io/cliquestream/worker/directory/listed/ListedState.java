package io.cliquestream.worker.directory.listed;

import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobStatus;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a job stands, as lists show it. */
public enum ListedState {
  /** On the topic; no worker has said anything of it. */
  RECEIVED,
  WAITING_FOR_GRAPH,
  QUEUED,
  PREPARING,
  COMPUTING,
  PUBLISHING,
  /** A standing job between two runs. */
  STANDING,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  DEADLINE_EXCEEDED,
  /** It was answered, and its result is not known here any more. */
  EXPIRED;

  /** As answers spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether nothing comes any more. */
  public boolean isEnded() {
    return compareTo(SUCCEEDED) >= 0;
  }

  /** The state of a name. */
  public static Optional<ListedState> named(String text) {
    return Arrays.stream(values()).filter(state -> state.text().equals(text)).findFirst();
  }

  public static ListedState of(JobPhase phase) {
    return switch (phase) {
      case JOB_PHASE_QUEUED -> QUEUED;
      case JOB_PHASE_WAITING_FOR_GRAPH -> WAITING_FOR_GRAPH;
      case JOB_PHASE_PREPARING -> PREPARING;
      case JOB_PHASE_COMPUTING -> COMPUTING;
      case JOB_PHASE_PUBLISHING, JOB_PHASE_ENDED -> PUBLISHING;
      case JOB_PHASE_UNSPECIFIED, UNRECOGNIZED -> RECEIVED;
    };
  }

  public static ListedState of(JobStatus status) {
    return switch (status) {
      case JOB_STATUS_SUCCEEDED -> SUCCEEDED;
      case JOB_STATUS_CANCELLED -> CANCELLED;
      case JOB_STATUS_DEADLINE_EXCEEDED -> DEADLINE_EXCEEDED;
      case JOB_STATUS_FAILED, JOB_STATUS_UNSPECIFIED, UNRECOGNIZED -> FAILED;
    };
  }
}
