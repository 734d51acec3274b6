package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.text.BlockStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The unpacked bytes of gzip data (RFC 1952), all its members one after another.
 *
 * <p>{@link java.util.zip.GZIPInputStream} takes whatever follows a member and is no whole header
 * for the end of the data, so damage there would silently drop the rest. Here every byte belongs to
 * a member, whose length and checksum are right, or is zero padding up to the end (tapes and block
 * devices leave it); anything else is an error.
 */
final class GzipStream extends BlockStream {
  static final int FIRST_MAGIC = 0x1F;
  static final int SECOND_MAGIC = 0x8B;
  static final int DEFLATE = 8;

  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xE0;

  private final InputStream packed;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 contentChecksum = new CRC32();
  private final CRC32 headerChecksum = new CRC32();
  private final byte[] input = new byte[1 << 16];
  private int inputFrom;
  private int inputTo;
  private long taken;
  private boolean inMember;
  private boolean ended;

  /** Reads the first header at the first read. */
  GzipStream(InputStream packed) {
    this.packed = packed;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      if (!inMember) {
        openMember();
        continue;
      }
      int count = inflate(buffer, offset, length);
      if (count > 0) {
        contentChecksum.update(buffer, offset, count);
        return count;
      }
      closeMember();
    }
    return -1;
  }

  /** Bytes of the member, or 0 at its end. */
  private int inflate(byte[] buffer, int offset, int length) throws IOException {
    try {
      while (true) {
        int count = inflater.inflate(buffer, offset, length);
        if (count > 0) {
          return count;
        }
        if (inflater.finished()) {
          return 0;
        }
        if (inflater.needsDictionary()) {
          throw damaged("a dictionary is asked for");
        }
        // It may give nothing and still hold input, which must stay where it is.
        if (inflater.needsInput()) {
          if (inputFrom == inputTo && !fill()) {
            throw new EOFException();
          }
          inflater.setInput(input, inputFrom, inputTo - inputFrom);
          taken += inputTo - inputFrom;
          inputFrom = inputTo;
        }
      }
    } catch (DataFormatException e) {
      throw new IOException(
          "its compressed data is damaged: " + (e.getMessage() == null ? "?" : e.getMessage()), e);
    }
  }

  /** Reads the next member's header, or finds the end. */
  private void openMember() throws IOException {
    boolean first = taken == 0;
    long start = taken;
    int magic = nextOrEnd();
    boolean padded = false;
    while (!first && magic == 0) {
      padded = true;
      magic = nextOrEnd();
    }
    if (magic < 0) {
      if (first) {
        throw new EOFException();
      }
      ended = true;
      return;
    }
    headerChecksum.reset();
    headerChecksum.update(magic);
    if (padded || magic != FIRST_MAGIC || header() != SECOND_MAGIC || header() != DEFLATE) {
      throw damaged("no gzip member follows at byte " + start);
    }
    int flags = header();
    if ((flags & RESERVED) != 0) {
      throw damaged("its header has unknown flags");
    }
    // Time, level, operating system: any value is right.
    for (int i = 0; i < 6; i++) {
      header();
    }
    if ((flags & EXTRA) != 0) {
      for (int left = header() | header() << 8; left > 0; left--) {
        header();
      }
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      int expected = (int) headerChecksum.getValue() & 0xFFFF;
      if ((next() | next() << 8) != expected) {
        throw damaged("the checksum of its header is wrong");
      }
    }
    inflater.reset();
    contentChecksum.reset();
    inMember = true;
  }

  private void skipText() throws IOException {
    int value;
    do {
      value = header();
    } while (value != 0);
  }

  private void closeMember() throws IOException {
    int left = inflater.getRemaining();
    inputFrom -= left;
    taken -= left;
    if (word() != contentChecksum.getValue()) {
      throw damaged("its checksum is wrong");
    }
    if (word() != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
      throw damaged("its length is wrong");
    }
    inMember = false;
  }

  private long word() throws IOException {
    long word = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      word |= (long) next() << shift;
    }
    return word;
  }

  private int header() throws IOException {
    int value = next();
    headerChecksum.update(value);
    return value;
  }

  private int next() throws IOException {
    int value = nextOrEnd();
    if (value < 0) {
      throw new EOFException();
    }
    return value;
  }

  private int nextOrEnd() throws IOException {
    if (inputFrom == inputTo && !fill()) {
      return -1;
    }
    taken++;
    return input[inputFrom++] & 0xFF;
  }

  private boolean fill() throws IOException {
    // A read that was stopped leaves what is there as it was.
    int taken = Math.max(0, packed.read(input, 0, input.length));
    inputFrom = 0;
    inputTo = taken;
    return inputTo > 0;
  }

  private static IOException damaged(String how) {
    return new IOException("its compressed data is damaged: " + how);
  }

  /** Frees what unpacking took; leaves the packed stream open. */
  @Override
  public void close() {
    inflater.end();
  }
}
