package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is read a word at a time is what is read line by line, or is left to that. */
final class PlainLinesTest {
  private static final long TEXTS = Long.getLong("cliquestream.random.texts", 60_000);
  private static final String MUTATIONS = "0123456789 \t\n\r#%.-+eEdDx,:\0\u00ff";

  @Test
  void mutatedListsOfEdgesAreReadAsLineByLine() {
    for (long seed = 0; seed < TEXTS; seed++) {
      Random random = new Random(seed);
      int columns = 2 + random.nextInt(3);
      byte[] text = text(random, columns, "#%");
      int mutations = random.nextInt(3);
      byte[] mutated = mutated(random, text, mutations);
      boolean plain = agrees(seed, new SnapFormat(), mutated);
      // KONECT's fourth column is for files that say so.
      if (mutations == 0 && columns < 4) {
        assertThat(plain).as("seed %d", seed).isTrue();
      }
    }
  }

  @Test
  void mutatedMatricesAreReadAsLineByLine() {
    for (long seed = 0; seed < TEXTS; seed++) {
      Random random = new Random(seed);
      String field = random.nextBoolean() ? "real" : "complex";
      byte[] head =
          "%%%%MatrixMarket matrix coordinate %s general\n%2$d %2$d 5\n"
              .formatted(field, random.nextInt(5) == 0 ? 90 : 6_000_000_000L)
              .getBytes(StandardCharsets.ISO_8859_1);
      byte[] body = mutated(random, text(random, 2 + random.nextInt(3), "%"), random.nextInt(3));
      byte[] file = new byte[head.length + body.length];
      System.arraycopy(head, 0, file, 0, head.length);
      System.arraycopy(body, 0, file, head.length, body.length);
      agrees(seed, new MatrixMarketFormat(), file);
    }
  }

  @Test
  void theBoundOfIdsHoldsForPlainLines() {
    byte[] text = "1 2\n3 999\n4 1000\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(plain(text, 999, new SnapFormat())).isEqualTo(PlainLines.NOT_PLAIN);
    assertThat(plain(text, 1001, new SnapFormat())).isEqualTo(3);
  }

  @Test
  void numbersOfEveryLengthStandInEveryPlace() {
    for (int length = 1; length <= 10; length++) {
      long number = Long.parseLong("4294967295".substring(0, length));
      for (int blanks = 1; blanks < 12; blanks++) {
        String line = number + " ".repeat(blanks) + number + "\n7\t" + number + "\r\n";
        byte[] text = line.repeat(3).getBytes(StandardCharsets.ISO_8859_1);
        assertThat(agrees(length, new SnapFormat(), text)).isTrue();
      }
    }
  }

  private static byte[] text(Random random, int columns, String comments) {
    StringBuilder text = new StringBuilder();
    for (int lines = 1 + random.nextInt(12); lines > 0; lines--) {
      if (random.nextInt(9) == 0) {
        text.append(comments.charAt(random.nextInt(comments.length()))).append(" a comment");
        text.append(random.nextBoolean() ? "\n" : "\r\n");
      }
      for (int column = 0; column < columns; column++) {
        if (column > 0) {
          text.append(random.nextInt(8) > 0 ? " " : random.nextBoolean() ? "\t" : " \t  ");
        }
        if (column < 2) {
          text.append(random.nextLong(1, 1L << 1 + random.nextInt(32)));
        } else {
          text.append(
              random.nextBoolean() ? "-1.5e-3" : Integer.toString(random.nextInt(1_000)));
        }
      }
      text.append(random.nextInt(9) == 0 ? " " : "");
      text.append(random.nextInt(7) == 0 ? "\r\n" : "\n");
    }
    if (random.nextInt(4) == 0) {
      text.setLength(text.length() - 1);
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] mutated(Random random, byte[] text, int mutations) {
    StringBuilder changed = new StringBuilder(new String(text, StandardCharsets.ISO_8859_1));
    for (int i = 0; i < mutations && !changed.isEmpty(); i++) {
      int at = random.nextInt(changed.length());
      char other = MUTATIONS.charAt(random.nextInt(MUTATIONS.length()));
      switch (random.nextInt(3)) {
        case 0 -> changed.setCharAt(at, other);
        case 1 -> changed.insert(at, other);
        default -> changed.deleteCharAt(at);
      }
    }
    return changed.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads a text both ways, where it has lines; true where its block was plain. */
  private static boolean agrees(long seed, TextFormat format, byte[] text) {
    LineBlocks.Block block = block(format, text, 0);
    if (block == null) {
      return false;
    }
    List<String> plain = new ArrayList<>();
    long entries = plainPairs(format, block, 0, plain);
    if (entries == PlainLines.NOT_PLAIN) {
      return false;
    }
    List<String> strict = new ArrayList<>();
    try (PairSink sink = new PairSink("t", limits(0), new AtomicLong())) {
      LineCursor cursor = new LineCursor("t", 0);
      cursor.open(block);
      long lines =
          switch (format) {
            case SnapFormat snap -> snap.parseLines(cursor, sink);
            case MatrixMarketFormat matrix -> matrix.parseLines(cursor, sink);
            default -> throw new IllegalArgumentException(format.toString());
          };
      assertThat(lines).as("seed %d", seed).isEqualTo(entries);
      try (EdgeArray edges = sink.take()) {
        collect(edges, strict);
      }
    }
    assertThat(plain).as("seed %d", seed).isEqualTo(strict);
    return true;
  }

  private static long plain(byte[] text, long bound, TextFormat format) {
    return plainPairs(format, block(format, text, bound), bound, new ArrayList<>());
  }

  private static LineBlocks.Block block(TextFormat format, byte[] text, long bound) {
    ReadLimits limits = limits(bound);
    JobControl control = JobControl.unbounded();
    try (Content content = new Content("t", new ByteArrayInputStream(text), limits, control)) {
      LineBlocks lines = new LineBlocks(content, format, limits, control);
      format.readHeader(lines);
      LineBlocks.Block block = new LineBlocks.Block();
      return lines.next(block) ? block : null;
    } catch (InvalidLineException refused) {
      return null;
    }
  }

  private static long plainPairs(
      TextFormat format, LineBlocks.Block block, long bound, List<String> pairs) {
    try (PairSink sink = new PairSink("t", limits(bound), new AtomicLong())) {
      LineCursor cursor = new LineCursor("t", bound);
      cursor.open(block);
      long entries =
          switch (format) {
            case SnapFormat snap -> snap.plainPairs(cursor, sink);
            case MatrixMarketFormat matrix -> matrix.plainPairs(cursor, sink);
            default -> throw new IllegalArgumentException(format.toString());
          };
      try (EdgeArray edges = sink.take()) {
        collect(edges, pairs);
      }
      return entries;
    }
  }

  private static void collect(EdgeArray edges, List<String> pairs) {
    for (long i = 0; i < edges.size(); i++) {
      pairs.add(edges.from(i) + " " + edges.to(i));
    }
  }

  private static ReadLimits limits(long bound) {
    return ReadLimits.defaults().withVertexBound(bound).withParallelism(Parallelism.SEQUENTIAL);
  }
}
