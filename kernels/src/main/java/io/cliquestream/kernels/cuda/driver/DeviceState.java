package io.cliquestream.kernels.cuda.driver;

/** Whether a device takes tasks. The order of the values is stable: metrics report it. */
public enum DeviceState {
  /** Takes tasks. */
  READY,
  /** Had a fault that ended its context; everything that runs or waits fails. */
  FAULTED,
  /** Closed by its owner. */
  CLOSED
}
