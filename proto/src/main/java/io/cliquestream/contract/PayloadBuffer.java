package io.cliquestream.contract;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A byte array filled from the front with fixed-width words and base-128 varints. */
final class PayloadBuffer {
  /** Bytes of the longest varint of 64 bits. */
  static final int LONGEST_VARINT = 10;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int FIRST_BYTES = 4096;

  private final int capacity;
  byte[] bytes;
  int length;

  PayloadBuffer(int capacity) {
    this(capacity, capacity);
  }

  private PayloadBuffer(int capacity, int first) {
    this.capacity = capacity;
    bytes = new byte[first];
  }

  /** One that is mostly far from full: it takes memory as it is filled. */
  static PayloadBuffer growing(int capacity) {
    return new PayloadBuffer(capacity, Math.min(capacity, FIRST_BYTES));
  }

  private void makeRoom(int more) {
    if (bytes.length - length < more && bytes.length < capacity) {
      long wanted = Math.max(2L * bytes.length, (long) length + more);
      bytes = Arrays.copyOf(bytes, (int) Math.min(capacity, wanted));
    }
  }

  void putInt(long word) {
    makeRoom(Integer.BYTES);
    INT.set(bytes, length, (int) word);
    length += 4;
  }

  void putLong(long word) {
    makeRoom(Long.BYTES);
    LONG.set(bytes, length, word);
    length += 8;
  }

  void putVarint(long word) {
    makeRoom(LONGEST_VARINT);
    long rest = word;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void putBytes(byte[] more) {
    makeRoom(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  void append(PayloadBuffer other) {
    makeRoom(other.length);
    System.arraycopy(other.bytes, 0, bytes, length, other.length);
    length += other.length;
  }

  static int varintBytes(long word) {
    return (Math.max(1, 64 - Long.numberOfLeadingZeros(word)) + 6) / 7;
  }
}
