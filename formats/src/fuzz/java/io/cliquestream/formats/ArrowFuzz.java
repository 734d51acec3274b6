package io.cliquestream.formats;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.cliquestream.formats.table.TableOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Arrow files and streams of the real tools with bytes changed, and bytes alone. */
@Tag("fuzz")
@Tag("unsettled")
final class ArrowFuzz {
  private static final List<byte[]> FILES =
      Stream.of(
              "pyarrow.arrow",
              "pyarrow.arrows",
              "pyarrow-numbers.arrows",
              "pyarrow-large-string.arrow",
              "pyarrow-string-view.arrow",
              "pyarrow-lz4.feather",
              "pyarrow-zstd.feather",
              "pandas-category.feather")
          .map(ArrowFuzz::file)
          .toList();

  private static byte[] file(String name) {
    try (InputStream file = ArrowFuzz.class.getResourceAsStream("tools/" + name)) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest
  void isAGraphOrATypedFailure(FuzzedDataProvider data) {
    ReadOptions options =
        ReadOptions.defaults()
            .withFormat(InputFormat.ARROW)
            .withTable(
                TableOptions.defaults().withEnds("source", "target").withIgnored(TableOptions.ALL));
    if (data.consumeInt(0, 7) == 0) {
      var _ = Inputs.read("fuzz.arrow", data.consumeRemainingAsBytes(), options);
      return;
    }
    byte[] bytes = data.pickValue(FILES).clone();
    for (int changes = data.consumeInt(1, 8); changes > 0; changes--) {
      int at = data.consumeInt(0, bytes.length - 1);
      switch (data.consumeInt(0, 3)) {
        case 0 -> bytes[at] = data.consumeByte();
        case 1 -> bytes[at] ^= (byte) (1 << data.consumeInt(0, 7));
        case 2 -> {
          // A whole number.
          for (int i = 0; i < 4 && at + i < bytes.length; i++) {
            bytes[at + i] = data.consumeByte();
          }
        }
        default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
      }
    }
    var _ = Inputs.read("fuzz.arrow", bytes, options);
  }
}
