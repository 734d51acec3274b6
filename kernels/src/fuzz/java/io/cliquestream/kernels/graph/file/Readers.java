package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCategory;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads bytes with the product's readers and compares what they say with a reference. */
final class Readers {
  /** Content beyond this is refused; far above what inputs hold, far below the heap. */
  static final int MOST_BYTES = 1 << 20;

  private static final Pattern LINE = Pattern.compile("fuzz[.a-z0-9]* line ([0-9]+): .*");
  private static final ReadLimits LIMITS =
      new ReadLimits(0, 1 << 20, MOST_BYTES, 1 << 20, new Parallelism(1));

  private Readers() {}

  /** Reads and compares; the reader gets the bytes in pieces of that size. */
  static void check(
      GraphFileFormat format, String name, byte[] file, int piece, Reference expected) {
    switch (expected) {
      case Reference.Pairs pairs ->
          assertThat(read(format, name, file, piece)).isEqualTo(pairs.sorted());
      case Reference.Unclear(Reference.Pairs pairs) -> {
        List<String> accepted;
        try {
          accepted = read(format, name, file, piece);
        } catch (ComputeException refused) {
          requireUseful(refused);
          return;
        }
        assertThat(accepted).isEqualTo(pairs.sorted());
      }
      case Reference.Refused(long line) -> {
        ComputeException refused = refusal(format, name, file, piece);
        Matcher named = LINE.matcher(refused.getMessage());
        if (line > 0) {
          assertThat(named.matches()).as(refused.getMessage()).isTrue();
          assertThat(Long.parseLong(named.group(1))).as(refused.getMessage()).isEqualTo(line);
        }
      }
    }
  }

  /** Every pair as text, sorted. */
  static List<String> read(GraphFileFormat format, String name, byte[] file, int piece) {
    try (EdgeArray edges =
        GraphFiles.read(new Pieces(file, piece), name, format, LIMITS, JobControl.unbounded())) {
      return pairs(edges);
    }
  }

  /** Every pair as text, sorted. */
  static List<String> pairs(EdgeArray edges) {
    List<String> pairs = new ArrayList<>();
    for (long i = 0; i < edges.size(); i++) {
      pairs.add(Long.toUnsignedString(edges.from(i)) + " " + Long.toUnsignedString(edges.to(i)));
    }
    pairs.sort(null);
    return pairs;
  }

  /** The failure of reading, which must be one that a user can do something with. */
  static ComputeException refusal(GraphFileFormat format, String name, byte[] file, int piece) {
    List<String> accepted;
    try {
      accepted = read(format, name, file, piece);
    } catch (ComputeException refused) {
      requireUseful(refused);
      return refused;
    }
    throw new AssertionError(
        "%s read as %d pairs, the first of them %s"
            .formatted(
                HexFormat.of().formatHex(file),
                accepted.size(),
                accepted.subList(0, Math.min(10, accepted.size()))));
  }

  /** One short printable line, about the input. */
  static void requireUseful(ComputeException refused) {
    assertThat(refused.getMessage()).matches("[\\x20-\\x7e]{10,800}");
    assertThat(refused.code().category()).isIn(FailureCategory.INPUT, FailureCategory.RESOURCE);
  }

  /** Gives a few bytes at a time. */
  static final class Pieces extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int piece;

    Pieces(byte[] bytes, int piece) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.piece = piece;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      return bytes.read(buffer, offset, Math.min(length, piece));
    }
  }
}
