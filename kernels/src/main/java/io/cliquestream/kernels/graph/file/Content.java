package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The unpacked bytes of one graph file, read once from the front. Counts them against the limit and
 * turns every failure into one that names the file. Not safe for use by several threads.
 *
 * <p>Closing frees what unpacking took, native memory among it, and leaves the packed stream open.
 */
final class Content implements AutoCloseable {
  /** Bytes {@link #head} shows. */
  static final int HEAD_BYTES = 1 << 14;

  private final String name;
  private final InputStream unpacked;
  private final long maximumBytes;
  private final Compression compression;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headLength;
  private int headTaken;
  private long unpackedBytes;

  /** Why there is no more to read, for threads that ask again. */
  private ComputeException failure;

  Content(String name, InputStream packed, ReadLimits limits, JobControl control) {
    this.name = Excerpt.ofName(name);
    this.maximumBytes = limits.maximumContentBytes();
    try {
      BufferedInputStream buffered =
          new BufferedInputStream(new ProgressStream(packed, control), 1 << 16);
      buffered.mark(Compression.HEADER_BYTES);
      byte[] first = buffered.readNBytes(Compression.HEADER_BYTES);
      buffered.reset();
      compression = Compression.of(first, first.length);
      unpacked = compression.unpack(buffered);
    } catch (IOException e) {
      throw FileFailures.whileReading(this.name, e);
    }
    boolean opened = false;
    try {
      readHead();
      opened = true;
    } finally {
      if (!opened) {
        close();
      }
    }
  }

  private void readHead() {
    while (headLength < HEAD_BYTES) {
      int length = readUnpacked(head, headLength, HEAD_BYTES - headLength);
      if (length < 0) {
        break;
      }
      headLength += length;
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
    return Arrays.copyOf(head, headLength);
  }

  /** Reads at least one byte, as {@link InputStream#read(byte[], int, int)}; -1 at the end. */
  int read(byte[] buffer, int offset, int length) {
    if (headTaken < headLength) {
      int taken = Math.min(length, headLength - headTaken);
      System.arraycopy(head, headTaken, buffer, offset, taken);
      headTaken += taken;
      return taken;
    }
    return readUnpacked(buffer, offset, length);
  }

  private int readUnpacked(byte[] buffer, int offset, int length) {
    int taken;
    if (failure != null) {
      throw failure;
    }
    try {
      taken = unpacked.read(buffer, offset, length);
    } catch (IOException e) {
      failure = FileFailures.whileReading(name, e);
      throw failure;
    }
    if (taken > 0) {
      unpackedBytes += taken;
      if (unpackedBytes > maximumBytes) {
        throw new ComputeException(
            FailureCode.DECOMPRESSION_BOUND_EXCEEDED,
            "%s holds more than the %d bytes that may be read".formatted(name, maximumBytes));
      }
    }
    return taken;
  }

  @Override
  public void close() {
    try {
      unpacked.close();
    } catch (IOException e) {
      throw FileFailures.unreadable(name, e);
    }
  }

  /** Reports what has been taken from the file as work done; leaves the file open when closed. */
  private static final class ProgressStream extends FilterInputStream {
    private final JobControl control;

    ProgressStream(InputStream in, JobControl control) {
      super(in);
      this.control = control;
    }

    @Override
    public void close() {
      // The caller's to close.
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      if (value >= 0) {
        control.workDone(1);
      }
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int taken = super.read(buffer, offset, length);
      if (taken > 0) {
        control.workDone(taken);
      }
      return taken;
    }
  }
}
