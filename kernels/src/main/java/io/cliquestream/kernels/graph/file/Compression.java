package io.cliquestream.kernels.graph.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** How a file's bytes are packed. */
enum Compression {
  NONE,
  GZIP,
  ZSTD;

  /** Bytes that {@link #of} wants to see. */
  static final int HEADER_BYTES = 4;

  /**
   * Recognises packed bytes by their first bytes: gzip by its magic and its only method, zstd by
   * its magic.
   *
   * <p>Plain binary pairs begin like that when their first id is 559,903 plus a multiple of 2^24,
   * or 4,247,762,216. They are refused then, since their checksum will not be right: better than to
   * take a damaged packed file for pairs.
   */
  static Compression of(byte[] head, int length) {
    if (length >= 3
        && (head[0] & 0xFF) == GzipStream.FIRST_MAGIC
        && (head[1] & 0xFF) == GzipStream.SECOND_MAGIC
        && head[2] == GzipStream.DEFLATE) {
      return GZIP;
    }
    if (length >= 4
        && (head[0] & 0xFF) == 0x28
        && (head[1] & 0xFF) == 0xB5
        && (head[2] & 0xFF) == 0x2F
        && (head[3] & 0xFF) == 0xFD) {
      return ZSTD;
    }
    return NONE;
  }

  /**
   * The unpacked bytes; closing them frees native memory and, of plain bytes, closes the stream.
   *
   * @throws IOException where zstd is asked for and its library, an optional dependency, is missing
   */
  InputStream unpack(InputStream packed) throws IOException {
    return switch (this) {
      case NONE -> packed;
      case GZIP -> new GzipStream(packed);
      case ZSTD -> unpackZstd(packed);
    };
  }

  private static InputStream unpackZstd(InputStream packed) throws IOException {
    try {
      return new ZstdStream(packed);
    } catch (NoClassDefFoundError missing) {
      throw new IOException(
          "it is packed by zstd, which needs com.github.luben:zstd-jni on the class path", missing);
    }
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
