package io.cliquestream.formats.table;

import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameScan;

/**
 * Reads rows of two names that are written in the plainest way: without quotes and without blanks
 * around them, one delimiter between them, at most one carriage return before the line end.
 * Whatever else a row is, it is left to the parser. Not safe for use by several threads.
 */
final class PlainNames {
  /**
   * Rows of a call, so that the method is compiled after some calls and not in the midst of one.
   */
  private static final int MOST_ROWS = 1 << 9;

  private final NameScan scan;
  private final byte delimiter;
  private final boolean comments;
  private final byte comment;
  private final int source;
  private int filled;

  /**
   * @param source the column of the first end, 0 or 1
   * @param comment what lines begin with that are no rows; empty for none
   */
  PlainNames(NameScan scan, int delimiter, byte[] comment, int source) {
    this.scan = scan;
    this.delimiter = (byte) delimiter;
    this.comments = comment.length > 0;
    this.comment = comments ? comment[0] : 0;
    this.source = source;
  }

  /**
   * Reads rows up to the first that is anything else, or until there is no room for one more, or
   * there were many.
   *
   * @param text rows up to {@code end}, and {@link NameBytes#SLACK} bytes behind them
   * @param hashes takes the hashes of both names of each row, from {@code count} on
   * @param places takes where each name begins and the place behind it
   * @return the start of the first row that was not read
   */
  int read(byte[] text, int from, int end, long[] hashes, int[] places, int count) {
    int at = from;
    int next = count;
    int most = Math.min(hashes.length - 1, count + 2 * MOST_ROWS);
    while (at < end && next < most && !(comments && text[at] == comment)) {
      int middle = scan.plain(text, at);
      if (text[middle] != delimiter || isBare(text, at, middle)) {
        break;
      }
      int first = next + source;
      hashes[first] = scan.hash();
      places[2 * first] = at;
      places[2 * first + 1] = middle;
      int last = scan.plain(text, middle + 1);
      int lineEnd = last + (text[last] == '\r' ? 1 : 0);
      if (text[lineEnd] != '\n' || isBare(text, middle + 1, last)) {
        break;
      }
      int second = next + 1 - source;
      hashes[second] = scan.hash();
      places[2 * second] = middle + 1;
      places[2 * second + 1] = last;
      next += 2;
      at = lineEnd + 1;
    }
    filled = next;
    return at;
  }

  /** Whether a field is empty or has a blank at either end, which do not belong to it. */
  private static boolean isBare(byte[] text, int from, int to) {
    return from == to || text[from] == ' ' || text[to - 1] == ' ';
  }

  /** How many names the array holds after the last read. */
  int filled() {
    return filled;
  }
}
