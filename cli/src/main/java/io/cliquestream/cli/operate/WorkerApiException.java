package io.cliquestream.cli.operate;

import io.cliquestream.contract.ExitCode;

/** What a worker's API answered instead of what was asked for, or that it did not answer. */
public final class WorkerApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final ExitCode exitCode;

  WorkerApiException(String code, ExitCode exitCode, String message) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }

  /** The API's own word, such as NOT_FOUND. */
  public String code() {
    return code;
  }

  /** What the command ends with. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
