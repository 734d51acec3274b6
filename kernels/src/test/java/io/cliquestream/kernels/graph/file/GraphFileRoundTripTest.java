package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written in a format is what is read, packed or not, from a file or from a stream. */
final class GraphFileRoundTripTest {
  private static final int SEED = 20_260_101;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "snap,edges.txt,1",
    "snap,edges.txt,2",
    "snap,edges.txt,5",
    "mtx,matrix.mtx,2",
    "dimacs,graph.clq,2",
    "metis,mesh.graph,2",
    "metis,mesh.graph,5",
    "u32,pairs.el32,2",
    "u64,pairs.el64,2",
    "u32,pairs.bin,2",
    "u64,pairs.bin,2"
  })
  void pairsComeBack(String label, String name, int threads) throws IOException {
    GraphFileFormat format = GraphFileFormat.ofLabel(label).orElseThrow();
    // Several blocks of text, so that block borders fall inside lines.
    long[][] pairs = randomPairs(300_000, 50_000);
    byte[] plain = write(format, 50_000, pairs);
    long[] expected = format == GraphFileFormat.METIS ? bothWays(pairs) : sorted(pairs);
    ReadLimits limits = ReadLimits.defaults().withParallelism(new Parallelism(threads));
    for (GraphFileFormat asked : List.of(GraphFileFormat.AUTO, format)) {
      for (String ending : List.of("", ".gz", ".zst")) {
        byte[] packed = pack(plain, ending);
        Path file = folder.resolve(name + ending);
        Files.write(file, packed);
        try (EdgeArray edges = GraphFiles.read(file, asked, limits, JobControl.unbounded())) {
          assertThat(sorted(edges)).as("%s seed %d", file, SEED).isEqualTo(expected);
          assertThat(edges.isWide()).isEqualTo(format == GraphFileFormat.U64);
        }
        try (EdgeArray edges =
            GraphFiles.read(
                new ByteArrayInputStream(packed),
                name + ending,
                asked,
                limits,
                JobControl.unbounded())) {
          assertThat(sorted(edges)).as("stream %s seed %d", file, SEED).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 18446744073709551615\n4294967296 1", "4294967295 4294967296\r\n"})
  void idsMayHave64Bits(String text) {
    long[] ids =
        text.strip()
            .lines()
            .flatMap(line -> List.of(line.split(" ")).stream())
            .mapToLong(Long::parseUnsignedLong)
            .toArray();
    try (EdgeArray edges = readText(text)) {
      assertThat(edges.isWide()).isTrue();
      assertThat(edges.size()).isEqualTo(ids.length / 2);
      for (int i = 0; i < ids.length / 2; i++) {
        assertThat(edges.from(i)).isEqualTo(ids[2 * i]);
        assertThat(edges.to(i)).isEqualTo(ids[2 * i + 1]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# comment\n% other\n\n1\t2\n",
        "1 2",
        "  1   2  \r\n",
        "1 2 0.5 -7\n",
        "#\n1\t2\t1082040961"
      })
  void oneEdgeInEveryDialectOfSnap(String text) {
    try (EdgeArray edges = readText(text)) {
      assertThat(sorted(edges)).containsExactly(pair(1, 2));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "\n\n"})
  void aTextWithoutEdgesIsAnEmptyGraph(String text) {
    try (EdgeArray edges = readText(text)) {
      assertThat(edges.size()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'3 2\n2\n1 3\n2\n'",
    "'% c\n3 2 1\n2 9\n1 9 3 8\n2 8\n'",
    "'3 2 010\n7 2\n7 1 3\n7 2\n'",
    "'3 2 111 2\n5 7 7 2 9\n5 7 7 1 9 3 8\n% c\n5 7 7 2 8\n'",
    "'4 2 000\n2\n1 3\n2\n\n'"
  })
  void weightsOfMetisAreSkipped(String text) {
    try (EdgeArray edges =
        GraphFiles.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)),
            "path.graph",
            GraphFileFormat.AUTO,
            ReadLimits.defaults(),
            JobControl.unbounded())) {
      assertThat(sorted(edges)).containsExactly(pair(1, 2), pair(2, 1), pair(2, 3), pair(3, 2));
    }
  }

  private static EdgeArray readText(String text) {
    return GraphFiles.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)),
        "edges.txt",
        GraphFileFormat.AUTO,
        ReadLimits.defaults(),
        JobControl.unbounded());
  }

  private static long[][] randomPairs(int count, int vertices) {
    Random random = new Random(SEED);
    long[][] pairs = new long[count][];
    for (int i = 0; i < count; i++) {
      pairs[i] = new long[] {1 + random.nextInt(vertices), 1 + random.nextInt(vertices)};
    }
    return pairs;
  }

  private static byte[] write(GraphFileFormat format, int vertices, long[][] pairs) {
    StringBuilder text = new StringBuilder();
    switch (format) {
      case AUTO -> throw new IllegalArgumentException("not a format to write");
      case SNAP -> {
        text.append("# a comment\n");
        for (long[] pair : pairs) {
          text.append(pair[0]).append('\t').append(pair[1]).append('\n');
        }
      }
      case MATRIX_MARKET -> {
        text.append("%%MatrixMarket matrix coordinate real general\n% a comment\n");
        text.append(vertices + " " + vertices + " " + pairs.length + "\n");
        for (long[] pair : pairs) {
          text.append(pair[0]).append(' ').append(pair[1]).append(" 1.5e-3\n");
        }
      }
      case DIMACS -> {
        text.append("c a comment\np edge " + vertices + " " + pairs.length + "\n");
        for (long[] pair : pairs) {
          text.append("e ").append(pair[0]).append(' ').append(pair[1]).append('\n');
        }
      }
      case METIS -> {
        List<List<Long>> rows = new ArrayList<>();
        for (int v = 0; v < vertices; v++) {
          rows.add(new ArrayList<>());
        }
        for (long[] pair : pairs) {
          rows.get((int) pair[0] - 1).add(pair[1]);
          rows.get((int) pair[1] - 1).add(pair[0]);
        }
        text.append("% a comment\n" + vertices + " " + pairs.length + "\n");
        for (List<Long> row : rows) {
          row.forEach(neighbor -> text.append(neighbor).append(' '));
          text.append(row.size() % 7 == 3 ? "\n% between the lines\n" : "\n");
        }
      }
      case U32, U64 -> {
        ByteBuffer bytes = ByteBuffer.allocate(16 * pairs.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long[] pair : pairs) {
          for (long id : pair) {
            if (format == GraphFileFormat.U64) {
              bytes.putLong(id);
            } else {
              bytes.putInt((int) id);
            }
          }
        }
        byte[] written = new byte[bytes.position()];
        bytes.flip().get(written);
        return written;
      }
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] pack(byte[] plain, String ending) throws IOException {
    return switch (ending) {
      case ".gz" -> {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
          gzip.write(plain);
        }
        yield packed.toByteArray();
      }
      case ".zst" -> Zstd.compress(plain);
      default -> plain;
    };
  }

  private static long[] bothWays(long[][] pairs) {
    return Stream.of(pairs)
        .flatMapToLong(pair -> LongStream.of(pair[0] << 32 | pair[1], pair[1] << 32 | pair[0]))
        .sorted()
        .toArray();
  }

  private static long[] sorted(long[][] pairs) {
    return Stream.of(pairs).mapToLong(pair -> pair[0] << 32 | pair[1]).sorted().toArray();
  }

  /** Every pair as one number, for ids below 2^31. */
  private static long[] sorted(EdgeArray edges) {
    return LongStream.range(0, edges.size())
        .map(i -> edges.from(i) << 32 | edges.to(i))
        .sorted()
        .toArray();
  }

  private static long pair(long from, long to) {
    return from << 32 | to;
  }
}
