package io.cliquestream.kernels.change.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;

/** Writes a state as bytes, at most so many: numbers in seven bits a byte, as they are small. */
public final class StateWriter {
  /** Ends a state that does not fit. */
  public static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    private TooLarge(int most) {
      super("the state takes more than " + most + " bytes");
    }
  }

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int most;

  /** A writer of at most {@code most} bytes. */
  public StateWriter(int most) {
    this.most = most;
  }

  private void put(int value) throws TooLarge {
    if (bytes.size() >= most) {
      throw new TooLarge(most);
    }
    bytes.write(value);
  }

  /** A number; small ones that are not negative take one byte. */
  public void number(long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      put((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    put((int) rest);
  }

  /** A number in eight bytes. */
  public void fixed(long value) throws IOException {
    for (int shift = 56; shift >= 0; shift -= 8) {
      put((int) (value >>> shift) & 0xFF);
    }
  }

  /** A number of any size. */
  public void big(BigInteger value) throws IOException {
    bytes(value.toByteArray());
  }

  /** Bytes, with their number. */
  public void bytes(byte[] value) throws IOException {
    number(value.length);
    for (byte next : value) {
      put(next & 0xFF);
    }
  }

  /** What was written. */
  public byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
