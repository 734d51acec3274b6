package io.cliquestream.formats.columns;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;

/**
 * The messages of an Arrow stream, and of an Arrow file, which is such a stream between two marks
 * (Arrow columnar format 1.5, "Serialization and Interprocess Communication"). A message is its
 * metadata, and a body of which pieces are read or skipped from the front.
 */
final class ArrowMessages {
  private static final int CONTINUATION = -1;
  private static final int MOST_METADATA_BYTES = 1 << 26;
  private static final byte[] FILE_MARK = {'A', 'R', 'R', 'O', 'W', '1', 0, 0};

  private final InputStream in;
  private boolean begun;
  private boolean ended;
  private long bodyLeft;
  private long bodyTaken;

  ArrowMessages(InputStream in) {
    this.in = in;
  }

  /** The next message's metadata, or null at the end; what is left of a body is skipped. */
  Message next() throws IOException {
    skip(bodyLeft);
    if (ended) {
      return null;
    }
    int length = length();
    if (length == 0) {
      ended = true;
      return null;
    }
    if (length < 0 || length > MOST_METADATA_BYTES) {
      throw new IllegalArgumentException("a message's metadata has " + length + " bytes");
    }
    Message message = Message.getRootAsMessage(ByteBuffer.wrap(exactly(length)));
    bodyLeft = message.bodyLength();
    bodyTaken = 0;
    if (bodyLeft < 0) {
      throw new IllegalArgumentException("a message's body has " + bodyLeft + " bytes");
    }
    return message;
  }

  /** Length of the next metadata; 0 at the end, said or not. */
  private int length() throws IOException {
    byte[] first = in.readNBytes(begun ? Integer.BYTES : FILE_MARK.length);
    if (first.length == 0) {
      return 0;
    }
    if (!begun) {
      begun = true;
      if (java.util.Arrays.equals(first, FILE_MARK)) {
        return length();
      }
      if (first.length < FILE_MARK.length) {
        throw new CutException("the first message is cut");
      }
      // Streams of before 2019 have no continuation mark; their first message is a schema.
      int mark = number(first, 0);
      if (mark != CONTINUATION) {
        throw new IllegalArgumentException("the first message has no continuation mark");
      }
      return number(first, Integer.BYTES);
    }
    if (first.length < Integer.BYTES) {
      throw new CutException("a message is cut");
    }
    int mark = number(first, 0);
    return mark == CONTINUATION ? number(exactly(Integer.BYTES), 0) : mark;
  }

  private static int number(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  /**
   * A piece of the body, behind those read before.
   *
   * @param slack bytes behind it in the array
   */
  byte[] body(long offset, int length, int slack) throws IOException {
    if (offset < bodyTaken || length < 0 || length > bodyLeft - (offset - bodyTaken)) {
      throw new IllegalArgumentException(
          "a buffer at %d of %d bytes lies outside of its message".formatted(offset, length));
    }
    skip(offset - bodyTaken);
    byte[] bytes = new byte[length + slack];
    if (in.readNBytes(bytes, 0, length) < length) {
      throw new CutException("a message's body is cut");
    }
    bodyTaken += length;
    bodyLeft -= length;
    return bytes;
  }

  private void skip(long bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      long skipped = in.skip(left);
      if (skipped <= 0 && in.read() < 0) {
        throw new CutException("a message's body is cut");
      }
      left -= Math.max(1, skipped);
    }
    bodyTaken += bytes;
    bodyLeft -= bytes;
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new CutException("a message is cut");
    }
    return bytes;
  }
}
