package io.cliquestream.formats.text;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** A broken line, with its number, so that the first of several is the one reported. */
public final class LineException extends ComputeException {
  private static final long serialVersionUID = 1L;

  private final long line;

  LineException(FailureCode code, String source, long line, String excerpt, String detail) {
    super(code, source + " line " + line + ": " + detail + "; the line is '" + excerpt + "'");
    this.line = line;
  }

  /** From 1. */
  public long line() {
    return line;
  }
}
