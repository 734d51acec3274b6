package io.cliquestream.kernels.cuda.driver;

/** What a task had to do with a device's fault. */
public enum FaultRole {
  /** It had the only unfinished work on the device: the fault is its own. */
  OFFENDER,
  /** It had unfinished work on the device, as others had: run it alone to find out. */
  SUSPECT,
  /** It had nothing unfinished on the device: it is innocent and can be run again. */
  BYSTANDER
}
