package io.cliquestream.cli.rows;

import com.github.luben.zstd.Zstd;
import io.cliquestream.formats.VertexNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Apache Parquet, version 2.11 of the format, in its plainest form: a batch is a row group, a
 * column of it one page of plain values, packed by zstd. Sets of vertices are lists of three
 * levels, as the format's document on logical types writes them.
 *
 * <p>No small library of a stable version writes Parquet; what is needed of it is this file, {@link
 * ThriftStruct} and {@link ColumnBuffer}. Keeps some 150 bytes of metadata for each row group.
 */
final class ParquetWriter extends ColumnWriter {
  private static final byte[] MARK = "PAR1".getBytes(StandardCharsets.US_ASCII);

  // Numbers of parquet.thrift.
  private static final int INT64 = 2;
  private static final int DOUBLE = 5;
  private static final int BYTE_ARRAY = 6;
  private static final int REQUIRED = 0;
  private static final int REPEATED = 2;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int ZSTD = 6;
  private static final int CONVERTED_UTF8 = 0;
  private static final int CONVERTED_LIST = 3;
  private static final int CONVERTED_UINT_64 = 14;
  private static final int LEVEL = 3;

  private final ByteArrayOutputStream rowGroups = new ByteArrayOutputStream();
  private byte[] schema = new byte[0];
  private int schemaElements;
  private int groups;
  private long rows;

  ParquetWriter(OutputStream out, VertexNames vertices, RowKind kind) {
    super(out, vertices, kind);
  }

  @Override
  void begin(CountingStream to, Batch first) throws IOException {
    to.write(MARK);
    ByteArrayOutputStream elements = new ByteArrayOutputStream();
    int topLevel = first.isList() ? 1 : first.columns().size();
    elements.writeBytes(new ThriftStruct().text(4, "rows").number(5, topLevel).bytes());
    schemaElements = 1;
    if (first.isList()) {
      elements.writeBytes(
          new ThriftStruct()
              .number(3, REQUIRED)
              .text(4, first.columns().getFirst().name())
              .number(5, 1)
              .number(6, CONVERTED_LIST)
              .struct(10, new ThriftStruct().struct(3, new ThriftStruct()))
              .bytes());
      elements.writeBytes(
          new ThriftStruct().number(3, REPEATED).text(4, "list").number(5, 1).bytes());
      elements.writeBytes(leaf("element", first.columns().getFirst().type()));
      schemaElements += LEVEL;
    } else {
      for (ColumnBuffer column : first.columns()) {
        elements.writeBytes(leaf(column.name(), column.type()));
        schemaElements++;
      }
    }
    schema = elements.toByteArray();
  }

  private static byte[] leaf(String name, ColumnBuffer.Type type) {
    ThriftStruct leaf =
        new ThriftStruct().number(1, physical(type)).number(3, REQUIRED).text(4, name);
    return switch (type) {
      case NUMBER ->
          leaf.number(6, CONVERTED_UINT_64)
              .struct(
                  10,
                  new ThriftStruct()
                      .struct(10, new ThriftStruct().byteValue(1, Long.SIZE).flag(2, false)))
              .bytes();
      case TEXT ->
          leaf.number(6, CONVERTED_UTF8)
              .struct(10, new ThriftStruct().struct(1, new ThriftStruct()))
              .bytes();
      case REAL -> leaf.bytes();
    };
  }

  private static int physical(ColumnBuffer.Type type) {
    return switch (type) {
      case NUMBER -> INT64;
      case REAL -> DOUBLE;
      case TEXT -> BYTE_ARRAY;
    };
  }

  @Override
  void batch(CountingStream to, Batch batch) throws IOException {
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    long begin = to.position();
    for (ColumnBuffer column : batch.columns()) {
      chunks.writeBytes(chunk(to, batch, column));
    }
    rowGroups.writeBytes(
        new ThriftStruct()
            .structs(1, batch.columns().size(), chunks.toByteArray())
            .number(2, to.position() - begin)
            .number(3, (long) batch.rows())
            .bytes());
    groups++;
    rows += batch.rows();
  }

  /** Writes a page; gives the metadata of its column chunk. */
  private static byte[] chunk(CountingStream to, Batch batch, ColumnBuffer column)
      throws IOException {
    byte[] page = page(batch, column);
    byte[] packed = Zstd.compress(page);
    byte[] header =
        new ThriftStruct()
            .number(1, 0)
            .number(2, page.length)
            .number(3, packed.length)
            .struct(
                5,
                new ThriftStruct()
                    .number(1, column.count())
                    .number(2, PLAIN)
                    .number(3, RLE)
                    .number(4, RLE))
            .bytes();
    long offset = to.position();
    to.write(header);
    to.write(packed);
    String[] path =
        batch.isList()
            ? new String[] {column.name(), "list", "element"}
            : new String[] {column.name()};
    ThriftStruct metadata =
        new ThriftStruct()
            .number(1, physical(column.type()))
            .numbers(2, PLAIN, RLE)
            .texts(3, path)
            .number(4, ZSTD)
            .number(5, (long) column.count())
            .number(6, (long) header.length + page.length)
            .number(7, (long) header.length + packed.length)
            .number(9, offset);
    return new ThriftStruct().number(2, offset).struct(3, metadata).bytes();
  }

  private static byte[] page(Batch batch, ColumnBuffer column) {
    byte[] levels = batch.isList() ? levels(batch, column.count()) : new byte[0];
    int count = column.count();
    int bytes =
        column.type() == ColumnBuffer.Type.TEXT
            ? column.textBytes() + count * Integer.BYTES
            : count * Long.BYTES;
    ByteBuffer page =
        ByteBuffer.allocate(levels.length + bytes).order(ByteOrder.LITTLE_ENDIAN).put(levels);
    int begin = 0;
    for (int i = 0; i < count; i++) {
      if (column.type() == ColumnBuffer.Type.TEXT) {
        int length = column.end(i) - begin;
        page.putInt(length).put(column.texts(), begin, length);
        begin = column.end(i);
      } else {
        page.putLong(column.word(i));
      }
    }
    return page.array();
  }

  /**
   * Repetition levels, 0 where a list begins, as packed bits; definition levels, all 1, as a run.
   */
  private static byte[] levels(Batch batch, int count) {
    int groups = Math.ceilDiv(count, Byte.SIZE);
    byte[] bits = new byte[groups];
    for (int i = 0; i < count; i++) {
      bits[i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
    }
    int begin = 0;
    for (int row = 0; row < batch.rows(); row++) {
      bits[begin / Byte.SIZE] &= (byte) ~(1 << begin % Byte.SIZE);
      begin = batch.listEnds()[row];
    }
    ByteArrayOutputStream repetition = new ByteArrayOutputStream();
    varint(repetition, groups << 1 | 1);
    repetition.writeBytes(bits);
    ByteArrayOutputStream definition = new ByteArrayOutputStream();
    varint(definition, count << 1);
    definition.write(1);
    ByteBuffer both =
        ByteBuffer.allocate(2 * Integer.BYTES + repetition.size() + definition.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] each : List.of(repetition.toByteArray(), definition.toByteArray())) {
      both.putInt(each.length).put(each);
    }
    return both.array();
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      out.write(rest | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  @Override
  void end(CountingStream to) throws IOException {
    byte[] footer =
        new ThriftStruct()
            .number(1, 2)
            .structs(2, schemaElements, schema)
            .number(3, rows)
            .structs(4, groups, rowGroups.toByteArray())
            .text(6, "cliquestream")
            .bytes();
    to.write(footer);
    to.write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .array());
    to.write(MARK);
  }
}
