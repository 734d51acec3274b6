package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.text.BoundedContent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The unpacked bytes of one graph file, read once from the front. Turns every failure into one that
 * names the file. Not safe for use by several threads.
 *
 * <p>Closing frees what unpacking took, native memory among it, and leaves the packed stream open.
 */
final class FileContent implements AutoCloseable {
  /** Bytes {@link #head} shows. */
  static final int HEAD_BYTES = 1 << 14;

  private final String name;
  private final Compression compression;
  private final BoundedContent bytes;

  /** Why there is no more to read, for threads that ask again. */
  private ComputeException failure;

  FileContent(String name, InputStream packed, ReadLimits limits, JobControl control) {
    this.name = Excerpt.ofName(name);
    InputStream unpacked = null;
    boolean opened = false;
    try {
      BufferedInputStream buffered =
          new BufferedInputStream(BoundedContent.counting(packed, control), 1 << 16);
      buffered.mark(Compression.HEADER_BYTES);
      byte[] first = buffered.readNBytes(Compression.HEADER_BYTES);
      buffered.reset();
      compression = Compression.of(first, first.length);
      unpacked = compression.unpack(buffered);
      bytes = new BoundedContent(this.name, unpacked, limits.maximumContentBytes(), HEAD_BYTES);
      opened = true;
    } catch (IOException e) {
      throw FileFailures.whileReading(this.name, e);
    } finally {
      if (!opened && unpacked != null) {
        close(unpacked);
      }
    }
  }

  /** The file's name, for messages and for its ending; control characters are escaped. */
  String name() {
    return name;
  }

  Compression compression() {
    return compression;
  }

  /** The first bytes, without taking them; the whole content when it is shorter. */
  byte[] head() {
    return bytes.head();
  }

  /** Reads at least one byte, as {@link InputStream#read(byte[], int, int)}; -1 at the end. */
  int read(byte[] buffer, int offset, int length) {
    if (failure != null) {
      throw failure;
    }
    try {
      return bytes.read(buffer, offset, length);
    } catch (IOException e) {
      failure = FileFailures.whileReading(name, e);
      throw failure;
    }
  }

  @Override
  public void close() {
    close(bytes);
  }

  private void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw FileFailures.unreadable(name, e);
    }
  }
}
