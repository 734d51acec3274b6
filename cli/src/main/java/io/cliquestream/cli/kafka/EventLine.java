package io.cliquestream.cli.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.Bounds;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;

/**
 * A line of a file of events. Between its words are tabs where it holds one, else blanks.
 *
 * @param micros when it happened; null when the line does not say
 */
record EventLine(boolean deletion, String source, String target, Long micros) {
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
    String[] words = text.split(text.indexOf('\t') >= 0 ? "\t" : "\\s+", -1);
    boolean known = words[0].equals("+") || words[0].equals("-");
    if (!known || words.length < 3 || words.length > 4 || !isName(words[1]) || !isName(words[2])) {
      throw invalid(text, place, null);
    }
    try {
      Long micros = words.length == 4 ? Long.valueOf(words[3]) : null;
      if (micros != null && (micros > Bounds.EVENT_MICROS || micros < -Bounds.EVENT_MICROS)) {
        throw invalid(text, place, null);
      }
      return new EventLine(words[0].equals("-"), words[1], words[2], micros);
    } catch (NumberFormatException e) {
      throw invalid(text, place, e);
    }
  }

  private static boolean isName(String word) {
    return !word.isEmpty() && word.getBytes(UTF_8).length <= Bounds.NAME_BYTES;
  }

  /** Whether both ends are numbers from 0 to 2^64 - 1, as graph files have them. */
  boolean areNumbers() {
    return isNumber(source) && isNumber(target);
  }

  private static boolean isNumber(String word) {
    byte[] bytes = word.getBytes(UTF_8);
    return NameBytes.isNumber(bytes, 0, bytes.length);
  }

  /**
   * What a line of names is where events before it had numbers.
   *
   * @param place for people
   */
  WorkerException notNumbers(String place) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_LINE_INVALID,
        place
            + ": '"
            + source
            + " "
            + target
            + "' are no numbers, and the vertices of the events before are; --ids names sends all"
            + " of them as names");
  }

  private static WorkerException invalid(String line, String place, Throwable cause) {
    String shown = line.length() <= 80 ? line : line.substring(0, 80) + "…";
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_LINE_INVALID,
        place + ": '" + shown + "' is not '+ FROM TO [TIME]' or '- FROM TO [TIME]'",
        cause);
  }

  /** Sends it by names. */
  void sendNames(EdgeStream stream) {
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

  /** Sends it by ids; its ends are numbers. */
  void sendNumbers(EdgeStream stream) {
    long one = Long.parseUnsignedLong(source);
    long other = Long.parseUnsignedLong(target);
    if (micros == null) {
      if (deletion) {
        stream.delete(one, other);
      } else {
        stream.insert(one, other);
      }
    } else if (deletion) {
      stream.delete(one, other, micros);
    } else {
      stream.insert(one, other, micros);
    }
  }
}
