package io.cliquestream.kernels.failure;

import java.util.Objects;

/** Every failure the compute library reports: a stable code and one sentence for a person. */
public class ComputeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it failed: never null, the same in every release. */
  private final FailureCode code;

  /**
   * A failure without a cause.
   *
   * @param code stable, and with it the category
   * @param message one sentence for a person
   */
  public ComputeException(FailureCode code, String message) {
    super(message);
    this.code = Objects.requireNonNull(code);
  }

  /**
   * A failure that another one caused.
   *
   * @param code stable, and with it the category
   * @param message one sentence for a person
   * @param cause kept for the log
   */
  public ComputeException(FailureCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code);
  }

  /** {@return the stable code} */
  public FailureCode code() {
    return code;
  }
}
