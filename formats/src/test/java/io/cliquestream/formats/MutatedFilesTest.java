package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCategory;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every tool's file with bytes changed, cut, doubled and moved: a graph or a typed failure. */
final class MutatedFilesTest {
  private static final Path FOLDER =
      Path.of("../formats/src/test/resources/io/cliquestream/formats/tools");
  private static final int MUTANTS = 60;
  private static final String MARKS = "\n\r\",;\t<>{}[]&*#'";

  @TempDir private Path folder;

  static List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          // The library that reads Parquet may look for a damaged page without end; see
          // ParquetTable.
          .filter(name -> !name.endsWith(".parquet"))
          .filter(name -> !name.matches("make.*\\.py|README\\.md|manifest\\.tsv"))
          .sorted()
          .toList();
    }
  }

  private static byte[] mutant(byte[] original, SplittableRandom random) {
    byte[] bytes = original.clone();
    for (int change = random.nextInt(1, 6); change > 0 && bytes.length > 2; change--) {
      int at = random.nextInt(bytes.length);
      int length = random.nextInt(1, Math.min(64, bytes.length));
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
        case 3 ->
            bytes[at] = MARKS.getBytes(StandardCharsets.US_ASCII)[random.nextInt(MARKS.length())];
        case 4 ->
            System.arraycopy(
                bytes,
                at,
                bytes,
                random.nextInt(bytes.length - Math.min(length, bytes.length - at) + 1),
                Math.min(length, bytes.length - at));
        default -> {
          byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
          System.arraycopy(bytes, bytes.length - length, longer, bytes.length, length);
          bytes = longer;
        }
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("files")
  void giveAGraphOrATypedFailure(String name) throws IOException {
    byte[] original = Files.readAllBytes(FOLDER.resolve(name));
    SplittableRandom random = new SplittableRandom(name.hashCode());
    ReadOptions options =
        ReadOptions.defaults()
            .withTable(TableOptions.defaults().withIgnored(TableOptions.ALL))
            .withNameBytes(64 << 20)
            .withLimits(
                ReadLimits.defaults()
                    .withMaximumContentBytes(16 << 20)
                    .withParallelism(new Parallelism(2)));
    for (int i = 0; i < MUTANTS; i++) {
      Path file = Read.file(folder, name, mutant(original, random));
      try (GraphData data =
          GraphReader.read(List.of(file.toString()), options, JobControl.unbounded())) {
        for (long edge = 0; edge < data.edges().size(); edge++) {
          assertThat(data.names().of(data.edges().from(edge))).isNotEmpty();
          assertThat(data.names().of(data.edges().to(edge))).isNotEmpty();
        }
      } catch (ComputeException e) {
        assertThat(e.code().category())
            .as(e.getMessage())
            .isIn(FailureCategory.INPUT, FailureCategory.RESOURCE);
        assertThat(e.getMessage()).contains(name);
      }
    }
  }
}
