package io.cliquestream.formats.source;

import io.cliquestream.kernels.text.BlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * The one file of a zip archive, read as a stream; folders and what macOS puts beside files are
 * passed over. A second file is an error, which is seen behind the first.
 */
final class ZipContent extends BlockStream {
  private final ZipInputStream archive;
  private final String entry;
  private boolean ended;

  ZipContent(InputStream packed) throws IOException {
    archive = new ZipInputStream(packed);
    ZipEntry first = nextFile();
    if (first == null) {
      throw new IOException("it is a zip archive without a file");
    }
    entry = first.getName();
    String kind =
        entry.equals("[Content_Types].xml") || entry.startsWith("_rels/")
            ? "an Office document; save the sheet as CSV"
            : entry.endsWith(".npy") ? "a NumPy archive; write edges as text or u64 pairs" : null;
    if (kind != null) {
      throw new IOException("it looks like " + kind);
    }
  }

  /** The file's name in the archive. */
  String entry() {
    return entry;
  }

  private ZipEntry nextFile() throws IOException {
    try {
      ZipEntry next = archive.getNextEntry();
      while (next != null && (next.isDirectory() || next.getName().startsWith("__MACOSX/"))) {
        next = archive.getNextEntry();
      }
      return next;
    } catch (ZipException | IllegalArgumentException e) {
      throw new IOException("its zip archive is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    int taken;
    try {
      taken = archive.read(buffer, offset, length);
    } catch (ZipException e) {
      throw new IOException("its zip archive is damaged: " + e.getMessage(), e);
    }
    if (taken < 0) {
      ended = true;
      ZipEntry second = nextFile();
      if (second != null) {
        throw new IOException(
            "the zip archive holds more than one file, '%s' and '%s' among them; unpack it and give"
                    .formatted(entry, second.getName())
                + " those that are meant");
      }
    }
    return taken;
  }

  @Override
  public void close() throws IOException {
    archive.close();
  }
}
