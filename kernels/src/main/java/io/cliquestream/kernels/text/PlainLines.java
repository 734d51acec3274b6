package io.cliquestream.kernels.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads lines of two numbers that are written in the plainest way, some hundreds at a time: one to
 * eight digits without a leading zero, one delimiter between them, at most one carriage return
 * before the line feed. Whatever else a line is, a broken one among them, is left to the caller's
 * parser, which knows what to say of it.
 *
 * <p>A loop that looks for each number behind the one before it waits for where that one ended, and
 * what it does for a number takes more instructions than there is time for. So the work goes in
 * passes over a piece of text, each of which a processor can do for many lines side by side:
 *
 * <ol>
 *   <li>Which bytes may stand behind a number is told by one bit: digits have it, blanks, tabs,
 *       commas and line ends do not. Of 64 bytes these bits are gathered in one word, whose bits
 *       are the places of separators (as in Langdale and Lemire, Parsing gigabytes of JSON per
 *       second, 2019).
 *   <li>Two places make a line. Its delimiter and its end are looked at, and the digits of both
 *       numbers are put into a word each, the last one highest.
 *   <li>Loops over these words alone, which the JVM makes ones over vectors, tell whether all of
 *       them are digits, and join them to numbers.
 * </ol>
 *
 * <p>Where hardly a line is plain, {@link #pause} says how long to wait with the next try. Not safe
 * for use by several threads.
 */
public final class PlainLines {
  /** Every number that may be read is this one at most. */
  public static final long LARGEST = 99_999_999;

  /** Text of a call: what is made of it stays in the nearest cache. */
  private static final int TEXT_BYTES = 1 << 12;

  /** Bytes whose marks fill a word. */
  private static final int STRIDE = Long.SIZE;

  /** Bytes behind the text that may be read: a stride, or a word behind its last delimiter. */
  private static final int SLACK = STRIDE + Long.BYTES;

  /** No line has fewer bytes. */
  private static final int SHORTEST_LINE = 4;

  private static final int MOST_PAIRS = TEXT_BYTES / SHORTEST_LINE;

  /** Places that are taken from a word at once, without asking whether there are so many. */
  private static final int PLACES_AT_ONCE = 12;

  /** Lines of a call that are worth its work. */
  private static final int WORTHWHILE = 1 << 5;

  /** From so many calls in turn on that were not worth it, the next one had better wait. */
  private static final int MOST_MISSES = 4;

  private static final int PAUSED_LINES = 1 << 12;

  /** Text of a call behind one that was not worth it. */
  private static final int TRIED_BYTES = 1 << 10;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The bit that digits have and separators lack, of each byte. */
  private static final long MARKS = 0x1010101010101010L;

  /** Brings the marks of eight bytes together in the highest byte, no two to the same place. */
  private static final long GATHER = 0x0010204081020408L;

  private static final long TOP_BITS = 0x8080808080808080L;

  /** Added to ten or more, it reaches the top bit. */
  private static final long BEYOND_NINE = 0x7676767676767676L;

  private static final long LOW_HALVES = 0x0F0F0F0F0F0F0F0FL;

  private final byte delimiter;
  private final byte otherDelimiter;
  private final int[] places = new int[TEXT_BYTES + 2 * STRIDE];
  private final long[] digits = new long[2 * MOST_PAIRS];
  private final int[] numbers = new int[2 * MOST_PAIRS];
  private int pairs;
  private int misses;

  /**
   * A reader of lines with either of two delimiters.
   *
   * @param delimiter which {@link #isDelimiter}
   * @param otherDelimiter the same one, or another
   */
  public PlainLines(byte delimiter, byte otherDelimiter) {
    if (!isDelimiter(delimiter) || !isDelimiter(otherDelimiter)) {
      throw new IllegalArgumentException("not to be told from digits by their bit");
    }
    this.delimiter = delimiter;
    this.otherDelimiter = otherDelimiter;
  }

  /**
   * {@return whether a byte can be a delimiter here: blank, tab and comma can, a semicolon cannot}
   *
   * @param value in ASCII
   */
  public static boolean isDelimiter(int value) {
    return (value & MARKS & 0xFF) == 0 && value != '\n' && value != '\r';
  }

  /**
   * Reads lines up to the first that is anything else, or until there were many.
   *
   * @param text lines up to {@code end}, the last byte of which is a line feed; what stands behind
   *     it does not matter
   * @param from start of a line
   * @param end behind {@code from}
   * @return the start of the first line that was not read
   */
  public int read(byte[] text, int from, int end) {
    pairs = 0;
    int most = misses == 0 ? TEXT_BYTES : TRIED_BYTES;
    int to = Math.min(Math.min(end, from + most), text.length - SLACK);
    if (to <= from) {
      return from;
    }
    int count = separators(text, from, to, places);
    while (count > 0 && places[count - 1] >= end) {
      count--;
    }
    int at = cut(text, from, count, MOST_PAIRS);
    if (wrong(digits, 2 * pairs) != 0) {
      at = cut(text, from, count, firstWrong() / 2);
    }
    join(digits, numbers, 2 * pairs);
    misses = pairs >= WORTHWHILE ? 0 : misses + 1;
    return at;
  }

  /** Finds the places of all bytes that may stand behind a number; gives how many there are. */
  private static int separators(byte[] text, int from, int to, int[] places) {
    int count = 0;
    for (int at = from; at < to; at += STRIDE) {
      long marks =
          marks(text, at)
              | marks(text, at + 8) << 8
              | marks(text, at + 16) << 16
              | marks(text, at + 24) << 24
              | marks(text, at + 32) << 32
              | marks(text, at + 40) << 40
              | marks(text, at + 48) << 48
              | marks(text, at + 56) << 56;
      int behind = count + Long.bitCount(marks);
      while (count < behind) {
        for (int i = 0; i < PLACES_AT_ONCE; i++) {
          places[count + i] = at + Long.numberOfTrailingZeros(marks);
          marks &= marks - 1;
        }
        count += PLACES_AT_ONCE;
      }
      count = behind;
    }
    return count;
  }

  /** A bit for each of eight bytes that is no digit, the first one lowest. */
  private static long marks(byte[] text, int at) {
    return ((~(long) WORDS.get(text, at) & MARKS) * GATHER) >>> (Long.SIZE - Long.BYTES);
  }

  /** Puts the digits of lines into words; gives the start of the first line of another shape. */
  private int cut(byte[] text, int from, int count, int mostPairs) {
    int at = from;
    int next = 0;
    int place = 0;
    while (place + 1 < count && next < 2 * mostPairs) {
      int middle = places[place];
      int last = places[place + 1];
      int first = middle - at;
      int second = last - middle - 1;
      byte found = text[middle];
      // Both of one to eight digits.
      if ((((first - 1) | (second - 1)) & -Long.BYTES) != 0
          || (found != delimiter && found != otherDelimiter)) {
        break;
      }
      // Whatever is no digit is shifted out: by 64 - 8 * first, of which six bits count.
      digits[next] = (long) WORDS.get(text, at) << (-Byte.SIZE * first);
      digits[next + 1] = (long) WORDS.get(text, middle + 1) << (-Byte.SIZE * second);
      if (text[last] != '\n') {
        if (text[last] != '\r' || text[last + 1] != '\n') {
          break;
        }
        last++;
        place++;
      }
      at = last + 1;
      place += 2;
      next += 2;
    }
    pairs = next / 2;
    return at;
  }

  /** Not 0 when a word holds anything but digits, or begins with a zero and goes on. */
  private static long wrong(long[] digits, int count) {
    long wrong = 0;
    for (int i = 0; i < count; i++) {
      long word = digits[i];
      long marked = word & MARKS;
      // Both bits that make a number a digit go; bytes without a digit are zero.
      long values = word ^ (marked | marked << 1);
      // Of a leading zero the mark is the lowest bit; a zero alone is the highest byte.
      wrong |= ((values + BEYOND_NINE | values) & TOP_BITS) | (word & -word & MARKS >>> Byte.SIZE);
    }
    return wrong;
  }

  private int firstWrong() {
    long[] one = new long[1];
    int at = 0;
    do {
      one[0] = digits[at++];
    } while (wrong(one, 1) == 0);
    return at - 1;
  }

  /** Neighbours are joined to two digits, to four, to eight, by a multiplication each. */
  private static void join(long[] digits, int[] numbers, int count) {
    for (int i = 0; i < count; i++) {
      long values = digits[i] & LOW_HALVES;
      long twos = (values * (1 + (10 << 8))) >>> 8 & 0x00FF00FF00FF00FFL;
      long fours = (twos * (1 + (100 << 16))) >>> 16 & 0x0000FFFF0000FFFFL;
      numbers[i] = (int) ((fours * (1 + (10_000L << 32))) >>> 32);
    }
  }

  /**
   * {@return lines that the caller had better read by itself before it calls again: none, or many
   * where the last calls read hardly any}
   */
  public int pause() {
    return misses < MOST_MISSES ? 0 : PAUSED_LINES;
  }

  /** {@return how many lines the last call read} */
  public int pairs() {
    return pairs;
  }

  /** {@return both numbers of each line that the last call read, one behind the other} */
  public int[] numbers() {
    return numbers;
  }
}
