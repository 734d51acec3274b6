package io.cliquestream.kernels.failure;

import java.util.Objects;

/** Every failure the compute library reports: a stable code and one sentence for a person. */
public class ComputeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureCode code;

  public ComputeException(FailureCode code, String message) {
    super(message);
    this.code = Objects.requireNonNull(code);
  }

  public ComputeException(FailureCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code);
  }

  /** The stable code. */
  public FailureCode code() {
    return code;
  }
}
