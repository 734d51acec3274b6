package io.cliquestream.kernels.failure;

/**
 * Stable codes of everything that can go wrong in the compute library. A code's name and number are
 * part of the public contract: neither is ever reused for another meaning.
 */
public enum FailureCode {
  /** A graph file cannot be opened or read. */
  FILE_UNREADABLE(300, FailureCategory.INPUT),
  /** A file's format was neither given nor recognised. */
  FILE_FORMAT_UNKNOWN(301, FailureCategory.INPUT),
  /** A line or record of a graph file is not what its format allows. */
  FILE_LINE_INVALID(302, FailureCategory.INPUT),
  /** A graph file ends before it is complete. */
  FILE_TRUNCATED(303, FailureCategory.INPUT),
  /** An id is outside the declared bound. */
  VERTEX_ID_BEYOND_BOUND(210, FailureCategory.INPUT),
  /** Decompression would yield more than the configured bound. */
  DECOMPRESSION_BOUND_EXCEEDED(209, FailureCategory.INPUT),
  /** A job option is outside its bounds. */
  OPTION_INVALID(401, FailureCategory.INPUT),
  /** A pattern is empty, disconnected or too large. */
  PATTERN_INVALID(402, FailureCategory.INPUT),
  /** The engine that was asked for is not there. */
  ENGINE_UNAVAILABLE(503, FailureCategory.NOT_FOUND),
  /** A graph is beyond a bound of this machine or build. */
  GRAPH_TOO_LARGE(600, FailureCategory.RESOURCE),
  /** A job needs more memory than its budget. */
  JOB_MEMORY_EXCEEDED(601, FailureCategory.RESOURCE),
  /** A bounded queue is full: too many jobs wait for a device. */
  QUEUE_FULL(602, FailureCategory.RESOURCE),
  /** A job's predicted time is beyond any sensible wait. */
  HOPELESS(604, FailureCategory.RESOURCE),
  /** The job was cancelled. */
  CANCELLED(700, FailureCategory.STOPPED),
  /** The job's deadline passed. */
  DEADLINE_EXCEEDED(701, FailureCategory.STOPPED),
  /** A defect of this program. */
  INTERNAL(800, FailureCategory.INTERNAL),
  /** A GPU fault ended the job: its own, after a bounded number of tries, or one beside it. */
  DEVICE_FAULT(801, FailureCategory.INTERNAL);

  private final int number;
  private final FailureCategory category;

  FailureCode(int number, FailureCategory category) {
    this.number = number;
    this.category = category;
  }

  /** {@return the stable number, the same as in the protobuf contract} */
  public int number() {
    return number;
  }

  /** {@return who has to act} */
  public FailureCategory category() {
    return category;
  }
}
