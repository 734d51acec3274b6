package io.cliquestream.kernels.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lines of two plain numbers are read, all of them, and no others. */
final class PlainLinesTest {
  private static final Pattern PLAIN =
      Pattern.compile("(0|[1-9][0-9]{0,7})[ \t](0|[1-9][0-9]{0,7})\r?\n");

  /** Bytes behind the text for which every line of it is looked at. */
  private static final int SLACK = 128;

  private static PlainLines lines() {
    return new PlainLines((byte) ' ', (byte) '\t');
  }

  /** What is read from the start on; what stands behind the text is plain, too. */
  private static List<String> read(String text) {
    byte[] bytes = (text + "1 2\n".repeat(SLACK)).getBytes(StandardCharsets.ISO_8859_1);
    PlainLines lines = lines();
    List<String> pairs = new ArrayList<>();
    int at = 0;
    do {
      at = lines.read(bytes, at, text.length());
      for (int pair = 0; pair < lines.pairs(); pair++) {
        pairs.add(lines.numbers()[2 * pair] + " " + lines.numbers()[2 * pair + 1]);
      }
    } while (lines.pairs() > 0 && at < text.length());
    return pairs;
  }

  /** The same, a line at a time. */
  private static List<String> expected(String text) {
    List<String> pairs = new ArrayList<>();
    Matcher line = PLAIN.matcher(text);
    while (line.lookingAt()) {
      pairs.add(line.group(1) + " " + line.group(2));
      line.region(line.end(), text.length());
    }
    return pairs;
  }

  @Test
  void everyPlainLineIsReadUpToTheFirstThatIsNot() {
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int bits = random.nextInt(1, 27);
      String lineEnd = random.nextInt(3) == 0 ? "\r\n" : "\n";
      StringBuilder text = new StringBuilder();
      for (int line = random.nextInt(1, 600); line > 0; line--) {
        text.append(random.nextInt(1 << bits))
            .append(random.nextInt(9) == 0 ? '\t' : ' ')
            .append(random.nextInt(1 << random.nextInt(1, 27)))
            .append(random.nextInt(99) == 0 ? "\r\n" : lineEnd);
      }
      if (random.nextInt(4) > 0) {
        char any = (char) random.nextInt(256);
        text.setCharAt(random.nextInt(text.length() - 1), any);
      }
      assertThat(read(text.toString())).as("seed " + seed).isEqualTo(expected(text.toString()));
    }
  }

  @Test
  void everyByteAtEveryPlaceOfALineIsTold() {
    for (String line : new String[] {"1 2\n", "12345678\t12345678\r\n", "7654321 10\n"}) {
      for (int place = 0; place < line.length(); place++) {
        for (int value = 0; value < 256; value++) {
          StringBuilder changed = new StringBuilder("30 40\n" + line + "50 60\n");
          changed.setCharAt(6 + place, (char) value);
          String text = changed.toString();
          assertThat(read(text)).as(text).isEqualTo(expected(text));
        }
      }
    }
  }

  @Test
  void numbersOfEveryLengthAreReadOrLeft() {
    String digits = "987654321987654321987";
    for (int first = 0; first < digits.length(); first++) {
      for (int second = 0; second < digits.length(); second++) {
        String line = digits.substring(0, first) + " " + digits.substring(0, second) + "\n";
        String zeros = "0".repeat(first) + " 1" + "0".repeat(second) + "\n";
        String text = "1 2\n" + line + zeros + "3 4\n";
        assertThat(read(text)).as(text).isEqualTo(expected(text));
        assertThat(read(zeros + line)).as(zeros).isEqualTo(expected(zeros + line));
      }
    }
  }

  @Test
  void noLineIsReadPastTheEndOfTheText() {
    byte[] bytes = "1 2\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
    for (int end = 4; end <= bytes.length; end += 4) {
      PlainLines lines = lines();
      int at = lines.read(bytes, 0, end);
      assertThat(at).isEqualTo(4 * lines.pairs()).isLessThanOrEqualTo(end);
      assertThat(lines.read(Arrays.copyOf(bytes, end), 0, end)).isLessThanOrEqualTo(end);
    }
  }

  @Test
  void whereHardlyALineIsPlainTheNextTryWaits() {
    byte[] bytes = "1  2\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
    byte[] plain = "1 2\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
    PlainLines lines = lines();
    for (int call = 0; call < 4; call++) {
      assertThat(lines.pause()).isZero();
      assertThat(lines.read(bytes, 0, bytes.length)).isZero();
    }
    assertThat(lines.pause()).isPositive();
    assertThat(lines.read(plain, 0, plain.length)).isPositive();
    assertThat(lines.pause()).isZero();
  }

  @Test
  void onlyWhatIsNoDigitByItsBitIsADelimiter() {
    assertThat(" \t,".chars()).allMatch(PlainLines::isDelimiter);
    assertThat("0123456789;|\n\r".chars()).noneMatch(PlainLines::isDelimiter);
    assertThatThrownBy(() -> new PlainLines((byte) ',', (byte) ';'))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
