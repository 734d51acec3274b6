package io.cliquestream.client;

import io.cliquestream.v1.FailureCode;

/** What a {@link CliquestreamClient} could not do, with the contract's stable code. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why, for programs. */
  private final FailureCode code;

  ClientException(FailureCode code, String message) {
    super(message);
    this.code = code;
  }

  ClientException(FailureCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** {@return the stable code; {@code ExitCode.of(code)} is the exit code of a command} */
  public FailureCode code() {
    return code;
  }
}
