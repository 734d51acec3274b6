package io.cliquestream.kernels.graph.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** How a file's bytes are packed. */
enum Compression {
  NONE,
  GZIP,
  ZSTD;

  /** Bytes that {@link #of} wants to see. */
  static final int HEADER_BYTES = 10;

  private static final int GZIP_BUFFER_BYTES = 1 << 16;

  /**
   * Recognises packed bytes by their first bytes.
   *
   * <p>Plain binary pairs may by chance begin like gzip, so the whole fixed header has to make
   * sense, not its two magic bytes alone.
   */
  static Compression of(byte[] head, int length) {
    if (length >= 4 && (head[0] & 0xFF) == 0x28 && (head[1] & 0xFF) == 0xB5) {
      return (head[2] & 0xFF) == 0x2F && (head[3] & 0xFF) == 0xFD ? ZSTD : NONE;
    }
    if (length >= 2 && (head[0] & 0xFF) == 0x1F && (head[1] & 0xFF) == 0x8B) {
      boolean deflate = length < 3 || head[2] == 8;
      boolean flags = length < 4 || (head[3] & 0xE0) == 0;
      boolean level = length < 9 || head[8] == 0 || head[8] == 2 || head[8] == 4;
      boolean system = length < 10 || head[9] == -1 || (head[9] >= 0 && head[9] <= 13);
      return deflate && flags && level && system ? GZIP : NONE;
    }
    return NONE;
  }

  /** The unpacked bytes. */
  InputStream unpack(InputStream packed) throws IOException {
    return switch (this) {
      case NONE -> packed;
      case GZIP -> new GZIPInputStream(packed, GZIP_BUFFER_BYTES);
      case ZSTD -> new ZstdInputStreamNoFinalizer(packed);
    };
  }

  /** A file name in lower case without the endings that packing adds. */
  static String plainName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String ending : new String[] {".gz", ".gzip", ".zst", ".zstd"}) {
      if (lower.endsWith(ending)) {
        return lower.substring(0, lower.length() - ending.length());
      }
    }
    return lower;
  }
}
