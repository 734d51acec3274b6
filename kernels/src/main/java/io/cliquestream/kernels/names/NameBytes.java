package io.cliquestream.kernels.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What is asked of a name's bytes in the loops that read tables, without making a String: its hash,
 * whether it is UTF-8, whether it is a number. Ranges are [from, to) of an array that goes on for
 * {@link #SLACK} bytes at least, whatever they hold.
 */
public final class NameBytes {
  /** Bytes behind a name that are read and not looked at. */
  public static final int SLACK = Long.BYTES;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ZEROES = 0x3030303030303030L;
  private static final long LOW_SEVEN = 0x7F7F7F7F7F7F7F7FL;

  /** Added to ten or more, it reaches the top bit. */
  private static final long BEYOND_NINE = 0x7676767676767676L;

  private static final long TOP_BITS = 0x8080808080808080L;
  private static final int MOST_DIGITS = 20;

  private NameBytes() {}

  /**
   * {@return a copy of a whole array with {@link #SLACK} bytes behind it}
   *
   * @param name of any length
   */
  public static byte[] withSlack(byte[] name) {
    return Arrays.copyOf(name, name.length + SLACK);
  }

  /** Eight bytes from a place on, the first one lowest. */
  static long word(byte[] bytes, int at) {
    return (long) WORDS.get(bytes, at);
  }

  /** The first bytes of a word, 1 to 8 of them; the others are zero. */
  static long first(long word, int bytes) {
    return word << (Long.SIZE - Byte.SIZE * bytes) >>> (Long.SIZE - Byte.SIZE * bytes);
  }

  /**
   * A hash of 64 bits: words folded by the high and low half of a product, as in wyhash (Wang Yi,
   * 2019), the length last, so that it can be made while the name's end is looked for. Who does not
   * know the key cannot choose names that collide.
   *
   * @param bytes go on for {@link #SLACK} bytes behind the name
   * @param from index of the first byte
   * @param to index behind the last one
   * @param key any number, the same for hashes that are compared
   * @return all 64 bits are mixed
   */
  public static long hash(byte[] bytes, int from, int to, long key) {
    long hash = key;
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      hash = folded(hash ^ word(bytes, at));
    }
    if (at < to) {
      hash = folded(hash ^ first(word(bytes, at), to - at));
    }
    return folded(hash ^ (to - from));
  }

  static long folded(long word) {
    long factor = 0x9E3779B97F4A7C15L;
    return (word * factor) ^ Math.unsignedMultiplyHigh(word, factor);
  }

  /**
   * Whether a name is the one way to write an unsigned number below 2^64: digits without a leading
   * zero.
   *
   * @param bytes of the name
   * @param from index of the first byte
   * @param to index behind the last one
   * @return not for an empty name
   */
  public static boolean isNumber(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0 || length > MOST_DIGITS || (bytes[from] == '0' && length > 1)) {
      return false;
    }
    for (int at = from; at < to; at++) {
      if (bytes[at] < '0' || bytes[at] > '9') {
        return false;
      }
    }
    return length < MOST_DIGITS || fits(bytes, from);
  }

  /** Whether twenty digits are at most 2^64 - 1. */
  private static boolean fits(byte[] bytes, int from) {
    String largest = "18446744073709551615";
    for (int i = 0; i < MOST_DIGITS; i++) {
      int order = bytes[from + i] - largest.charAt(i);
      if (order != 0) {
        return order < 0;
      }
    }
    return true;
  }

  /**
   * {@return how many of the next eight bytes are decimal digits, up to the first that is none: 0
   * to 8}
   *
   * @param bytes go on for {@link #SLACK} bytes from {@code at} on
   * @param at index of the first one
   */
  public static int digits(byte[] bytes, int at) {
    long word = word(bytes, at) ^ ZEROES;
    // The top bit of each byte that is no digit; no sum carries into the next byte.
    long others = (((word & LOW_SEVEN) + BEYOND_NINE) | word) & TOP_BITS;
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /**
   * {@return the number of so many digits; neighbours are joined to two digits, four, eight}
   *
   * @param bytes go on for {@link #SLACK} bytes from {@code at} on
   * @param at index of the first digit
   * @param digits 1 to 8, all of which {@link #digits} counted
   */
  public static long number(byte[] bytes, int at, int digits) {
    long word = (word(bytes, at) ^ ZEROES) << (Long.SIZE - Byte.SIZE * digits);
    long pairs = (word * (1 + (10 << 8))) >>> 8 & 0x00FF00FF00FF00FFL;
    long fours = (pairs * (1 + (100 << 16))) >>> 16 & 0x0000FFFF0000FFFFL;
    return (fours * (1 + (10_000L << 32))) >>> 32;
  }

  /** Whether bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
  static boolean isUtf8(byte[] bytes, int from, int to) {
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      if ((word(bytes, at) & TOP_BITS) != 0) {
        break;
      }
    }
    if (at < to && to - at < Long.BYTES && (first(word(bytes, at), to - at) & TOP_BITS) == 0) {
      return true;
    }
    while (at < to) {
      int first = bytes[at] & 0xFF;
      int length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
      if (first >= 0x80 && (first < 0xC2 || first > 0xF4 || to - at < length)) {
        return false;
      }
      for (int i = 1; i < length; i++) {
        if ((bytes[at + i] & 0xC0) != 0x80) {
          return false;
        }
      }
      int second = length > 1 ? bytes[at + 1] & 0xFF : 0;
      if ((first == 0xE0 && second < 0xA0)
          || (first == 0xED && second > 0x9F)
          || (first == 0xF0 && second < 0x90)
          || (first == 0xF4 && second > 0x8F)) {
        return false;
      }
      at += length;
    }
    return true;
  }
}
