package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A line without an end takes bounded memory and ends in an error that shows how it begins. */
final class LineLimitTest {
  private static final long MEBIBYTE = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "edges.txt,'1 2\n',2,1",
    "edges.txt,'# a comment',1,1",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n',2,1",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n9 9 9\n',3,1",
    "a.clq,'p edge 9 9\n',2,1",
    "a.graph,'9 9\n',2,64",
    "a.graph,'',1,1"
  })
  void aGibibyteWithoutALineEndIsNotHeld(String name, String start, long line, long mebibytes) {
    Endless endless = new Endless(start, 1 << 30);
    ReadLimits limits =
        new ReadLimits(0, 1 << 20, 1L << 40, (int) (64 * MEBIBYTE), new Parallelism(2));
    ComputeException failure = failure(name, endless, limits);
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure)
        .hasMessageStartingWith(name + " line " + line + ": the line is longer than the ")
        .hasMessageMatching(".*; the line is '[# a-z7]{60}\\.\\.\\.'");
    assertThat(endless.taken).isLessThan((mebibytes + 3) * MEBIBYTE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"snap", "mtx", "dimacs", "metis", "auto"})
  void zeroesAreNoText(String format) {
    ReadLimits limits =
        new ReadLimits(0, 1 << 20, 1L << 40, (int) (64 * MEBIBYTE), new Parallelism(2));
    ComputeException failure =
        catchThrowableOfType(
            ComputeException.class,
            () ->
                GraphFiles.read(
                        new Endless("", 0),
                        "zeroes",
                        GraphFileFormat.ofLabel(format).orElseThrow(),
                        limits,
                        JobControl.unbounded())
                    .close());
    assertThat(failure.code()).isIn(FailureCode.FILE_LINE_INVALID, FailureCode.FILE_FORMAT_UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aLineOfMetisMayBeLongerThanABlock(int threads) {
    int vertices = 400_000;
    StringBuilder text = new StringBuilder(vertices + " " + (vertices - 1) + "\n");
    for (int v = 2; v <= vertices; v++) {
      text.append(v).append(' ');
    }
    text.append('\n').append("1\n".repeat(vertices - 1));
    ReadLimits limits = ReadLimits.defaults().withParallelism(new Parallelism(threads));
    try (EdgeArray edges =
        GraphFiles.read(
            new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.US_ASCII)),
            "star.graph",
            GraphFileFormat.AUTO,
            limits,
            JobControl.unbounded())) {
      assertThat(edges.size()).isEqualTo(2L * (vertices - 1));
    }
  }

  private static ComputeException failure(String name, InputStream content, ReadLimits limits) {
    return catchThrowableOfType(
        ComputeException.class,
        () ->
            GraphFiles.read(content, name, GraphFileFormat.AUTO, limits, JobControl.unbounded())
                .close());
  }

  /** A start and then the digit 7, or zero bytes for ever. */
  private static final class Endless extends InputStream {
    private final byte[] start;
    private final long length;
    private long taken;

    Endless(String start, long length) {
      this.start = start.getBytes(StandardCharsets.US_ASCII);
      this.length = length;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] buffer, int offset, int size) {
      if (length > 0 && taken >= length) {
        return -1;
      }
      if (taken < start.length) {
        int some = Math.min(size, start.length - (int) taken);
        System.arraycopy(start, (int) taken, buffer, offset, some);
        taken += some;
        return some;
      }
      Arrays.fill(buffer, offset, offset + size, (byte) (length > 0 ? '7' : 0));
      taken += size;
      return size;
    }
  }
}
