package io.cliquestream.formats.columns;

import io.cliquestream.kernels.names.NameBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Type;

/**
 * Decodes one column of a record batch or dictionary into values. The number of rows that a batch
 * announces is believed once its buffers have as many, so what is allocated is bounded by what is
 * there.
 */
final class ArrowColumn {
  /** Bytes of a view: length, and the text itself or its beginning, buffer and offset. */
  private static final int VIEW_BYTES = 16;

  private static final int INLINE_BYTES = 12;

  private ArrowColumn() {}

  /**
   * Reads a column.
   *
   * @param node the number of the field's node in the batch
   * @param buffer the number of its first buffer
   * @param variadic the number of its variadic count, where it has one
   * @param dictionaryIndexes whether the field's indexes are wanted, not its values
   */
  static ColumnValues read(
      ArrowBuffers buffers,
      Field field,
      int node,
      int buffer,
      int variadic,
      boolean dictionaryIndexes)
      throws IOException {
    if (node < 0 || node >= buffers.batch().nodesLength()) {
      throw new IllegalArgumentException("column " + node + " of " + buffers.batch().nodesLength());
    }
    int rows = ArrowBuffers.requireRows(buffers.batch().nodes(node).length());
    BitSet missing = missing(buffers, node, buffer, rows);
    if (dictionaryIndexes || field.typeType() == Type.Int) {
      Int type = dictionaryIndexes ? ArrowLayout.numbers(field) : (Int) field.type(new Int());
      return ColumnValues.ofNumbers(
          numbers(buffers.read(buffer + 1, 0), type, rows), !type.isSigned(), missing);
    }
    return switch (field.typeType()) {
      case Type.Utf8 -> texts(buffers, buffer, rows, Integer.BYTES, missing);
      case Type.LargeUtf8 -> texts(buffers, buffer, rows, Long.BYTES, missing);
      case Type.Utf8View -> views(buffers, buffer, variadic, rows, missing);
      default -> throw new IllegalArgumentException("a column of type " + field.typeType());
    };
  }

  private static BitSet missing(ArrowBuffers buffers, int node, int buffer, int rows)
      throws IOException {
    BitSet missing = new BitSet();
    if (buffers.batch().nodes(node).nullCount() == 0
        || buffers.batch().buffers(buffer).length() == 0) {
      return missing;
    }
    byte[] valid = buffers.read(buffer, 0);
    requireRows(valid.length * (long) Byte.SIZE, rows);
    missing.set(0, rows);
    missing.andNot(BitSet.valueOf(valid));
    return missing;
  }

  private static void requireRows(long found, long rows) {
    if (found < rows) {
      throw new IllegalArgumentException(
          "a column of %d rows has a buffer for %d".formatted(rows, found));
    }
    ArrowBuffers.requireColumn(rows * Long.BYTES);
  }

  private static long[] numbers(byte[] bytes, Int type, int rows) {
    requireRows(bytes.length * (long) Byte.SIZE / Math.max(1, type.bitWidth()), rows);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long[] numbers = new long[rows];
    boolean signed = type.isSigned();
    for (int row = 0; row < rows; row++) {
      numbers[row] =
          switch (type.bitWidth()) {
            case Byte.SIZE -> signed ? in.get() : in.get() & 0xFFL;
            case Short.SIZE -> signed ? in.getShort() : in.getShort() & 0xFFFFL;
            case Integer.SIZE -> signed ? in.getInt() : Integer.toUnsignedLong(in.getInt());
            case Long.SIZE -> in.getLong();
            default ->
                throw new IllegalArgumentException("numbers of " + type.bitWidth() + " bits");
          };
    }
    return numbers;
  }

  private static ColumnValues texts(
      ArrowBuffers buffers, int buffer, int rows, int offsetBytes, BitSet missing)
      throws IOException {
    ByteBuffer offsets =
        ByteBuffer.wrap(buffers.read(buffer + 1, 0)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] bytes = buffers.read(buffer + 2, NameBytes.SLACK);
    // Without rows there may be no offset at all.
    int count = rows == 0 ? 0 : rows + 1;
    requireRows(offsets.remaining() / offsetBytes, count);
    int[] bounds = new int[rows + 1];
    int last = 0;
    for (int row = 0; row < count; row++) {
      long offset = offsetBytes == Integer.BYTES ? offsets.getInt() : offsets.getLong();
      if (offset < last || offset > bytes.length - NameBytes.SLACK) {
        throw new IllegalArgumentException("a text ends at " + offset);
      }
      last = (int) offset;
      bounds[row] = last;
    }
    return ColumnValues.ofTexts(bytes, bounds, Arrays.copyOfRange(bounds, 1, rows + 1), missing);
  }

  private static ColumnValues views(
      ArrowBuffers buffers, int buffer, int variadic, int rows, BitSet missing) throws IOException {
    byte[] views = buffers.read(buffer + 1, 0);
    requireRows(views.length / VIEW_BYTES, rows);
    int count = pieces(buffers, variadic);
    int[] begins = new int[count + 1];
    byte[][] pieces = new byte[count + 1][];
    pieces[0] = views;
    int end = views.length;
    for (int piece = 0; piece < count; piece++) {
      pieces[piece + 1] = buffers.read(buffer + 2 + piece, 0);
      begins[piece] = end;
      ArrowBuffers.requireColumn((long) end + pieces[piece + 1].length);
      end += pieces[piece + 1].length;
    }
    begins[count] = end;
    byte[] bytes = joined(pieces, end);
    ByteBuffer in = ByteBuffer.wrap(views).order(ByteOrder.LITTLE_ENDIAN);
    int[] starts = new int[rows];
    int[] ends = new int[rows];
    for (int row = 0; row < rows; row++) {
      if (missing.get(row)) {
        continue;
      }
      int at = row * VIEW_BYTES;
      int length = in.getInt(at);
      int begin = at + Integer.BYTES;
      int last = at + VIEW_BYTES;
      if (length > INLINE_BYTES) {
        int piece = in.getInt(at + 8);
        int offset = in.getInt(at + 12);
        begin = offset < 0 ? -1 : Math.addExact(begins[piece], offset);
        last = begins[piece + 1];
      }
      if (length < 0 || begin < 0 || length > last - begin) {
        throw new IllegalArgumentException("a text lies outside of its buffer");
      }
      starts[row] = begin;
      ends[row] = begin + length;
    }
    return ColumnValues.ofTexts(bytes, starts, ends, missing);
  }

  /** How many buffers hold the texts of views. */
  private static int pieces(ArrowBuffers buffers, int variadic) {
    long count = buffers.batch().variadicBufferCounts(variadic);
    if (count < 0 || count > buffers.batch().buffersLength()) {
      throw new IllegalArgumentException(
          "a column of %d buffers in a batch of %d"
              .formatted(count, buffers.batch().buffersLength()));
    }
    return (int) count;
  }

  private static byte[] joined(byte[][] pieces, int length) {
    byte[] bytes = new byte[length + NameBytes.SLACK];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, bytes, at, piece.length);
      at += piece.length;
    }
    return bytes;
  }
}
