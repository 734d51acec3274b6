package io.cliquestream.kernels.cuda.device;

/** The two kinds of lanes. */
public enum LaneKind {
  /** One of several lanes of the usual stream priority. */
  USUAL,
  /**
   * The one lane whose stream goes first where blocks compete: short work of high priority that
   * must not wait behind long jobs.
   */
  URGENT
}
