package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** A broken line, with its number, so that the first of several is the one reported. */
final class InvalidLineException extends ComputeException {
  private static final long serialVersionUID = 1L;

  private final long line;

  InvalidLineException(FailureCode code, String file, long line, String detail) {
    super(code, file + " line " + line + ": " + detail);
    this.line = line;
  }

  InvalidLineException(String file, long line, String detail) {
    this(FailureCode.FILE_LINE_INVALID, file, line, detail);
  }

  /** From 1. */
  long line() {
    return line;
  }
}
