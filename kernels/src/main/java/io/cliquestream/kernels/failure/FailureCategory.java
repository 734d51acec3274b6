package io.cliquestream.kernels.failure;

/** Who has to act on a failure. */
public enum FailureCategory {
  /** The input is wrong; trying it again unchanged fails again. */
  INPUT,
  /** What was asked for does not exist, or not yet. */
  NOT_FOUND,
  /** A configured bound was reached; a larger machine or budget could do it. */
  RESOURCE,
  /** The job was ended by a cancel request or by its deadline. */
  STOPPED,
  /** A fault of the engine or its environment; trying again may succeed. */
  INTERNAL
}
