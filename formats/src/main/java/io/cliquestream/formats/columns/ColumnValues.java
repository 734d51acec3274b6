package io.cliquestream.formats.columns;

import io.cliquestream.kernels.names.NameBytes;
import java.nio.charset.StandardCharsets;
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

  /** The same as texts. */
  ColumnValues asTexts(int rows) {
    if (numbers == null) {
      return this;
    }
    byte[] text = new byte[1 << 10];
    int[] from = new int[rows];
    int[] to = new int[rows];
    int used = 0;
    for (int row = 0; row < rows; row++) {
      byte[] digits =
          (unsigned ? Long.toUnsignedString(numbers[row]) : Long.toString(numbers[row]))
              .getBytes(StandardCharsets.ISO_8859_1);
      if (used + digits.length + NameBytes.SLACK > text.length) {
        text = Arrays.copyOf(text, 2 * text.length);
      }
      System.arraycopy(digits, 0, text, used, digits.length);
      from[row] = used;
      used += digits.length;
      to[row] = used;
    }
    return ofTexts(text, from, to, missing);
  }
}
