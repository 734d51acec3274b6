package io.cliquestream.kernels.cuda.process;

/** Whether a supervised device takes calls. The order is stable: metrics report it. */
public enum ProcessState {
  /** The process has not been ready yet. */
  STARTING,
  /** Takes calls. */
  READY,
  /** A new process takes the place of one that faulted, hung or died; calls wait. */
  RECOVERING,
  /** Given up: too many faults, or it does not start. */
  LOST,
  /** Closed by its owner. */
  CLOSED
}
