package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The failures of reading a graph file, each naming the file. */
final class FileFailures {
  private FileFailures() {}

  static ComputeException unreadable(String file, IOException cause) {
    String reason =
        switch (cause) {
          case NoSuchFileException _ -> "there is no such file";
          case AccessDeniedException _ -> "access is denied";
          // Its message holds the whole path; the file is named already.
          case FileSystemException e when e.getReason() != null -> e.getReason();
          default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    return new ComputeException(
        FailureCode.FILE_UNREADABLE, file + " cannot be read: " + Excerpt.ofName(reason), cause);
  }

  /** A failure while content is read: a cut compressed stream is truncated, not unreadable. */
  static ComputeException whileReading(String file, IOException cause) {
    return cause instanceof EOFException
        ? new ComputeException(
            FailureCode.FILE_TRUNCATED, file + " ends inside its compressed data", cause)
        : unreadable(file, cause);
  }

  static ComputeException truncated(String file, String detail) {
    return new ComputeException(FailureCode.FILE_TRUNCATED, file + " is not complete: " + detail);
  }

  static ComputeException unknownFormat(String file, String detail) {
    return new ComputeException(
        FailureCode.FILE_FORMAT_UNKNOWN,
        file + " is not a graph file this reader knows: " + detail);
  }
}
