package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of which most rows are read many at a time: each row says the same as one that begins with
 * a blank, and is therefore read by itself, and a broken one is refused as it is among few.
 */
final class PlainRowsTest {
  private static final String[] DELIMITERS = {",", "\t", " ", ";", "|"};
  private static final String[] STRANGE = {
    "123456789@1", "1@18446744073709551615", "0@0", "1@2 ", "3@4\r", "\"1\"@2", "1@\"22\""
  };

  /** The first ones, for delimiters between which quotes are refused, and beside open ones. */
  private static final int WITHOUT_QUOTES = 5;

  private static final String[] BROKEN = {
    "1",
    "1@2@3",
    "-1@2",
    "01@2",
    "x@1",
    "1@2x",
    "1@\u00e9",
    "1@18446744073709551616",
    "1@2\r3@4",
    "1.5@2",
    "1@12345z78",
    "\"1@2",
    "1@2\"",
    "1?2"
  };

  @TempDir private Path folder;

  private static ReadOptions options(String delimiter) {
    return ReadOptions.defaults()
        .withFormat(InputFormat.CSV)
        .withIds(IdKind.NUMBERS)
        .withTable(TableOptions.defaults().withDelimiter(delimiter.charAt(0)))
        .withLimits(ReadLimits.defaults().withParallelism(new Parallelism(1)));
  }

  private Object outcome(String[] lines, String before, String delimiter) {
    String text = before + String.join("\n" + before, lines) + "\n";
    Path file = Read.file(folder, "edges.csv", text.getBytes(StandardCharsets.UTF_8));
    try {
      return Read.edges(options(delimiter), file);
    } catch (ComputeException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  private static String[] lines(SplittableRandom random, String delimiter, int count, int kinds) {
    String[] lines = new String[count];
    int bits = random.nextInt(2, 30);
    int strange = random.nextInt(10, 1000);
    lines[0] = "1" + delimiter + "2";
    for (int i = 1; i < count; i++) {
      lines[i] =
          random.nextInt(strange) == 0
              ? STRANGE[random.nextInt(kinds)].replace("@", delimiter)
              : random.nextLong(1L << bits)
                  + delimiter
                  + random.nextLong(1L << bits)
                  + (random.nextInt(9) == 0 ? "\r" : "");
    }
    return lines;
  }

  @Test
  void rowsThatAreReadTogetherSayWhatEachSays() {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String delimiter = DELIMITERS[seed % DELIMITERS.length];
      int kinds = delimiter.isBlank() ? WITHOUT_QUOTES : STRANGE.length;
      String[] lines = lines(random, delimiter, random.nextInt(3, 3000), kinds);
      Object expected = outcome(lines, " ", delimiter);
      assertThat(expected).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(lines.length);
      assertThat(outcome(lines, "", delimiter)).as("seed " + seed).isEqualTo(expected);
    }
  }

  @Test
  void aBrokenRowAmongManyIsRefusedAsAmongFew() {
    for (int seed = 0; seed < 350; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String delimiter = DELIMITERS[seed % DELIMITERS.length];
      String[] lines = lines(random, delimiter, 1000, WITHOUT_QUOTES);
      int broken = random.nextInt(1, lines.length);
      lines[broken] = BROKEN[seed % BROKEN.length].replace("@", delimiter);
      String[] few = new String[broken + 1];
      Arrays.fill(few, "");
      few[0] = lines[0];
      few[broken] = lines[broken];
      Object expected = outcome(few, "", delimiter);
      assertThat(expected).asString().contains("edges.csv line " + (broken + 1));
      assertThat(outcome(lines, "", delimiter)).as("seed " + seed).isEqualTo(expected);
    }
  }
}
