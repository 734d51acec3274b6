package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** What is held against one call, over all its tries. */
final class Trial {
  private final ProcessPolicy policy;
  private int offences;
  private int reruns;
  private boolean alone;

  Trial(ProcessPolicy policy) {
    this.policy = policy;
  }

  /** Whether the next try must have the device for itself. */
  boolean mustBeAlone() {
    return alone;
  }

  /**
   * The device broke during a try. Who was alone with it has broken it.
   *
   * @throws ComputeException DEVICE_FAULT when the call must not be tried again
   */
  void broke(FaultRole role, String message) {
    switch (alone ? FaultRole.OFFENDER : role) {
      case OFFENDER -> {
        alone = true;
        offences++;
        if (offences >= policy.tries()) {
          throw new ComputeException(
              FailureCode.DEVICE_FAULT,
              "the job broke the GPU " + offences + " times and is given up: " + message);
        }
      }
      case SUSPECT -> {
        alone = true;
        runAgain(message);
      }
      case BYSTANDER -> runAgain(message);
    }
  }

  private void runAgain(String message) {
    reruns++;
    if (reruns > policy.reruns()) {
      throw new ComputeException(
          FailureCode.DEVICE_FAULT,
          "the GPU broke " + reruns + " times beside the job: " + message);
    }
  }
}
