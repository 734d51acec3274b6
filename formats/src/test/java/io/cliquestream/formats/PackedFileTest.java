package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.failure.FailureCategory;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Packed sources: bombs, cuts and damage in every packing, and archives of more than one file. */
final class PackedFileTest {
  private static final byte[] TABLE =
      "source,target\nann,bob\nbob,cid\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  private static byte[] packed(String packing, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = packer(packing, bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static OutputStream packer(String packing, OutputStream out) throws IOException {
    return switch (packing) {
      case "gz" -> new GZIPOutputStream(out);
      case "bz2" -> new BZip2CompressorOutputStream(out);
      case "xz" -> new XZOutputStream(out, new LZMA2Options(1));
      default -> {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.putNextEntry(new ZipEntry("folder/"));
        zip.putNextEntry(new ZipEntry("folder/a.csv"));
        yield zip;
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "xz", "zip"})
  void aBombEndsAtTheBound(String packing) {
    byte[] bomb = packed(packing, "a,b\n".repeat(4 << 20).getBytes(StandardCharsets.UTF_8));
    assertThat(bomb.length).isLessThan(1 << 18);
    var failure =
        Read.failure(
            folder,
            "a.csv." + packing,
            bomb,
            ReadOptions.defaults()
                .withLimits(ReadLimits.defaults().withMaximumContentBytes(1 << 20)));
    assertThat(failure.code()).isEqualTo(FailureCode.DECOMPRESSION_BOUND_EXCEEDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "xz", "zip"})
  void whatIsCutIsNeverTakenForTheWhole(String packing) {
    StringBuilder rows = new StringBuilder("source,target\n");
    for (int i = 0; i < 20_000; i++) {
      rows.append("n").append(i * 7919L % 10_007).append(",m").append(i).append('\n');
    }
    byte[] whole = packed(packing, rows.toString().getBytes(StandardCharsets.UTF_8));
    for (int length : new int[] {whole.length / 2, whole.length / 4 * 3, 40}) {
      var failure =
          Read.failure(
              folder, "a.csv." + packing, Arrays.copyOf(whole, length), ReadOptions.defaults());
      assertThat(failure).as("%d of %d", length, whole.length).isNotNull();
      assertThat(failure.code()).isIn(FailureCode.FILE_TRUNCATED, FailureCode.FILE_UNREADABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "xz", "zip"})
  void whatIsDamagedIsRefused(String packing) {
    byte[] whole =
        packed(packing, "alice,bob\nbob,cid\n".repeat(5000).getBytes(StandardCharsets.UTF_8));
    // Behind the headers, in the middle of the data.
    whole[packing.equals("zip") ? 130 : whole.length / 2] ^= 0x55;
    var failure = Read.failure(folder, "a.csv." + packing, whole, ReadOptions.defaults());
    assertThat(failure).isNotNull();
    // bzip2 checks at the end of a block, where damaged rows were met before.
    assertThat(failure.code().category()).isEqualTo(FailureCategory.INPUT);
  }

  @Test
  void seesPackingByItsFirstBytesWhateverTheName() {
    for (String packing : new String[] {"gz", "bz2", "xz", "zip"}) {
      Path file = Read.file(folder, "edges", packed(packing, TABLE));
      assertThat(Read.edges(ReadOptions.defaults(), file)).containsExactly("ann-bob", "bob-cid");
    }
  }

  @Test
  void refusesArchivesOfMoreThanOneFileAndOfNone() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("a.csv"));
      zip.write(TABLE);
      zip.putNextEntry(new ZipEntry("b.csv"));
      zip.write(TABLE);
    }
    var failure = Read.failure(folder, "a.zip", bytes.toByteArray(), ReadOptions.defaults());
    assertThat(failure.getMessage()).contains("'a.csv'", "'b.csv'", "more than one file");
    bytes.reset();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("xl/"));
      zip.putNextEntry(new ZipEntry("[Content_Types].xml"));
      zip.write(TABLE);
    }
    failure = Read.failure(folder, "a.xlsx", bytes.toByteArray(), ReadOptions.defaults());
    assertThat(failure.getMessage()).contains("Office document", "CSV");
  }

  @Test
  void refusesUtf16() {
    byte[] text = "source,target\na,b\n".getBytes(StandardCharsets.UTF_16);
    var failure = Read.failure(folder, "a.csv", text, ReadOptions.defaults());
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_FORMAT_UNKNOWN);
    assertThat(failure.getMessage()).contains("UTF-16", "iconv");
  }

  @Test
  void cutColumnFilesAreSaidToBeCut() throws IOException {
    Path tools = Path.of("../formats/src/test/resources/io/cliquestream/formats/tools");
    for (String name : List.of("pandas.parquet", "pyarrow.arrow", "pyarrow.arrows")) {
      byte[] whole = Files.readAllBytes(tools.resolve(name));
      byte[] cut = Arrays.copyOf(whole, whole.length / 2);
      ReadOptions options =
          ReadOptions.defaults().withTable(TableOptions.defaults().withIgnored(TableOptions.ALL));
      var failure = Read.failure(folder, name, cut, options);
      assertThat(failure.code()).as(name).isEqualTo(FailureCode.FILE_TRUNCATED);
      assertThat(failure.getMessage()).startsWith(name + " is not complete: ");
    }
  }
}
