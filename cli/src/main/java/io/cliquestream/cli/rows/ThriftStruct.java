package io.cliquestream.cli.rows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes structs of Thrift's compact protocol, as far as Parquet's metadata needs it: fields of
 * ascending number, numbers as zigzag varints.
 */
final class ThriftStruct {
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int INT = 5;
  private static final int LONG = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;
  private static final int SHORT_LIST = 15;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int last;

  private void field(int number, int type) {
    bytes.write((number - last) << 4 | type);
    last = number;
  }

  ThriftStruct flag(int number, boolean value) {
    field(number, value ? TRUE : FALSE);
    return this;
  }

  ThriftStruct byteValue(int number, int value) {
    field(number, BYTE);
    bytes.write(value);
    return this;
  }

  ThriftStruct number(int number, int value) {
    field(number, INT);
    zigzag(value);
    return this;
  }

  ThriftStruct number(int number, long value) {
    field(number, LONG);
    zigzag(value);
    return this;
  }

  ThriftStruct text(int number, String value) {
    field(number, BINARY);
    binary(value);
    return this;
  }

  ThriftStruct struct(int number, ThriftStruct value) {
    field(number, STRUCT);
    bytes.writeBytes(value.bytes());
    return this;
  }

  ThriftStruct texts(int number, String... values) {
    list(number, values.length, BINARY);
    for (String value : values) {
      binary(value);
    }
    return this;
  }

  ThriftStruct numbers(int number, int... values) {
    list(number, values.length, INT);
    for (int value : values) {
      zigzag(value);
    }
    return this;
  }

  /** A list of structs that are encoded already, one behind the other. */
  ThriftStruct structs(int number, int count, byte[] encoded) {
    list(number, count, STRUCT);
    bytes.writeBytes(encoded);
    return this;
  }

  /** The whole struct. */
  byte[] bytes() {
    byte[] fields = bytes.toByteArray();
    return java.util.Arrays.copyOf(fields, fields.length + 1);
  }

  private void list(int number, int count, int type) {
    field(number, LIST);
    if (count < SHORT_LIST) {
      bytes.write(count << 4 | type);
    } else {
      bytes.write(SHORT_LIST << 4 | type);
      varint(count);
    }
  }

  private void binary(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    varint(encoded.length);
    bytes.writeBytes(encoded);
  }

  private void zigzag(long value) {
    varint(value << 1 ^ value >> 63);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) (rest | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
