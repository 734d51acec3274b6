package io.cliquestream.contract;

import io.cliquestream.v1.FailureCategory;
import io.cliquestream.v1.FailureCode;

/** Exit codes of every command, by kind of failure. */
public enum ExitCode {
  OK(0),
  USAGE(2),
  BAD_INPUT(3),
  NOT_FOUND(4),
  RESOURCE(5),
  STOPPED(6),
  INTERNAL(7),
  /** A worker lost a thread it cannot do without and ended in order; starting it again may help. */
  WORKER_BROKEN(8);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** What the process ends with. */
  public int number() {
    return number;
  }

  /** The exit code of a failure's category. */
  public static ExitCode of(FailureCategory category) {
    return switch (category) {
      case FAILURE_CATEGORY_INPUT -> BAD_INPUT;
      case FAILURE_CATEGORY_NOT_FOUND -> NOT_FOUND;
      case FAILURE_CATEGORY_RESOURCE -> RESOURCE;
      case FAILURE_CATEGORY_STOPPED -> STOPPED;
      case FAILURE_CATEGORY_INTERNAL, FAILURE_CATEGORY_UNSPECIFIED, UNRECOGNIZED -> INTERNAL;
    };
  }

  /** The exit code of a failure's code. */
  public static ExitCode of(FailureCode code) {
    return code == FailureCode.FAILURE_CODE_WORKER_BROKEN
        ? WORKER_BROKEN
        : of(Failures.categoryOf(code));
  }
}
