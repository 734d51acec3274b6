package io.cliquestream.formats.source;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.text.BoundedContent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

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

  private static final int MARK_BYTES = 3;

  private final String name;
  private final Packing packing;
  private final BoundedContent bytes;
  private final boolean mark;

  private Content(String name, Packing packing, BoundedContent bytes, boolean mark) {
    this.name = name;
    this.packing = packing;
    this.bytes = bytes;
    this.mark = mark;
  }

  /**
   * Opens the content of a stream.
   *
   * @param name names it in messages; its ending is a hint at the format
   * @param stream the bytes as they are packed; stays the caller's to close
   * @param maximumBytes most bytes that may be read, unpacked
   * @param control told the packed bytes as work, and asked before each read
   * @return its head can be looked at; nothing is taken yet
   * @throws ComputeException FILE_UNREADABLE, FILE_TRUNCATED, FILE_FORMAT_UNKNOWN for UTF-16
   */
  public static Content open(
      String name, InputStream stream, long maximumBytes, JobControl control) {
    String shown = InputExcerpt.of(name);
    InputStream unpacked = null;
    boolean opened = false;
    try {
      BufferedInputStream buffered =
          new BufferedInputStream(BoundedContent.counting(stream, control), 1 << 16);
      buffered.mark(Packing.HEADER_BYTES);
      byte[] first = buffered.readNBytes(Packing.HEADER_BYTES);
      buffered.reset();
      Packing packing = Packing.of(first);
      unpacked = packing.unpack(buffered);
      String inside =
          unpacked instanceof ZipContent zip ? shown + "/" + InputExcerpt.of(zip.entry()) : shown;
      BoundedContent bytes = new BoundedContent(inside, unpacked, maximumBytes, HEAD_BYTES);
      boolean mark = hasMark(inside, bytes.head());
      if (mark) {
        bytes.dropFirst(MARK_BYTES);
      }
      opened = true;
      return new Content(inside, packing, bytes, mark);
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

  private static boolean hasMark(String name, byte[] head) {
    int first = head.length > 0 ? head[0] & 0xFF : 0;
    int second = head.length > 1 ? head[1] & 0xFF : 0;
    if ((first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)) {
      throw InputFailures.unknown(
          name, "it is UTF-16; convert it first, as in: iconv -f UTF-16 -t UTF-8 FILE");
    }
    return first == 0xEF && second == 0xBB && head.length >= MARK_BYTES && (head[2] & 0xFF) == 0xBF;
  }

  /** {@return what names the source in messages; control characters are escaped} */
  public String name() {
    return name;
  }

  /** {@return how the source is packed} */
  public Packing packing() {
    return packing;
  }

  /**
   * {@return the first bytes, 64 KiB at most, without taking them; the whole when it is shorter}
   */
  public byte[] head() {
    return bytes.head();
  }

  /** {@return whether there is nothing behind the head} */
  public boolean isWhole() {
    return bytes.isWhole();
  }

  /** {@return whether a byte order mark came first, which is left out} */
  public boolean hadMark() {
    return mark;
  }

  /**
   * {@return the failure of a read of this stream, which names the source: FILE_TRUNCATED or
   * FILE_UNREADABLE}
   *
   * @param cause what the read threw
   */
  public ComputeException failure(IOException cause) {
    return InputFailures.whileReading(name, cause);
  }

  @Override
  public int read() throws IOException {
    return bytes.read();
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return bytes.read(buffer, offset, length);
  }

  /** Frees what unpacking took; the packed stream is the caller's to close. */
  @Override
  public void close() {
    if (packing != Packing.NONE) {
      closeQuietly(bytes);
    }
  }
}
