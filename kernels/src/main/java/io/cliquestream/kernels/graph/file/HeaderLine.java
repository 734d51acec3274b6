package io.cliquestream.kernels.graph.file;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A line before the edges.
 *
 * @param file names the file in messages
 * @param number from 1
 * @param text the line as ISO 8859-1, without its end and without blanks around it
 */
record HeaderLine(String file, long number, String text) {
  private static final Pattern BLANKS = Pattern.compile("[ \\t]+");

  boolean isEmpty() {
    return text.isEmpty();
  }

  boolean startsWith(String prefix) {
    return text.startsWith(prefix);
  }

  /** The words between blanks; none in an empty line. */
  List<String> words() {
    return words(text);
  }

  /** The words of a text between blanks and tabs. */
  static List<String> words(String text) {
    return BLANKS.splitAsStream(text).filter(word -> !word.isEmpty()).toList();
  }

  /** Whole numbers below 2^63 from a word on. */
  List<Long> numbers(int from) {
    List<Long> numbers = new ArrayList<>();
    List<String> words = words();
    for (String word : words.subList(Math.min(from, words.size()), words.size())) {
      numbers.add(number(word));
    }
    return numbers;
  }

  private long number(String word) {
    long number = 0;
    for (int at = 0; at < word.length(); at++) {
      int digit = word.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        throw invalid("'" + Excerpt.ofLine(word) + "' is not a whole number without sign");
      }
      if (number > (Long.MAX_VALUE - digit) / 10) {
        throw invalid("'" + Excerpt.ofLine(word) + "' is beyond 2^63 - 1");
      }
      number = 10 * number + digit;
    }
    return number;
  }

  InvalidLineException invalid(String detail) {
    return new InvalidLineException(file, number, Excerpt.ofLine(text), detail);
  }
}
