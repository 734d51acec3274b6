package io.cliquestream.kernels.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads lines of two whole numbers that are written in the plainest way, and leaves all others,
 * whatever they are, to the reader that called: at most 15 digits without a leading zero, one
 * separator, a line end with at most one carriage return before it.
 *
 * <p>Eight digits are one load. Those that are none of a number are shifted out, and neighbours
 * joined by one multiplication each to two digits, to four, to eight (Langdale and Lemire, 2019,
 * section 3.1.2), so the only branches are those that nearly always go the same way. Not safe for
 * use by several threads.
 */
public final class PlainPairs {
  /** More bytes than a line that is read takes, and what is looked at behind it. */
  private static final int MOST_BYTES = 48;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ZEROES = 0x3030303030303030L;
  private static final long LOW_SEVEN = 0x7F7F7F7F7F7F7F7FL;
  private static final long TOP_BITS = 0x8080808080808080L;

  /** Added to ten or more, it reaches the top bit. */
  private static final long BEYOND_NINE = 0x7676767676767676L;

  private static final long[] POWERS = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000
  };

  /** A number found is its value and, in the lowest bits, how many digits it has; 0 is none. */
  private static final int LENGTH_BITS = 5;

  private static final int LENGTH = (1 << LENGTH_BITS) - 1;

  private final byte separator;
  private final byte otherSeparator;
  private final long largest;
  private int position;
  private long bits;

  /**
   * @param separator between the numbers
   * @param otherSeparator that may stand there as well
   * @param largest lines with larger numbers are left to the caller; unsigned
   */
  public PlainPairs(int separator, int otherSeparator, long largest) {
    this.separator = (byte) separator;
    this.otherSeparator = (byte) otherSeparator;
    this.largest = largest < 0 ? Long.MAX_VALUE : largest;
  }

  /**
   * Reads lines until one is not plain, the lines end, or the array is full.
   *
   * @param from where a line starts
   * @param end behind the last line's end
   * @param ids for the numbers of each line, from index {@code filled} on; an even number of places
   * @return how many places are filled then
   */
  public int read(byte[] bytes, int from, int end, long[] ids, int filled) {
    int last = Math.min(end, bytes.length - MOST_BYTES);
    int at = from;
    int count = filled;
    long all = 0;
    while (at < last && count + 1 < ids.length) {
      long first = number(bytes, at);
      int middle = at + (int) (first & LENGTH);
      long second = number(bytes, middle + 1);
      int behind = middle + 1 + (int) (second & LENGTH);
      behind += bytes[behind] == '\r' ? 1 : 0;
      byte between = bytes[middle];
      if (first == 0
          || second == 0
          || (between != separator && between != otherSeparator)
          || bytes[behind] != '\n'
          || first >>> LENGTH_BITS > largest
          || second >>> LENGTH_BITS > largest) {
        break;
      }
      ids[count] = first >>> LENGTH_BITS;
      ids[count + 1] = second >>> LENGTH_BITS;
      all |= first | second;
      count += 2;
      at = behind + 1;
    }
    position = at;
    bits = all >>> LENGTH_BITS;
    return count;
  }

  /** Where the last reading ended: at the start of a line, or at the end of all. */
  public int position() {
    return position;
  }

  /** Every bit that one of the numbers of the last reading has. */
  public long bits() {
    return bits;
  }

  private static long number(byte[] bytes, int at) {
    long word = (long) WORDS.get(bytes, at) ^ ZEROES;
    // A first digit of 1 to 9.
    if (Long.compareUnsigned((word & 0xFF) - 1, 9) >= 0) {
      return 0;
    }
    int digits = digits(word);
    return digits < Long.BYTES
        ? value(word, digits) << LENGTH_BITS | digits
        : longNumber(word, (long) WORDS.get(bytes, at + Long.BYTES) ^ ZEROES);
  }

  private static long longNumber(long word, long further) {
    int digits = digits(further);
    if (digits == 0) {
      return value(word, Long.BYTES) << LENGTH_BITS | Long.BYTES;
    }
    if (digits == Long.BYTES) {
      return 0;
    }
    long value = value(word, Long.BYTES) * POWERS[digits] + value(further, digits);
    return value << LENGTH_BITS | (Long.BYTES + digits);
  }

  /** How many of eight bytes, from which the code of zero was taken, are digits before another. */
  private static int digits(long word) {
    // The top bit of each byte that is no digit; no sum carries into the next byte.
    long others = (((word & LOW_SEVEN) + BEYOND_NINE) | word) & TOP_BITS;
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /** The number of the first digits, 1 to 8. */
  private static long value(long word, int digits) {
    long shifted = word << (Long.SIZE - Byte.SIZE * digits);
    long pairs = (shifted * (1 + (10 << 8))) >>> 8 & 0x00FF00FF00FF00FFL;
    long fours = (pairs * (1 + (100 << 16))) >>> 16 & 0x0000FFFF0000FFFFL;
    return (fours * (1 + (10_000L << 32))) >>> 32;
  }
}
