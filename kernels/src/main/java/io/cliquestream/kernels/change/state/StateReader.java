package io.cliquestream.kernels.change.state;

import java.io.EOFException;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

/** Reads what a {@link StateWriter} wrote. */
public final class StateReader {
  private final byte[] bytes;
  private final int end;
  private int at;

  /** A reader of a part of an array. */
  public StateReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  private int next() throws EOFException {
    if (at >= end) {
      throw new EOFException("the state ends too soon");
    }
    return bytes[at++] & 0xFF;
  }

  /** A number. */
  public long number() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = next();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IOException("a number of the state has too many bytes");
  }

  /** A number between bounds. */
  public int number(int least, int most) throws IOException {
    long value = number();
    if (value < least || value > most) {
      throw new IOException("%d is not between %d and %d".formatted(value, least, most));
    }
    return (int) value;
  }

  /** A number in eight bytes. */
  public long fixed() throws IOException {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | next();
    }
    return value;
  }

  /** A number of any size. */
  public BigInteger big() throws IOException {
    byte[] value = bytes();
    if (value.length == 0) {
      throw new IOException("a number of the state has no bytes");
    }
    return new BigInteger(value);
  }

  /** Bytes. */
  public byte[] bytes() throws IOException {
    int length = number(0, end - at);
    if (length > end - at) {
      throw new EOFException("the state ends too soon");
    }
    byte[] value = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return value;
  }

  /** Requires that all was read. */
  public void requireEnd() throws IOException {
    if (at != end) {
      throw new IOException("the state goes on after its end");
    }
  }
}
