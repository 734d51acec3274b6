package io.cliquestream.formats.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ColumnValuesTest {
  private static List<String> texts(ColumnValues values, int from, int to) {
    ColumnValues piece = values.texts(from, to);
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < to - from; row++) {
      int begin = piece.starts()[row];
      texts.add(
          new String(piece.bytes(), begin, piece.ends()[row] - begin, StandardCharsets.UTF_8));
    }
    return texts;
  }

  /**
   * A hundred million numbers took more bytes than an array has, whatever was asked for of them.
   */
  @Test
  void theTextOfAWholeBatchOfNumbersOnceOverflowed() {
    long[] numbers = new long[1 << 22];
    Arrays.fill(numbers, Long.MIN_VALUE);
    ColumnValues values = ColumnValues.ofNumbers(numbers, false, new BitSet());
    ColumnValues piece = values.texts(numbers.length - 100, numbers.length);
    assertThat(piece.starts()).hasSize(100);
    assertThat(piece.bytes().length).isLessThan(100 * 21 + 100);
    assertThat(texts(values, numbers.length - 2, numbers.length))
        .containsExactly("-9223372036854775808", "-9223372036854775808");
  }

  @Test
  void numbersAreWrittenByTheirSign() {
    long[] numbers = {0, 7, -1, Long.MAX_VALUE, Long.MIN_VALUE};
    assertThat(texts(ColumnValues.ofNumbers(numbers, false, new BitSet()), 1, 5))
        .containsExactly("7", "-1", "9223372036854775807", "-9223372036854775808");
    assertThat(texts(ColumnValues.ofNumbers(numbers, true, new BitSet()), 0, 5))
        .containsExactly(
            "0", "7", "18446744073709551615", "9223372036854775807", "9223372036854775808");
  }

  @Test
  void aPieceHasTheTextsAndTheMissingRowsOfItsPlace() {
    byte[] bytes = "annbobcid        ".getBytes(StandardCharsets.UTF_8);
    BitSet missing = new BitSet();
    missing.set(1);
    ColumnValues values =
        ColumnValues.ofTexts(bytes, new int[] {0, 3, 6}, new int[] {3, 6, 9}, missing);
    assertThat(texts(values, 1, 3)).containsExactly("bob", "cid");
    assertThat(values.texts(1, 3).missing().stream()).containsExactly(0);
  }
}
