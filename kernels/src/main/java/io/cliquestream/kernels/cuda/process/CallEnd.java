package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.FailureCode;

/** How a call ended in one process. */
sealed interface CallEnd {
  /** With an answer. */
  record Answered(byte[] bytes) implements CallEnd {}

  /** With a failure of its own. */
  record Failed(FailureCode code, String message) implements CallEnd {}

  /** With the device's fault. */
  record Faulted(FaultRole role, String message) implements CallEnd {}

  /** With the process, which said nothing: it crashed, was killed, or was replaced for hanging. */
  record Died(String message) implements CallEnd {}
}
