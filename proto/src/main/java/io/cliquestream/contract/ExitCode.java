package io.cliquestream.contract;

import io.cliquestream.v1.FailureCategory;
import io.cliquestream.v1.FailureCode;

/** Exit codes of every command, by kind of failure. */
public enum ExitCode {
  /** The command did what it was asked for. */
  OK(0),
  /** The command line cannot be understood; nothing was begun. */
  USAGE(2),
  /** A file, a graph or an option's value is not as it must be. */
  BAD_INPUT(3),
  /** What was asked for, such as a graph's version or a job, is not there. */
  NOT_FOUND(4),
  /**
   * Memory, disk, a queue or another bound did not suffice, or a service was not reached; trying
   * again may help.
   */
  RESOURCE(5),
  /** A deadline, a cancel or Ctrl-C ended it. */
  STOPPED(6),
  /** A fault of Cliquestream itself. */
  INTERNAL(7),
  /** A worker lost a thread it cannot do without and ended in order; starting it again may help. */
  WORKER_BROKEN(8);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /**
   * The number that the process ends with.
   *
   * @return 0 to 8
   */
  public int number() {
    return number;
  }

  /**
   * {@return the exit code of a failure's category}
   *
   * @param category that a failure has; one that this version does not know counts as internal
   */
  public static ExitCode of(FailureCategory category) {
    return switch (category) {
      case FAILURE_CATEGORY_INPUT -> BAD_INPUT;
      case FAILURE_CATEGORY_NOT_FOUND -> NOT_FOUND;
      case FAILURE_CATEGORY_RESOURCE -> RESOURCE;
      case FAILURE_CATEGORY_STOPPED -> STOPPED;
      case FAILURE_CATEGORY_INTERNAL, FAILURE_CATEGORY_UNSPECIFIED, UNRECOGNIZED -> INTERNAL;
    };
  }

  /**
   * {@return the exit code of a failure's code}
   *
   * @param code of a failure, also one newer than this version: its hundreds decide
   */
  public static ExitCode of(FailureCode code) {
    return code == FailureCode.FAILURE_CODE_WORKER_BROKEN
        ? WORKER_BROKEN
        : of(Failures.categoryOf(code));
  }
}
