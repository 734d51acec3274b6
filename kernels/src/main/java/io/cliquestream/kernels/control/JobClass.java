package io.cliquestream.kernels.control;

/** How long a job is expected to compute: what decides whether it may hold others up. */
public enum JobClass {
  /** Ends within the bound of small jobs, or has not been seen to pass it. */
  SMALL,
  /** Known to compute for longer: shares lanes and processors with others of its kind. */
  LONG
}
