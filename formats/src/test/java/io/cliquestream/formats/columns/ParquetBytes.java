package io.cliquestream.formats.columns;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Parquet files of two columns of numbers, whose pages say whatever they are told to (Parquet's
 * format 2.11, Thrift's compact protocol).
 */
final class ParquetBytes {
  private static final int PLAIN = 0;
  private static final int RLE_DICTIONARY = 8;
  private static final int INT64 = 2;

  private ParquetBytes() {}

  /**
   * A page.
   *
   * @param entries whether it is a dictionary
   * @param encoding of its values
   * @param values how many it says to have
   * @param unpacked bytes that it says to have
   */
  record Page(boolean entries, int encoding, int values, int unpacked, byte[] body) {
    static Page plain(long... numbers) {
      byte[] body = longs(numbers);
      return new Page(false, PLAIN, numbers.length, body.length, body);
    }

    static Page dictionary(long... numbers) {
      byte[] body = longs(numbers);
      return new Page(true, PLAIN, numbers.length, body.length, body);
    }

    /** The first entry of the dictionary again and again. */
    static Page firstEntry(int times) {
      var body = new ByteArrayOutputStream();
      body.write(1);
      varint(body, (long) times << 1);
      body.write(0);
      return new Page(false, RLE_DICTIONARY, times, body.size(), body.toByteArray());
    }

    Page saying(int saidValues, int saidBytes) {
      return new Page(entries, encoding, saidValues, saidBytes, body);
    }

    private byte[] bytes() {
      var out = new ByteArrayOutputStream();
      var header = new Struct();
      header.number(1, 5, entries ? 2 : 0).number(2, 5, unpacked).number(3, 5, body.length);
      var values = new Struct().number(1, 5, this.values).number(2, 5, encoding);
      if (!entries) {
        values.number(3, 5, 3).number(4, 5, 3);
      }
      out.writeBytes(header.struct(entries ? 7 : 5, values).end());
      out.writeBytes(body);
      return out.toByteArray();
    }

    private static byte[] longs(long... numbers) {
      ByteBuffer bytes =
          ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (long number : numbers) {
        bytes.putLong(number);
      }
      return bytes.array();
    }
  }

  /** A file of one row group; both columns have the same pages. */
  static byte[] file(long rows, List<Page> pages) {
    return file(rows, pages, null);
  }

  /**
   * The same.
   *
   * @param hidden a page behind the columns, which alone their index knows; null for no index
   */
  static byte[] file(long rows, List<Page> pages, Page hidden) {
    var file = new ByteArrayOutputStream();
    byte[] mark = "PAR1".getBytes(StandardCharsets.US_ASCII);
    file.writeBytes(mark);
    int[] begins = new int[3];
    int[] dataBegins = new int[2];
    for (int column = 0; column < 2; column++) {
      begins[column] = file.size();
      for (Page page : pages) {
        file.writeBytes(page.bytes());
        if (page.entries()) {
          dataBegins[column] = file.size();
        }
      }
      begins[column + 1] = file.size();
    }
    int indexBegin = 0;
    int indexBytes = 0;
    if (hidden != null) {
      byte[] bytes = hidden.bytes();
      var place = new Struct().number(1, 6, file.size()).number(2, 5, bytes.length).number(3, 6, 0);
      file.writeBytes(bytes);
      indexBegin = file.size();
      byte[] index = new Struct().structs(1, place.end()).end();
      indexBytes = index.length;
      file.writeBytes(index);
    }
    var root = new Struct().text(4, "rows").number(5, 5, 2);
    byte[][] schema = {root.end(), leaf("source"), leaf("target")};
    byte[][] columns = new byte[2][];
    for (int column = 0; column < 2; column++) {
      long bytes = (long) begins[column + 1] - begins[column];
      var metadata =
          new Struct()
              .number(1, 5, INT64)
              .numbers(2, PLAIN, RLE_DICTIONARY)
              .texts(3, column == 0 ? "source" : "target")
              .number(4, 5, 0)
              .number(5, 6, rows)
              .number(6, 6, bytes)
              .number(7, 6, bytes)
              .number(9, 6, dataBegins[column] == 0 ? begins[column] : dataBegins[column]);
      if (dataBegins[column] > 0) {
        metadata.number(11, 6, begins[column]);
      }
      var chunk = new Struct().number(2, 6, begins[column]).struct(3, metadata);
      if (hidden != null) {
        chunk.number(4, 6, indexBegin).number(5, 5, indexBytes);
      }
      columns[column] = chunk.end();
    }
    byte[] group = new Struct().structs(1, columns).number(2, 6, 0).number(3, 6, rows).end();
    byte[] footer =
        new Struct().number(1, 5, 2).structs(2, schema).number(3, 6, rows).structs(4, group).end();
    file.writeBytes(footer);
    file.writeBytes(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .array());
    file.writeBytes(mark);
    return file.toByteArray();
  }

  private static byte[] leaf(String name) {
    return new Struct().number(1, 5, INT64).number(3, 5, 0).text(4, name).end();
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      out.write((int) (rest | 0x80));
    }
    out.write((int) rest);
  }

  /** A struct of ascending fields: 5 is the type of 32 bits, 6 that of 64. */
  private static final class Struct {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int last;

    private Struct field(int id, int type) {
      bytes.write((id - last) << 4 | type);
      last = id;
      return this;
    }

    Struct number(int id, int type, long value) {
      varint(field(id, type).bytes, value << 1 ^ value >> 63);
      return this;
    }

    Struct text(int id, String text) {
      varint(field(id, 8).bytes, text.length());
      bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
      return this;
    }

    Struct struct(int id, Struct value) {
      field(id, 12).bytes.writeBytes(value.end());
      return this;
    }

    Struct structs(int id, byte[]... values) {
      field(id, 9).bytes.write(values.length << 4 | 12);
      for (byte[] value : values) {
        bytes.writeBytes(value);
      }
      return this;
    }

    Struct texts(int id, String text) {
      field(id, 9).bytes.write(1 << 4 | 8);
      varint(bytes, text.length());
      bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
      return this;
    }

    Struct numbers(int id, int... values) {
      field(id, 9).bytes.write(values.length << 4 | 5);
      for (int value : values) {
        varint(bytes, (long) value << 1);
      }
      return this;
    }

    byte[] end() {
      bytes.write(0);
      return bytes.toByteArray();
    }
  }
}
