package io.cliquestream.broker;

import io.cliquestream.v1.FailureCode;

/** The embedded broker did not start; the message is one sentence for a person. */
public final class BrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokerException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The stable code. */
  public FailureCode code() {
    return FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE;
  }
}
