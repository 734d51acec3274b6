package io.cliquestream.kernels.change.standing;

import java.util.SortedMap;

/**
 * How a standing job came to its present answer.
 *
 * @param method what the planner took
 * @param changedEdges edges in which the two versions differ
 * @param incrementalNanos predicted time of following the changes
 * @param recountNanos predicted time of computing anew, the whole graph included
 * @param plan the same for people, names and values
 */
public record Advance(
    Method method,
    long changedEdges,
    double incrementalNanos,
    double recountNanos,
    SortedMap<String, String> plan) {

  /** Ways to an answer. */
  public enum Method {
    /** Nothing had changed. */
    UNCHANGED("unchanged"),
    /** From the answer before and the changes, on the host. */
    INCREMENTAL("incremental"),
    /** The same on an engine's device. */
    DEVICE("incremental"),
    /** From the whole graph. */
    RECOUNTED("recounted");

    private final String label;

    Method(String label) {
      this.label = label;
    }

    /**
     * {@return the name in plans and results; that of {@code DEVICE} and {@code INCREMENTAL} is the
     * same}
     */
    public String label() {
      return label;
    }
  }
}
