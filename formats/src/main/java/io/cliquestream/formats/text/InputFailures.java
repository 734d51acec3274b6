package io.cliquestream.formats.text;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The failures of reading what a graph is made of, each naming the source. */
public final class InputFailures {
  private InputFailures() {}

  /** A line that its format does not allow. */
  public static LineException line(String source, long line, String excerpt, String detail) {
    return new LineException(FailureCode.FILE_LINE_INVALID, source, line, excerpt, detail);
  }

  /** Something that its format does not allow and no line is known of. */
  public static ComputeException invalid(String source, String detail) {
    return new ComputeException(FailureCode.FILE_LINE_INVALID, source + ": " + detail);
  }

  /** An end before the whole was there. */
  public static ComputeException truncated(String source, String detail) {
    return new ComputeException(FailureCode.FILE_TRUNCATED, source + " is not complete: " + detail);
  }

  /** What no reader takes. */
  public static ComputeException unknown(String source, String detail) {
    return new ComputeException(FailureCode.FILE_FORMAT_UNKNOWN, source + ": " + detail);
  }

  /** Options that contradict each other or the source. */
  public static ComputeException option(String detail) {
    return new ComputeException(FailureCode.OPTION_INVALID, detail);
  }

  /** A source that cannot be opened. */
  public static ComputeException unreadable(String source, IOException cause) {
    String reason =
        switch (cause) {
          case NoSuchFileException _ -> "there is no such file";
          case AccessDeniedException _ -> "access is denied";
          // Its message holds the whole path; the file is named already.
          case FileSystemException e when e.getReason() != null -> e.getReason();
          default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    return new ComputeException(
        FailureCode.FILE_UNREADABLE, source + " cannot be read: " + InputExcerpt.of(reason), cause);
  }

  /** A failure while content is read: a cut packed stream is truncated, not unreadable. */
  public static ComputeException whileReading(String source, IOException cause) {
    return cause instanceof EOFException
        ? new ComputeException(
            FailureCode.FILE_TRUNCATED, source + " ends inside its compressed data", cause)
        : unreadable(source, cause);
  }
}
