package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** A broken line, with its number, so that the first of several is the one reported. */
final class InvalidLineException extends ComputeException {
  private static final long serialVersionUID = 1L;

  private final long line;

  /**
   * @param line from 1
   * @param excerpt what the line holds, see {@link Excerpt}
   * @param detail what is wrong, what was expected, and what helps
   */
  InvalidLineException(FailureCode code, String file, long line, String excerpt, String detail) {
    super(code, file + " line " + line + ": " + detail + "; the line is '" + excerpt + "'");
    this.line = line;
  }

  InvalidLineException(String file, long line, String excerpt, String detail) {
    this(FailureCode.FILE_LINE_INVALID, file, line, excerpt, detail);
  }

  /** From 1. */
  long line() {
    return line;
  }
}
