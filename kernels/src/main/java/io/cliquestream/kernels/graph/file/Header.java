package io.cliquestream.kernels.graph.file;

import java.util.ArrayList;
import java.util.List;

/** Numbers of a header line. */
final class Header {
  private Header() {}

  /** The words of a line. */
  static String[] words(String line) {
    return line.strip().split("\\s+");
  }

  /** Whole numbers without sign from a word on. */
  static List<Long> numbers(String file, long line, String[] words, int from) {
    List<Long> numbers = new ArrayList<>();
    for (int i = from; i < words.length; i++) {
      try {
        long number = Long.parseLong(words[i]);
        if (number < 0) {
          throw new InvalidLineException(file, line, "'" + words[i] + "' is negative");
        }
        numbers.add(number);
      } catch (NumberFormatException e) {
        throw withCause(
            new InvalidLineException(file, line, "'" + words[i] + "' is not a whole number"), e);
      }
    }
    return numbers;
  }

  private static InvalidLineException withCause(InvalidLineException failure, Exception cause) {
    failure.initCause(cause);
    return failure;
  }
}
