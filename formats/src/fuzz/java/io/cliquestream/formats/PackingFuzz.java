package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Tag;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** What is packed is read as what it was made of; changed or cut, to a graph or a typed failure. */
@Tag("fuzz")
@Tag("unsettled")
final class PackingFuzz {
  @FuzzTest
  void givesWhatWasPackedOrIsRefused(FuzzedDataProvider data) {
    int kind = data.consumeInt(0, 2);
    int edges = data.consumeInt(1, 200);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < edges; i++) {
      text.append(i * 7919 % 100).append(',').append(i).append('\n');
    }
    byte[] packed = packed(kind, text.toString().getBytes(StandardCharsets.US_ASCII));
    ReadOptions options = ReadOptions.defaults().withFormat(InputFormat.CSV);
    if (data.consumeInt(0, 3) == 0) {
      List<String> expected = text.toString().lines().map(line -> line.replace(',', '\0')).toList();
      assertThat(Inputs.read("fuzz.csv", packed, options)).isEqualTo(new Inputs.Read(expected));
      return;
    }
    for (int changes = data.consumeInt(1, 4); changes > 0; changes--) {
      int at = data.consumeInt(0, packed.length - 1);
      if (data.consumeInt(0, 7) == 0) {
        packed = Arrays.copyOf(packed, Math.max(1, at));
      } else {
        packed[at] = data.consumeByte();
      }
    }
    var _ = Inputs.read("fuzz.csv", packed, options);
  }

  private static byte[] packed(int kind, byte[] text) {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (kind) {
          case 0 -> zip(bytes);
          case 1 -> new BZip2CompressorOutputStream(bytes, 1);
          default -> new XZOutputStream(bytes, new LZMA2Options(0));
        }) {
      out.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static OutputStream zip(OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.putNextEntry(new ZipEntry("fuzz.csv"));
    return zip;
  }
}
