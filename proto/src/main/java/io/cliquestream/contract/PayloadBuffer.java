package io.cliquestream.contract;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A byte array filled from the front with fixed-width words and base-128 varints. */
final class PayloadBuffer {
  /** Bytes of the longest varint of 64 bits. */
  static final int LONGEST_VARINT = 10;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  final byte[] bytes;
  int length;

  PayloadBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  void putInt(long word) {
    INT.set(bytes, length, (int) word);
    length += 4;
  }

  void putLong(long word) {
    LONG.set(bytes, length, word);
    length += 8;
  }

  void putVarint(long word) {
    long rest = word;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void putBytes(byte[] more) {
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  void append(PayloadBuffer other) {
    System.arraycopy(other.bytes, 0, bytes, length, other.length);
    length += other.length;
  }

  static int varintBytes(long word) {
    return (Math.max(1, 64 - Long.numberOfLeadingZeros(word)) + 6) / 7;
  }
}
