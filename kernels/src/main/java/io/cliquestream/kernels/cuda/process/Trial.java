package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/**
 * What is held against one call, over all its tries. A suspect is run alone; one that was alone for
 * its time and broke nothing is acquitted, though not for good: when the device breaks beside it
 * later, it is a suspect again, behind those that never were acquitted, and is alone for twice as
 * long. So who breaks the device after a while is found, too, and an endless innocent keeps nobody.
 */
final class Trial {
  private static final int MOST_DOUBLINGS = 5;

  private final ProcessPolicy policy;
  private int offences;
  private int reruns;
  private int acquittals;
  private boolean alone;

  Trial(ProcessPolicy policy) {
    this.policy = policy;
  }

  /** Whether the next try must have the device for itself. */
  boolean mustBeAlone() {
    return alone;
  }

  /** How often it was alone and broke nothing. */
  int acquittals() {
    return acquittals;
  }

  /** How long others are held back for the next try. */
  long aloneNanos() {
    return policy.aloneTime().toNanos() << Math.min(acquittals, MOST_DOUBLINGS);
  }

  /** It had the device for itself for its time, and broke nothing meanwhile. */
  void acquitted() {
    acquittals++;
  }

  /**
   * The device broke during a try. Who was alone with it has broken it.
   *
   * @param wasAlone whether it was, from the try's beginning to the fault
   * @throws ComputeException DEVICE_FAULT when the call must not be tried again
   */
  void broke(FaultRole role, boolean wasAlone, String message) {
    switch (wasAlone ? FaultRole.OFFENDER : role) {
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
