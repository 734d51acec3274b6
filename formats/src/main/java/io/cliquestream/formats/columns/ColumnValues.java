package io.cliquestream.formats.columns;

import io.cliquestream.kernels.names.NameBytes;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The values of a column in one batch of rows: numbers, or texts as ranges of one array.
 *
 * @param numbers null for texts
 * @param unsigned whether the numbers' highest bit is no sign
 * @param bytes null for numbers; goes on for {@link NameBytes#SLACK} bytes behind the last text
 * @param starts of texts, by row
 * @param ends of texts, by row
 * @param missing rows without a value
 */
record ColumnValues(
    long[] numbers, boolean unsigned, byte[] bytes, int[] starts, int[] ends, BitSet missing) {
  /** Longest number, with its sign. */
  private static final int DIGITS = 20;

  static ColumnValues ofNumbers(long[] numbers, boolean unsigned, BitSet missing) {
    return new ColumnValues(numbers, unsigned, null, null, null, missing);
  }

  static ColumnValues ofTexts(byte[] bytes, int[] starts, int[] ends, BitSet missing) {
    return new ColumnValues(null, false, bytes, starts, ends, missing);
  }

  boolean areNumbers() {
    return numbers != null;
  }

  /** Whether any of the first rows holds a number below zero. */
  boolean hasNegative(int rows) {
    if (unsigned || numbers == null) {
      return false;
    }
    for (int row = 0; row < rows; row++) {
      if (numbers[row] < 0 && !missing.get(row)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Rows [from, to) as texts, by row from 0; numbers in decimal. What that takes beside the values
   * grows with these rows, not with the batch.
   */
  ColumnValues texts(int from, int to) {
    BitSet none = missing.get(from, to);
    if (numbers == null) {
      return ofTexts(
          bytes, Arrays.copyOfRange(starts, from, to), Arrays.copyOfRange(ends, from, to), none);
    }
    byte[] text = new byte[Math.addExact(Math.multiplyExact(to - from, DIGITS), NameBytes.SLACK)];
    int[] begins = new int[to - from];
    int[] behind = new int[to - from];
    int used = 0;
    for (int row = from; row < to; row++) {
      begins[row - from] = used;
      used = decimal(numbers[row], text, used);
      behind[row - from] = used;
    }
    return ofTexts(text, begins, behind, none);
  }

  /** Writes a number; gives the place behind it. */
  private int decimal(long number, byte[] text, int at) {
    String digits = unsigned ? Long.toUnsignedString(number) : Long.toString(number);
    for (int i = 0; i < digits.length(); i++) {
      text[at + i] = (byte) digits.charAt(i);
    }
    return at + digits.length();
  }
}
