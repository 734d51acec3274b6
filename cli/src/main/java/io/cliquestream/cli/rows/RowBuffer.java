package io.cliquestream.cli.rows;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Bytes on their way to a stream; writes decimal numbers without objects. */
final class RowBuffer {
  private static final int SIZE = 1 << 16;

  /** Longest number of 64 bits. */
  private static final int DIGITS = 20;

  private final OutputStream out;
  private final byte[] bytes = new byte[SIZE];
  private int used;

  RowBuffer(OutputStream out) {
    this.out = out;
  }

  void ascii(char character) throws IOException {
    room(1);
    bytes[used++] = (byte) character;
  }

  @SuppressWarnings("deprecation") // the copy of ASCII characters, without a detour
  void ascii(String text) throws IOException {
    int length = text.length();
    if (length > SIZE) {
      utf8(text);
      return;
    }
    room(length);
    text.getBytes(0, length, bytes, used);
    used += length;
  }

  void utf8(String text) throws IOException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    if (encoded.length > SIZE) {
      flush();
      out.write(encoded);
      return;
    }
    room(encoded.length);
    System.arraycopy(encoded, 0, bytes, used, encoded.length);
    used += encoded.length;
  }

  /** An unsigned number in decimal. */
  void unsigned(long value) throws IOException {
    if (value < 0) {
      ascii(Long.toUnsignedString(value));
      return;
    }
    room(DIGITS);
    int end = used + 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      end++;
    }
    used = end;
    long rest = value;
    do {
      bytes[--end] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
  }

  void decimal(BigInteger value) throws IOException {
    if (value.bitLength() < Long.SIZE && value.signum() >= 0) {
      unsigned(value.longValue());
    } else {
      ascii(value.toString());
    }
  }

  void flush() throws IOException {
    out.write(bytes, 0, used);
    used = 0;
  }

  void close() throws IOException {
    try (out) {
      flush();
    }
  }

  private void room(int needed) throws IOException {
    if (used + needed > SIZE) {
      flush();
    }
  }
}
