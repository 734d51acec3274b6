package io.cliquestream.worker.failure;

import io.cliquestream.v1.FailureCode;

/** Everything that the service refuses or fails at: a stable code and one sentence for a person. */
public final class WorkerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureCode code;

  public WorkerException(FailureCode code, String message) {
    this(code, message, null);
  }

  public WorkerException(FailureCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What was asked for, or is set, cannot be: OPTION_INVALID. */
  public static WorkerException optionInvalid(String message) {
    return new WorkerException(FailureCode.FAILURE_CODE_OPTION_INVALID, message);
  }

  /** The stable code. */
  public FailureCode code() {
    return code;
  }
}
