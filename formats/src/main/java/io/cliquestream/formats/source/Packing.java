package io.cliquestream.formats.source;

import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.text.BlockStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZInputStream;

/** How bytes are packed, seen by their first ones, whatever the name. */
public enum Packing {
  /** Not at all. */
  NONE,
  /** By gzip; several members one behind the other are one content. */
  GZIP,
  /** By zstd; several frames one behind the other are one content. */
  ZSTD,
  /** By bzip2; several streams one behind the other are one content. */
  BZIP2,
  /** By xz; a content that wants more than 256 MiB to be unpacked is refused. */
  XZ,
  /** A zip archive of one file, folders aside. */
  ZIP;

  /** Bytes that {@link #of} wants to see. */
  static final int HEADER_BYTES = 10;

  /** What xz may take to unpack; its largest preset takes 65 MiB. */
  private static final int XZ_KIBIBYTES = 256 << 10;

  private static final int[] XZ_MAGIC = {0xFD, '7', 'z', 'X', 'Z', 0};
  private static final int[] ZSTD_MAGIC = {0x28, 0xB5, 0x2F, 0xFD};
  private static final int[] BLOCK_MAGIC = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59};
  private static final int[] EMPTY_MAGIC = {0x17, 0x72, 0x45, 0x38, 0x50, 0x90};
  private static final int[] ZIP_MAGIC = {'P', 'K', 3, 4};
  private static final int[] GZIP_MAGIC = {0x1F, 0x8B, 8};
  private static final List<String> ENDINGS =
      List.of(".gz", ".gzip", ".zst", ".zstd", ".bz2", ".xz", ".zip");

  static Packing of(byte[] head) {
    if (startsWith(head, 0, GZIP_MAGIC)) {
      return GZIP;
    }
    if (startsWith(head, 0, ZSTD_MAGIC)) {
      return ZSTD;
    }
    if (startsWith(head, 0, XZ_MAGIC)) {
      return XZ;
    }
    if (startsWith(head, 0, ZIP_MAGIC)) {
      return ZIP;
    }
    boolean bzip2 = startsWith(head, 0, 'B', 'Z', 'h') && head.length > 4;
    return bzip2 && (startsWith(head, 4, BLOCK_MAGIC) || startsWith(head, 4, EMPTY_MAGIC))
        ? BZIP2
        : NONE;
  }

  private static boolean startsWith(byte[] head, int from, int... magic) {
    if (head.length < from + magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[from + i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** The unpacked bytes; closing them frees what unpacking took. */
  InputStream unpack(InputStream packed) throws IOException {
    return switch (this) {
      case NONE -> packed;
      case GZIP, ZSTD -> GraphFiles.unpacked(packed);
      case BZIP2 -> new Guarded(new BZip2CompressorInputStream(packed, true));
      case XZ -> new Guarded(xz(packed));
      case ZIP -> new ZipContent(packed);
    };
  }

  private static InputStream xz(InputStream packed) throws IOException {
    try {
      return new XZInputStream(packed, XZ_KIBIBYTES);
    } catch (MemoryLimitException e) {
      throw tooLarge(e);
    }
  }

  private static IOException tooLarge(MemoryLimitException e) {
    return new IOException(
        "it wants %d KiB of memory to be unpacked, %d are given; pack it with a smaller preset"
            .formatted(e.getMemoryNeeded(), e.getMemoryLimit()),
        e);
  }

  /**
   * {@return a file name in lower case without the last ending that packing adds}
   *
   * @param name of a file or URL
   */
  public static String plainName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String ending : ENDINGS) {
      if (lower.endsWith(ending)) {
        return lower.substring(0, lower.length() - ending.length());
      }
    }
    return lower;
  }

  /** Whatever a library throws over damaged data is an error of reading. */
  private static final class Guarded extends BlockStream {
    private final InputStream unpacked;

    Guarded(InputStream unpacked) {
      this.unpacked = unpacked;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        return unpacked.read(buffer, offset, length);
      } catch (EOFException e) {
        throw e;
      } catch (MemoryLimitException e) {
        throw tooLarge(e);
      } catch (IOException | RuntimeException e) {
        if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("unexpected end")) {
          EOFException cut = new EOFException();
          cut.initCause(e);
          throw cut;
        }
        throw new IOException("its compressed data is damaged: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws IOException {
      unpacked.close();
    }
  }
}
