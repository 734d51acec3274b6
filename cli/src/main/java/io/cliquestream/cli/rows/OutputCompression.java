package io.cliquestream.cli.rows;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** How a file is compressed, by the end of its name. */
enum OutputCompression {
  NONE(""),
  GZIP(".gz"),
  ZSTD(".zst");

  private static final int BUFFER_BYTES = 1 << 16;

  private final String suffix;

  OutputCompression(String suffix) {
    this.suffix = suffix;
  }

  static OutputCompression of(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(GZIP.suffix) ? GZIP : name.endsWith(ZSTD.suffix) ? ZSTD : NONE;
  }

  /** A name of a file so compressed, without the end that says so. */
  String stem(String name) {
    return name.substring(0, name.length() - suffix.length());
  }

  OutputStream wrap(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER_BYTES);
      case ZSTD -> new ZstdOutputStream(out);
    };
  }
}
