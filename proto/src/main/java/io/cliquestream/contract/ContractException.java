package io.cliquestream.contract;

import io.cliquestream.v1.Failure;
import io.cliquestream.v1.FailureCode;

/**
 * What was to be written breaks the contract; carries the stable code a reader would refuse with.
 */
public final class ContractException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureCode code;

  /**
   * A failure by the contract's rules.
   *
   * @param code stable code
   * @param message one sentence for a person
   */
  public ContractException(FailureCode code, String message) {
    super(message);
    this.code = code;
  }

  /** {@return the stable code} */
  public FailureCode code() {
    return code;
  }

  /**
   * The failure as a message of the contract, with its code's category.
   *
   * @return its code, category and message
   */
  public Failure failure() {
    return Failures.of(code, getMessage());
  }
}
