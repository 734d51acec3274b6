package io.cliquestream.formats.source;

import io.cliquestream.formats.text.Excerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The unpacked bytes of one source, read once from the front, without a byte order mark. Counted
 * against the limit. Not safe for use by several threads at once.
 *
 * <p>As a stream it throws IOExceptions, which {@link #failure} turns into ones that name the
 * source, and a ComputeException when there is more than may be read.
 */
public final class Content extends InputStream {
  /** Bytes {@link #head} shows. */
  static final int HEAD_BYTES = 1 << 16;

  private final String name;
  private final long maximumBytes;
  private final Packing packing;
  private final InputStream unpacked;
  private final byte[] head;
  private final byte[] single = new byte[1];
  private int headTaken;
  private final boolean whole;
  private final boolean mark;
  private long bytes;

  private Content(
      String name,
      Packing packing,
      InputStream unpacked,
      long maximumBytes,
      byte[] head,
      boolean whole,
      boolean mark) {
    this.name = name;
    this.packing = packing;
    this.unpacked = unpacked;
    this.maximumBytes = maximumBytes;
    this.head = head;
    this.whole = whole;
    this.mark = mark;
    this.bytes = head.length;
  }

  /**
   * Opens the content of a stream.
   *
   * @param name names it in messages; its ending is a hint at the format
   * @throws ComputeException FILE_UNREADABLE, FILE_TRUNCATED, FILE_FORMAT_UNKNOWN for UTF-16
   */
  public static Content open(
      String name, InputStream stream, long maximumBytes, JobControl control) {
    String shown = Excerpt.of(name);
    InputStream unpacked = null;
    boolean opened = false;
    try {
      BufferedInputStream buffered =
          new BufferedInputStream(new Progress(stream, control), 1 << 16);
      buffered.mark(Packing.HEADER_BYTES);
      byte[] first = buffered.readNBytes(Packing.HEADER_BYTES);
      buffered.reset();
      Packing packing = Packing.of(first);
      unpacked = packing.unpack(buffered);
      String inside =
          unpacked instanceof ZipContent zip ? shown + "/" + Excerpt.of(zip.entry()) : shown;
      byte[] start = unpacked.readNBytes(HEAD_BYTES);
      byte[] head = withoutMark(inside, start);
      opened = true;
      return new Content(
          inside,
          packing,
          unpacked,
          maximumBytes,
          head,
          start.length < HEAD_BYTES,
          head.length < start.length);
    } catch (IOException e) {
      throw InputFailures.whileReading(shown, e);
    } finally {
      if (!opened && unpacked != null) {
        closeQuietly(unpacked);
      }
    }
  }

  private static void closeQuietly(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // The failure that led here is the one to tell.
      assert e != null;
    }
  }

  private static byte[] withoutMark(String name, byte[] head) {
    int first = head.length > 0 ? head[0] & 0xFF : 0;
    int second = head.length > 1 ? head[1] & 0xFF : 0;
    if ((first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)) {
      throw InputFailures.unknown(
          name, "it is UTF-16; convert it first, as in: iconv -f UTF-16 -t UTF-8 FILE");
    }
    return first == 0xEF && second == 0xBB && head.length > 2 && (head[2] & 0xFF) == 0xBF
        ? Arrays.copyOfRange(head, 3, head.length)
        : head;
  }

  /** Names the source in messages; control characters are escaped. */
  public String name() {
    return name;
  }

  /** How the source is packed. */
  public Packing packing() {
    return packing;
  }

  /** The first bytes, without taking them; the whole when it is shorter. */
  public byte[] head() {
    return head;
  }

  /** Whether there is nothing behind the head. */
  public boolean isWhole() {
    return whole;
  }

  /** Whether a byte order mark came first. */
  public boolean hadMark() {
    return mark;
  }

  /** The failure of a read of this stream. */
  public ComputeException failure(IOException cause) {
    return InputFailures.whileReading(name, cause);
  }

  @Override
  public int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (headTaken < head.length) {
      int taken = Math.min(length, head.length - headTaken);
      System.arraycopy(head, headTaken, buffer, offset, taken);
      headTaken += taken;
      return taken;
    }
    int taken = unpacked.read(buffer, offset, length);
    if (taken > 0) {
      bytes += taken;
      if (bytes > maximumBytes) {
        throw new ComputeException(
            FailureCode.DECOMPRESSION_BOUND_EXCEEDED,
            "%s holds more than the %d bytes that may be read".formatted(name, maximumBytes));
      }
    }
    return taken;
  }

  /** Frees what unpacking took; the packed stream is the caller's to close. */
  @Override
  public void close() {
    if (packing != Packing.NONE) {
      closeQuietly(unpacked);
    }
  }

  /** Reports what has been taken from the source as work done; leaves it open when closed. */
  private static final class Progress extends FilterInputStream {
    private final JobControl control;

    Progress(InputStream in, JobControl control) {
      super(in);
      this.control = control;
    }

    @Override
    public void close() {
      // The caller's to close.
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      control.checkStopped();
      int taken = super.read(buffer, offset, length);
      if (taken > 0) {
        control.workDone(taken);
      }
      return taken;
    }
  }
}
