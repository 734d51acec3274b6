package io.cliquestream.cli.rows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Values of one column of the rows that are not written yet. */
final class ColumnBuffer {
  /** What a column holds. */
  enum Type {
    /** Unsigned 64-bit numbers. */
    NUMBER,
    /** Fractions of double precision. */
    REAL,
    /** UTF-8. */
    TEXT
  }

  /** How much longer the texts' array becomes at most: twice as long is far more than a batch. */
  private static final int STEP_BYTES = 1 << 20;

  private final String name;
  private final Type type;
  private long[] words = new long[1 << 10];
  private byte[] bytes = new byte[0];
  private int count;
  private int used;

  ColumnBuffer(String name, Type type) {
    this.name = name;
    this.type = type;
  }

  String name() {
    return name;
  }

  Type type() {
    return type;
  }

  /** Number of values. */
  int count() {
    return count;
  }

  /** Bytes held, more or less. */
  long size() {
    return type == Type.TEXT ? used + (long) Integer.BYTES * count : (long) Long.BYTES * count;
  }

  void number(long value) {
    add(value);
  }

  void real(double value) {
    add(Double.doubleToRawLongBits(value));
  }

  void text(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    if (used + encoded.length > bytes.length) {
      int needed = used + encoded.length;
      bytes = Arrays.copyOf(bytes, needed + Math.min(needed, STEP_BYTES) + (1 << 12));
    }
    System.arraycopy(encoded, 0, bytes, used, encoded.length);
    used += encoded.length;
    add(used);
  }

  private void add(long word) {
    if (count == words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    words[count++] = word;
  }

  /** A number, or the bits of a fraction. */
  long word(int index) {
    return words[index];
  }

  /** The bytes of all texts, one behind the other; of the first {@link #textBytes}. */
  byte[] texts() {
    return bytes;
  }

  int textBytes() {
    return used;
  }

  /** Where a text ends; it begins where the one before it ends. */
  int end(int index) {
    return (int) words[index];
  }

  void clear() {
    count = 0;
    used = 0;
  }
}
