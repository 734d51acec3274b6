package io.cliquestream.kernels.control;

/** What a running job is doing. */
public enum Phase {
  /** Builds the orientation it needs. */
  PREPARING,
  /** Counts or searches. */
  COMPUTING
}
