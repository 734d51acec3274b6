package io.cliquestream.broker;

import io.cliquestream.v1.FailureCode;

/** The embedded broker did not start; the message is one sentence for a person. */
public final class BrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureCode code;

  BrokerException(FailureCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The stable code. */
  public FailureCode code() {
    return code;
  }
}
