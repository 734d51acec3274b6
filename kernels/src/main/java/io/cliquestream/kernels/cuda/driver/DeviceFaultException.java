package io.cliquestream.kernels.cuda.driver;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/**
 * Ends a task because the device's context broke: every later call in it returns the same error.
 */
public final class DeviceFaultException extends ComputeException {
  private static final long serialVersionUID = 1L;

  private final FaultRole role;

  public DeviceFaultException(String message, FaultRole role) {
    super(FailureCode.DEVICE_FAULT, message);
    this.role = role;
  }

  /** What the task had to do with it. */
  public FaultRole role() {
    return role;
  }
}
