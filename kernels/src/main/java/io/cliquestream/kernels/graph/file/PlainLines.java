package io.cliquestream.kernels.graph.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads blocks of lines that are as plain as nearly all are: two numbers below 2^32, blanks
 * between, further columns of digits perhaps, comments. Numbers are taken eight bytes at a time:
 * one exclusive or makes digits of characters, one addition finds the first byte that is none, and
 * three multiplications join up to eight digits (as {@link LineCursor} does it, but without its
 * positions in memory, its words for errors and its line numbers).
 *
 * <p>It is never wrong and may give up: at the first byte that is not plain it returns {@link
 * #NOT_PLAIN}, nothing of the block counts, and {@link LineCursor} reads the block again, accepts
 * it or says what is wrong and where. So what is accepted here must be accepted there with the same
 * pairs, which {@code PlainLinesTest} holds over mutated text. Belongs to one thread.
 */
final class PlainLines {
  /** The block has to be read by {@link LineCursor}. */
  static final int NOT_PLAIN = -1;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ZEROES = 0x3030303030303030L;
  private static final long LOW_SEVEN = 0x7F7F7F7F7F7F7F7FL;
  private static final long TOP_BITS = 0x8080808080808080L;
  private static final long BEYOND_NINE = 0x7676767676767676L;
  private static final long MOST = 0xFFFF_FFFFL;
  private static final int MOST_DIGITS = 16;

  /** Shortest line with a pair: two digits, a blank, the line's end. */
  private static final int SHORTEST_LINE = 4;

  private int[] ids = {};
  private int position;

  /**
   * What lines may hold.
   *
   * @param fewestColumns behind the two numbers
   * @param mostColumns behind the two numbers
   * @param smallest number
   * @param largest number, at most 2^32 - 1
   * @param hashComments whether a line that starts with # is a comment, as one with % always is
   */
  record Shape(
      int fewestColumns, int mostColumns, long smallest, long largest, boolean hashComments) {
    Shape {
      largest = Long.compareUnsigned(largest, MOST) < 0 ? largest : MOST;
    }
  }

  /** Pairs found by {@link #read}, two ids each, as unsigned numbers. */
  int[] ids() {
    return ids;
  }

  /**
   * Reads whole lines.
   *
   * @param bytes the last of them a line feed
   * @return how many ids were found, or {@link #NOT_PLAIN}
   */
  int read(byte[] bytes, int length, Shape shape) {
    int room = 2 * (length / SHORTEST_LINE + 1);
    if (ids.length < room) {
      ids = new int[room];
    }
    int[] out = ids;
    long smallest = shape.smallest();
    if (shape.largest() < smallest) {
      return NOT_PLAIN;
    }
    long span = shape.largest() - smallest;
    int found = 0;
    int at = 0;
    while (at < length) {
      long word = word(bytes, at);
      int digits = digits(word);
      if (digits == 0) {
        at = pastOther(bytes, at, shape.hashComments());
        if (at < 0) {
          return NOT_PLAIN;
        }
        continue;
      }
      long first = eightDigits(word << -(digits << 3));
      at += digits;
      if (digits == Long.BYTES) {
        first = more(bytes, at, first);
        at = position;
      }
      byte after = bytes[at];
      if (after != ' ' && after != '\t') {
        return NOT_PLAIN;
      }
      word = word(bytes, at + 1);
      digits = digits(word);
      if (digits == 0) {
        at = pastBlanks(bytes, at);
        word = word(bytes, at);
        digits = digits(word);
        if (digits == 0) {
          return NOT_PLAIN;
        }
      } else {
        at++;
      }
      long second = eightDigits(word << -(digits << 3));
      at += digits;
      if (digits == Long.BYTES) {
        second = more(bytes, at, second);
        at = position;
      }
      // Unsigned, so that what is below the smallest is far above the span.
      if (Long.compareUnsigned(first - smallest, span) > 0
          || Long.compareUnsigned(second - smallest, span) > 0) {
        return NOT_PLAIN;
      }
      if (bytes[at] == '\n' && shape.fewestColumns() == 0) {
        at++;
      } else {
        at = pastColumns(bytes, at, shape);
        if (at < 0) {
          return NOT_PLAIN;
        }
      }
      out[found] = (int) first;
      out[found + 1] = (int) second;
      found += 2;
    }
    return found;
  }

  private static long word(byte[] bytes, int at) {
    if (at <= bytes.length - Long.BYTES) {
      return (long) WORDS.get(bytes, at) ^ ZEROES;
    }
    // The last bytes of the array, with what is no digit behind them.
    byte[] rest = new byte[Long.BYTES];
    if (at < bytes.length) {
      System.arraycopy(bytes, at, rest, 0, bytes.length - at);
    }
    return (long) WORDS.get(rest, 0) ^ ZEROES;
  }

  /** How many of the first bytes of a word are digits. */
  private static int digits(long word) {
    // The top bit of each byte that is none; no sum carries into the next byte.
    long others = (((word & LOW_SEVEN) + BEYOND_NINE) | word) & TOP_BITS;
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /** The number of eight digits, the first one lowest; see {@link LineCursor}. */
  private static long eightDigits(long word) {
    long pairs = (word * (1 + (10 << 8))) >>> 8 & 0x00FF00FF00FF00FFL;
    long fours = (pairs * (1 + (100 << 16))) >>> 16 & 0x0000FFFF0000FFFFL;
    return (fours * (1 + (10_000L << 32))) >>> 32;
  }

  /** Digits behind the first eight; more than sixteen are not plain, nor what they stand for. */
  private long more(byte[] bytes, int from, long prefix) {
    int at = from;
    long value = prefix;
    while (bytes[at] >= '0' && bytes[at] <= '9' && at - from <= MOST_DIGITS - Long.BYTES) {
      value = 10 * value + bytes[at] - '0';
      at++;
    }
    position = at;
    return value;
  }

  private static int pastBlanks(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] == ' ' || bytes[at] == '\t') {
      at++;
    }
    return at;
  }

  /** Behind a line's end, where there is one, blanks and a carriage return before it or not. */
  private static int pastLineEnd(byte[] bytes, int from) {
    int at = pastBlanks(bytes, from);
    if (bytes[at] == '\r') {
      at++;
    }
    return bytes[at] == '\n' ? at + 1 : NOT_PLAIN;
  }

  /** Behind a line that does not start with a digit: a comment, nothing, or blanks before more. */
  private static int pastOther(byte[] bytes, int from, boolean hashComments) {
    int at = pastBlanks(bytes, from);
    byte first = bytes[at];
    if (first == '%' || (first == '#' && hashComments)) {
      while (bytes[at] != '\n' && bytes[at] != '\r') {
        at++;
      }
      return pastLineEnd(bytes, at);
    }
    if (first >= '0' && first <= '9') {
      return at;
    }
    return pastLineEnd(bytes, at);
  }

  /** Behind the line, past as many columns as the shape allows. */
  private static int pastColumns(byte[] bytes, int from, Shape shape) {
    int at = from;
    int columns = 0;
    while (bytes[at] == ' ' || bytes[at] == '\t') {
      int word = pastBlanks(bytes, at);
      if (bytes[word] == '\n' || bytes[word] == '\r') {
        at = word;
        break;
      }
      at = pastNumber(bytes, word);
      if (at < 0) {
        return NOT_PLAIN;
      }
      columns++;
    }
    return columns < shape.fewestColumns() || columns > shape.mostColumns()
        ? NOT_PLAIN
        : pastLineEnd(bytes, at);
  }

  /** Behind a number with sign, fraction and exponent or without. */
  private static int pastNumber(byte[] bytes, int from) {
    int at = bytes[from] == '-' || bytes[from] == '+' ? from + 1 : from;
    int whole = pastDigits(bytes, at);
    int digits = whole - at;
    at = whole;
    if (bytes[at] == '.') {
      int fraction = pastDigits(bytes, at + 1);
      digits += fraction - at - 1;
      at = fraction;
    }
    if (digits > 0 && ((bytes[at] | 0x20) == 'e' || (bytes[at] | 0x20) == 'd')) {
      int exponent = bytes[at + 1] == '-' || bytes[at + 1] == '+' ? at + 2 : at + 1;
      at = pastDigits(bytes, exponent);
      digits = at - exponent;
    }
    return digits == 0 ? NOT_PLAIN : at;
  }

  private static int pastDigits(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at;
  }
}
