package io.cliquestream.formats.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.reader.ParquetFileReader;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.GraphReader;
import io.cliquestream.formats.ReadOptions;
import io.cliquestream.formats.columns.ParquetBytes.Page;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files of some hundred bytes that take, or say to take, far more memory than there is. */
final class HostileParquetTest {
  private static final int GIGABYTE = 1 << 30;
  private static final int FEW_BYTES = 1 << 26;

  @TempDir private Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("a.parquet"), bytes);
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getTotalThreadAllocatedBytes();
  }

  private static GraphData read(Path file) {
    return GraphReader.read(
        List.of(file.toString()), ReadOptions.defaults(), JobControl.unbounded());
  }

  private void assertRefusedForLittle(byte[] bytes) throws IOException {
    Path file = write(bytes);
    assertThat(bytes.length).isLessThan(10_000);
    long before = allocated();
    ComputeException failure = catchThrowableOfType(ComputeException.class, () -> read(file));
    assertThat(failure.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
    assertThat(failure.getMessage())
        .contains("a.parquet", "column 'source'", "write it in smaller pages");
    assertThat(allocated() - before).isLessThan(FEW_BYTES);
  }

  @Test
  void whatIsRightIsRead() throws IOException {
    for (Page hidden : new Page[] {null, Page.plain(8, 9)}) {
      Path file = write(ParquetBytes.file(2, List.of(Page.plain(8, 9)), hidden));
      try (GraphData data = read(file)) {
        assertThat(data.edges().size()).isEqualTo(2);
        assertThat(data.edges().to(1)).isEqualTo(9);
      }
    }
    Path file =
        write(ParquetBytes.file(5_000, List.of(Page.dictionary(7), Page.firstEntry(5_000))));
    try (GraphData data = read(file)) {
      assertThat(data.edges().size()).isEqualTo(5_000);
      assertThat(data.edges().from(4_999)).isEqualTo(7);
    }
  }

  @Test
  void pagesThatOnlySayToHoldGigabytesOnceTookThem() throws IOException {
    Page page = Page.plain(1).saying(1, GIGABYTE);
    assertRefusedForLittle(ParquetBytes.file(32, Collections.nCopies(32, page)));
  }

  @Test
  void aPageOfTwentyBytesThatHoldsABillionRowsOnceTookTheWholeHeap() throws IOException {
    assertRefusedForLittle(
        ParquetBytes.file(GIGABYTE, List.of(Page.dictionary(7), Page.firstEntry(GIGABYTE))));
  }

  @Test
  void aDictionaryThatOnlySaysToHaveABillionEntriesOnceTookThem() throws IOException {
    Page entries = Page.dictionary(7).saying(GIGABYTE, Long.BYTES);
    assertRefusedForLittle(ParquetBytes.file(1, List.of(entries, Page.firstEntry(1))));
  }

  @Test
  void aPageThatOnlyTheIndexKnowsIsBoundedToo() throws IOException {
    assertRefusedForLittle(
        ParquetBytes.file(1, List.of(Page.plain(1)), Page.plain(1).saying(GIGABYTE, Long.BYTES)));
  }

  @Test
  void pagesThatAreNotHeldAtATimeMayTakeMoreTogether() throws IOException {
    Path file =
        write(ParquetBytes.file(160_000, Collections.nCopies(80, Page.plain(new long[2_000]))));
    try (var reader = ParquetFileReader.open(InputFile.of(file));
        FileChannel channel = FileChannel.open(file)) {
      ColumnChunk column = reader.getFileMetaData().rowGroups().getFirst().columns().getFirst();
      assertThatCode(
              () -> ParquetPages.requireBounded(channel, column, 8 * 2_000 * 20, StopCheck.NEVER))
          .doesNotThrowAnyException();
      assertThatThrownBy(
              () ->
                  ParquetPages.requireBounded(channel, column, 8 * 2_000 * 20 - 1, StopCheck.NEVER))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE));
    }
  }
}
