package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Files of which most lines are read many at a time: each line says the same as one that begins
 * with a blank, and is therefore read by itself, and a broken one is refused as it is among few.
 */
final class SnapLinesTest {
  private static final String[] STRANGE = {
    "",
    "# 1 2",
    "% 7",
    " 1 2",
    "1\t\t2",
    "1 2 ",
    "007 8",
    "0 00",
    "123456789 1",
    "1 18446744073709551615",
    "4294967295 4294967296",
    "1 2\r",
    "\r",
    "  ",
    "1 2 \t\r"
  };
  private static final String[] BROKEN = {
    "1",
    "1 2 3",
    "-1 2",
    "1,2",
    "x 1",
    "1 2x",
    "1 \u00e9",
    "1 18446744073709551616",
    "1 2\r3 4",
    "# c\rd",
    "1.5 2",
    "1 +2",
    "p 1",
    "1p 2",
    "1 12345z78",
    "\0 1",
    "1 2 #"
  };

  /** The ids that a file holds, or what is said of it. */
  private static Object outcome(String text, ReadLimits limits) {
    try (EdgeArray edges =
        GraphFiles.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
            "edges.txt",
            GraphFileFormat.SNAP,
            limits,
            JobControl.unbounded())) {
      List<String> pairs = new ArrayList<>();
      for (long i = 0; i < edges.size(); i++) {
        pairs.add(Long.toUnsignedString(edges.from(i)) + " " + Long.toUnsignedString(edges.to(i)));
      }
      return pairs;
    } catch (ComputeException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  private static ReadLimits limits(long vertexBound) {
    return ReadLimits.defaults().withParallelism(new Parallelism(1)).withVertexBound(vertexBound);
  }

  private static String line(SplittableRandom random, int bits) {
    return random.nextLong(1L << bits)
        + (random.nextInt(4) == 0 ? " " : "\t")
        + random.nextLong(1L << bits)
        + (random.nextInt(9) == 0 ? "\r" : "");
  }

  private static String[] lines(SplittableRandom random, int count) {
    String[] lines = new String[count];
    int bits = random.nextInt(2, 30);
    int strange = random.nextInt(10, 1000);
    lines[0] = "1 2";
    for (int i = 1; i < count; i++) {
      lines[i] =
          random.nextInt(strange) == 0
              ? STRANGE[random.nextInt(STRANGE.length)]
              : line(random, bits);
    }
    return lines;
  }

  @Test
  void linesThatAreReadTogetherSayWhatEachSays() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String[] lines = lines(random, random.nextInt(2, 3000));
      String together = String.join("\n", lines) + (random.nextBoolean() ? "\n" : "");
      String apart = " " + String.join("\n ", lines) + "\n";
      Object expected = outcome(apart, limits(0));
      assertThat(expected).isInstanceOf(List.class);
      assertThat(outcome(together, limits(0))).as("seed " + seed).isEqualTo(expected);
    }
  }

  @Test
  void aBrokenLineAmongManyIsRefusedAsAmongFew() {
    for (int seed = 0; seed < 600; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String[] lines = lines(random, 1000);
      int broken = random.nextInt(1, lines.length);
      lines[broken] = BROKEN[seed % BROKEN.length];
      String[] few = new String[broken + 1];
      Arrays.fill(few, "");
      few[0] = lines[0];
      few[broken] = lines[broken];
      Object expected = outcome(String.join("\n", few) + "\n", limits(0));
      assertThat(expected).asString().contains("edges.txt line " + (broken + 1) + ": ");
      assertThat(outcome(String.join("\n", lines) + "\n", limits(0)))
          .as("seed " + seed)
          .isEqualTo(expected);
    }
  }

  @Test
  void anIdBeyondTheBoundIsRefusedWhereItStands() {
    for (long bound : new long[] {5000, 99_999_999, 100_000_000, 1L << 40}) {
      String[] lines = lines(new SplittableRandom(bound), 400);
      Arrays.setAll(lines, i -> i % 5000 + " 7");
      lines[300] = "8 " + bound;
      assertThat(outcome(String.join("\n", lines) + "\n", limits(bound)))
          .asString()
          .contains("edges.txt line 301: ")
          .contains("vertex id " + bound + " is beyond the bound, " + (bound - 1) + " at most");
    }
  }

  @Test
  void linesAreCountedAcrossBlocks() {
    String text = "# first\n" + "12345 67890\n".repeat(300_000) + "1 2 3\n";
    assertThat(outcome(text, limits(0))).asString().contains("edges.txt line 300002: ");
  }
}
