package io.cliquestream.cli.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.Bounds;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A line of a file of events.
 *
 * @param micros when it happened; null when the line does not say
 */
record EventLine(boolean deletion, long source, long target, Long micros) {
  /** A file of events; "-" is standard input. */
  static BufferedReader open(Path file) throws IOException {
    return file.toString().equals("-")
        ? new BufferedReader(new InputStreamReader(System.in, UTF_8))
        : Files.newBufferedReader(file);
  }

  static WorkerException unreadable(Path file, IOException cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_UNREADABLE, "cannot read " + file + ": " + cause, cause);
  }

  /**
   * Reads a line.
   *
   * @param place for people
   * @return null for a blank line or a comment
   * @throws WorkerException FILE_LINE_INVALID
   */
  static EventLine parse(String line, String place) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return null;
    }
    String[] words = text.split("\\s+", -1);
    boolean known = words[0].equals("+") || words[0].equals("-");
    if (!known || words.length < 3 || words.length > 4) {
      throw invalid(text, place, null);
    }
    try {
      Long micros = words.length == 4 ? Long.valueOf(words[3]) : null;
      if (micros != null && (micros > Bounds.EVENT_MICROS || micros < -Bounds.EVENT_MICROS)) {
        throw invalid(text, place, null);
      }
      return new EventLine(
          words[0].equals("-"),
          Long.parseUnsignedLong(words[1]),
          Long.parseUnsignedLong(words[2]),
          micros);
    } catch (NumberFormatException e) {
      throw invalid(text, place, e);
    }
  }

  private static WorkerException invalid(String line, String place, Throwable cause) {
    String shown = line.length() <= 80 ? line : line.substring(0, 80) + "…";
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_LINE_INVALID,
        place + ": '" + shown + "' is not '+ FROM TO [TIME]' or '- FROM TO [TIME]'",
        cause);
  }

  void sendTo(EdgeStream stream) {
    if (micros == null) {
      if (deletion) {
        stream.delete(source, target);
      } else {
        stream.insert(source, target);
      }
    } else if (deletion) {
      stream.delete(source, target, micros);
    } else {
      stream.insert(source, target, micros);
    }
  }
}
