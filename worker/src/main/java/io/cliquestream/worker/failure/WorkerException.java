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

  /** The stable code. */
  public FailureCode code() {
    return code;
  }
}
