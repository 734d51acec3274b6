package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A broken file ends in an error that names it, and what is wrong with it. */
final class BrokenGraphFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "edges.txt,'1 2\n3 x\n',2",
    "edges.txt,'1 2\n\n# c\n3\n',4",
    "edges.txt,'1 2\n-3 4\n',2",
    "edges.txt,'1 2\n3.5 4\n',2",
    "edges.txt,'1 18446744073709551616\n',1",
    "edges.txt,'1 2\n1 99999999999999999999999\n',2",
    "edges.txt,'1 2 weight\n',1",
    "a.mtx,'%%MatrixMarket matrix array real general\n2 2\n',1",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n',2",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n2 2 1\n0 2\n',3",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n',3",
    "a.mtx,'%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 one\n',3",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n% c\n2 2 1\n1 2\n2 1\n',3",
    "a.clq,'c x\np edge 3 1\ne 1 4\n',3",
    "a.clq,'p edge 3 1\nq 1 2\n',2",
    "a.clq,'p edge 3\ne 1 2\n',1",
    "a.clq,'p edge 3 1\ne 1 2\ne 2 3\ne 1 3\n',1",
    "a.graph,'2 1\n2\n3\n',3",
    "a.graph,'2 1\n2\n1\n1\n',4",
    "a.graph,'2 5\n2\n1\n',1",
    "a.graph,'2 1 1\n2 1\n1\n',3"
  })
  void aBrokenLineIsNamed(String name, String text, long line) {
    ComputeException failure = failure(name, text.getBytes(StandardCharsets.US_ASCII));
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure).hasMessageStartingWith(name + " line " + line + ": ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theFirstOfSeveralBrokenLinesIsNamed(int threads) {
    StringBuilder text = new StringBuilder();
    for (int line = 1; line <= 600_000; line++) {
      text.append(line == 150_001 || line > 400_000 ? "broken\n" : line + " " + 2 * line + "\n");
    }
    ComputeException failure =
        failure(
            "edges.txt",
            text.toString().getBytes(StandardCharsets.US_ASCII),
            ReadLimits.defaults().withParallelism(new Parallelism(threads)));
    assertThat(failure).hasMessageStartingWith("edges.txt line 150001: ");
  }

  @ParameterizedTest
  @CsvSource({
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n'",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n% only comments\n'",
    "a.clq,'p edge 5 5\ne 1 2\ne 2 3\n'",
    "a.clq,'c nothing else\n'",
    "a.graph,'3 2\n2\n1 3\n'",
    "a.el32,'1234567'",
    "a.el64,'123456789012'"
  })
  void aCutFileIsTruncated(String name, String text) {
    ComputeException failure = failure(name, text.getBytes(StandardCharsets.US_ASCII));
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_TRUNCATED);
    assertThat(failure).hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {".gz", ".zst"})
  void cutCompressedDataIsTruncated(String ending) throws IOException {
    StringBuilder text = new StringBuilder();
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      text.append(random.nextInt(1000)).append(' ').append(random.nextInt(1000)).append('\n');
    }
    byte[] packed =
        GraphFileRoundTripTest.pack(text.toString().getBytes(StandardCharsets.US_ASCII), ending);
    for (int length : new int[] {packed.length / 3, packed.length - 1}) {
      ComputeException failure = failure("edges.txt" + ending, Arrays.copyOf(packed, length));
      assertThat(failure.code()).isEqualTo(FailureCode.FILE_TRUNCATED);
    }
  }

  @Test
  void zstdDataThatEndsInsideTheHeaderOfAFrameIsNotComplete() {
    byte[] frame = Zstd.compress("1 2\n".getBytes(StandardCharsets.US_ASCII));
    byte[] two = Arrays.copyOf(frame, 2 * frame.length);
    System.arraycopy(frame, 0, two, frame.length, frame.length);
    for (int length = 4; length < two.length; length++) {
      if (length != frame.length) {
        ComputeException failure = failure("edges.txt.zst", Arrays.copyOf(two, length));
        assertThat(failure).as("%d bytes", length).isNotNull();
        assertThat(failure.code()).isEqualTo(FailureCode.FILE_TRUNCATED);
      }
    }
  }

  @Test
  void aZstdFrameThatEndsInAnEmptyBlockGivesWhatItAnnounces() {
    byte[] frame = HexFormat.of().parseHex("28b52ffd20f9010000");
    assertThat(failure("pairs.el32.zst", frame).code()).isEqualTo(FailureCode.FILE_UNREADABLE);
  }

  @Test
  void damagedCompressedDataIsUnreadable() throws IOException {
    byte[] packed = GraphFileRoundTripTest.pack(new byte[1 << 16], ".gz");
    packed[packed.length - 6] ^= 0x55;
    assertThat(failure("pairs.el32.gz", packed).code()).isEqualTo(FailureCode.FILE_UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {".gz", ".zst"})
  void aDecompressionBombEndsAtTheBound(String ending) throws IOException {
    byte[] packed = GraphFileRoundTripTest.pack(new byte[64 << 20], ending);
    ComputeException failure =
        failure(
            "pairs.el32" + ending, packed, ReadLimits.defaults().withMaximumContentBytes(1 << 20));
    assertThat(failure.code()).isEqualTo(FailureCode.DECOMPRESSION_BOUND_EXCEEDED);
  }

  @ParameterizedTest
  @CsvSource({"edges.txt,'1 2\n3 10\n'", "pairs.el32,'abcdefgh'", "pairs.el64,'abcdefghabcdefgh'"})
  void idsBeyondTheBoundAreRefused(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    ComputeException failure = failure(name, bytes, ReadLimits.defaults().withVertexBound(10));
    assertThat(failure.code()).isEqualTo(FailureCode.VERTEX_ID_BEYOND_BOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"edges.txt", "pairs.el32"})
  void morePairsThanAllowedAreRefused(String name) {
    byte[] bytes = "1 2\n1 3\n1 4\n1 5\n".getBytes(StandardCharsets.US_ASCII);
    ComputeException failure = failure(name, bytes, ReadLimits.defaults().withMaximumPairs(1));
    assertThat(failure.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"picture.png", "notes.txt", "data"})
  void whatIsNoGraphIsNotGuessed(String name) {
    byte[] bytes =
        name.endsWith(".txt")
            ? "Dear diary,\n1 2\n".getBytes(StandardCharsets.US_ASCII)
            : new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13};
    assertThat(failure(name, bytes).code()).isEqualTo(FailureCode.FILE_FORMAT_UNKNOWN);
  }

  @Test
  void aMissingFileAndAFolderAreUnreadable() {
    for (Path path : new Path[] {folder.resolve("missing.txt"), folder}) {
      ComputeException failure =
          catchThrowableOfType(
              ComputeException.class,
              () ->
                  GraphFiles.read(
                      path, GraphFileFormat.AUTO, ReadLimits.defaults(), JobControl.unbounded()));
      assertThat(failure.code()).isEqualTo(FailureCode.FILE_UNREADABLE);
      assertThat(failure).hasMessageContaining(path.getFileName().toString());
    }
  }

  @Test
  void aCancelledReadStops() {
    JobControl control = JobControl.unbounded();
    control.cancel("no longer wanted");
    ComputeException failure =
        catchThrowableOfType(
            ComputeException.class,
            () ->
                GraphFiles.read(
                    new ByteArrayInputStream("1 2\n".getBytes(StandardCharsets.US_ASCII)),
                    "edges.txt",
                    GraphFileFormat.AUTO,
                    ReadLimits.defaults(),
                    control));
    assertThat(failure.code()).isEqualTo(FailureCode.CANCELLED);
  }

  private static ComputeException failure(String name, byte[] bytes) {
    return failure(name, bytes, ReadLimits.defaults());
  }

  private static ComputeException failure(String name, byte[] bytes, ReadLimits limits) {
    return catchThrowableOfType(
        ComputeException.class,
        () ->
            GraphFiles.read(
                    new ByteArrayInputStream(bytes),
                    name,
                    GraphFileFormat.AUTO,
                    limits,
                    JobControl.unbounded())
                .close());
  }
}
