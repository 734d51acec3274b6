package io.cliquestream.formats.table;

import io.cliquestream.kernels.names.NameBytes;

/**
 * Reads rows of two numbers that are written in the plainest way, eight digits at a time: one to
 * fifteen digits without a leading zero, one delimiter between them, at most one carriage return
 * before the line end. Whatever else a row is, it is left to the parser. Not safe for use by
 * several threads.
 */
final class PlainPairs {
  private final byte delimiter;
  private final byte otherDelimiter;
  private int filled;
  private long bits;
  private long value;

  /**
   * @param blanks whether a blank or a tab stands between the numbers
   */
  PlainPairs(int delimiter, boolean blanks) {
    this.delimiter = blanks ? (byte) ' ' : (byte) delimiter;
    this.otherDelimiter = blanks ? (byte) '\t' : this.delimiter;
  }

  /**
   * Reads rows up to the first that is anything else, or until there is no room for one more.
   *
   * @param text rows up to {@code end}, and {@link NameBytes#SLACK} bytes behind them
   * @param numbers takes both numbers of each row, from {@code count} on
   * @return the start of the first row that was not read
   */
  int read(byte[] text, int from, int end, long[] numbers, int count) {
    long seen = 0;
    int at = from;
    int next = count;
    while (at < end && next + 1 < numbers.length) {
      int digits = NameBytes.digits(text, at);
      int middle = at + digits;
      int further = NameBytes.digits(text, middle + 1);
      int last = middle + 1 + further;
      last += text[last] == '\r' ? 1 : 0;
      long first;
      long second;
      // Both of one to seven digits.
      if (((digits - 1) | (further - 1) | (7 - digits) | (7 - further)) >= 0
          && text[last] == '\n'
          && text[at] != '0'
          && text[middle + 1] != '0'
          && isDelimiter(text[middle])) {
        first = NameBytes.number(text, at, digits);
        second = NameBytes.number(text, middle + 1, further);
      } else {
        middle = number(text, at);
        if (middle < 0 || !isDelimiter(text[middle])) {
          break;
        }
        first = value;
        last = number(text, middle + 1);
        if (last < 0) {
          break;
        }
        last += text[last] == '\r' ? 1 : 0;
        if (text[last] != '\n') {
          break;
        }
        second = value;
      }
      numbers[next] = first;
      numbers[next + 1] = second;
      next += 2;
      seen |= first | second;
      at = last + 1;
    }
    filled = next;
    bits = seen;
    return at;
  }

  private boolean isDelimiter(byte found) {
    return found == delimiter || found == otherDelimiter;
  }

  /** Sets the value of the number that begins here and gives the place behind it, or -1. */
  private int number(byte[] text, int from) {
    int found = NameBytes.digits(text, from);
    if (found == 0 || text[from] == '0') {
      return -1;
    }
    value = NameBytes.number(text, from, found);
    if (found < Long.BYTES) {
      return from + found;
    }
    int further = NameBytes.digits(text, from + Long.BYTES);
    if (further == Long.BYTES) {
      return -1;
    }
    for (int at = from + found; at < from + found + further; at++) {
      value = 10 * value + (text[at] - '0');
    }
    return from + found + further;
  }

  /** How many numbers the array holds after the last read. */
  int filled() {
    return filled;
  }

  /** Every bit of the numbers of the last read. */
  long bits() {
    return bits;
  }
}
