package io.cliquestream.cli.rows;

import com.google.flatbuffers.FlatBufferBuilder;
import io.cliquestream.formats.VertexNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/**
 * Apache Arrow, as a file (Feather 2) or as a stream for those who read while it is written: a
 * schema and a record batch for each batch of rows. Sets of vertices are lists. Of a file some 24
 * bytes a batch are kept for its footer.
 */
final class ArrowWriter extends ColumnWriter {
  private static final byte[] MARK = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int ALIGNMENT = 8;
  private static final int CONTINUATION = -1;

  private record Place(long offset, int metadata, long body) {}

  private final boolean file;
  private final List<Place> batches = new ArrayList<>();
  private Batch layout;

  /**
   * @param file whether a footer is written by which batches are found
   */
  ArrowWriter(OutputStream out, VertexNames vertices, RowKind kind, boolean file) {
    super(out, vertices, kind);
    this.file = file;
  }

  @Override
  void begin(CountingStream to, Batch first) throws IOException {
    layout = first;
    if (file) {
      to.write(MARK);
      to.write(new byte[ALIGNMENT - MARK.length]);
    }
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int schema = schema(builder);
    finish(builder, MessageHeader.Schema, schema, 0);
    message(to, builder);
  }

  private int schema(FlatBufferBuilder builder) {
    int[] fields;
    if (layout.isList()) {
      ColumnBuffer column = layout.columns().getFirst();
      int item = field(builder, "item", column.type());
      int children = Field.createChildrenVector(builder, new int[] {item});
      int name = builder.createString(column.name());
      org.apache.arrow.flatbuf.List.startList(builder);
      int type = org.apache.arrow.flatbuf.List.endList(builder);
      fields = new int[] {Field.createField(builder, name, false, Type.List, type, 0, children, 0)};
    } else {
      fields =
          layout.columns().stream()
              .mapToInt(column -> field(builder, column.name(), column.type()))
              .toArray();
    }
    int vector = Schema.createFieldsVector(builder, fields);
    return Schema.createSchema(builder, Endianness.Little, vector, 0, 0);
  }

  private static int field(FlatBufferBuilder builder, String name, ColumnBuffer.Type type) {
    int text = builder.createString(name);
    int children = Field.createChildrenVector(builder, new int[0]);
    return switch (type) {
      case NUMBER ->
          Field.createField(
              builder,
              text,
              false,
              Type.Int,
              Int.createInt(builder, Long.SIZE, false),
              0,
              children,
              0);
      case REAL ->
          Field.createField(
              builder,
              text,
              false,
              Type.FloatingPoint,
              FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE),
              0,
              children,
              0);
      case TEXT -> {
        Utf8.startUtf8(builder);
        yield Field.createField(
            builder, text, false, Type.Utf8, Utf8.endUtf8(builder), 0, children, 0);
      }
    };
  }

  private static void finish(FlatBufferBuilder builder, byte kind, int header, long body) {
    Message.finishMessageBuffer(
        builder, Message.createMessage(builder, MetadataVersion.V5, kind, header, body, 0));
  }

  /** Writes the metadata of a message; gives its bytes with what stands before it. */
  private static int message(CountingStream to, FlatBufferBuilder builder) throws IOException {
    byte[] metadata = builder.sizedByteArray();
    int before = 2 * Integer.BYTES;
    int padded = -(-(before + metadata.length) & -ALIGNMENT) - before;
    ByteBuffer bytes =
        ByteBuffer.allocate(before + padded)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(CONTINUATION)
            .putInt(padded)
            .put(metadata);
    to.write(bytes.array());
    return before + padded;
  }

  @Override
  void batch(CountingStream to, Batch batch) throws IOException {
    List<byte[]> buffers = new ArrayList<>();
    List<Integer> nodes = new ArrayList<>();
    if (batch.isList()) {
      nodes.add(batch.rows());
      buffers.add(new byte[0]);
      buffers.add(offsets(batch.rows(), row -> batch.listEnds()[row]));
    }
    for (ColumnBuffer column : batch.columns()) {
      nodes.add(column.count());
      buffers.add(new byte[0]);
      if (column.type() == ColumnBuffer.Type.TEXT) {
        buffers.add(offsets(column.count(), column::end));
        buffers.add(java.util.Arrays.copyOf(column.texts(), column.textBytes()));
      } else {
        buffers.add(words(column));
      }
    }
    long body = buffers.stream().mapToLong(buffer -> padded(buffer.length)).sum();
    FlatBufferBuilder builder = new FlatBufferBuilder();
    // Vectors of structs are built from their ends.
    RecordBatch.startNodesVector(builder, nodes.size());
    for (int node : nodes.reversed()) {
      FieldNode.createFieldNode(builder, node, 0);
    }
    int nodeVector = builder.endVector();
    RecordBatch.startBuffersVector(builder, buffers.size());
    long end = body;
    for (byte[] buffer : buffers.reversed()) {
      end -= padded(buffer.length);
      Buffer.createBuffer(builder, end, buffer.length);
    }
    int bufferVector = builder.endVector();
    int header =
        RecordBatch.createRecordBatch(builder, batch.rows(), nodeVector, bufferVector, 0, 0);
    finish(builder, MessageHeader.RecordBatch, header, body);
    long offset = to.position();
    int metadata = message(to, builder);
    for (byte[] buffer : buffers) {
      to.write(buffer);
      to.write(new byte[(int) (padded(buffer.length) - buffer.length)]);
    }
    if (file) {
      batches.add(new Place(offset, metadata, body));
    }
  }

  private static long padded(long length) {
    return -(-length & -ALIGNMENT);
  }

  /** The end of each of a column's rows, behind the beginning of the first. */
  private static byte[] offsets(int rows, IntUnaryOperator ends) {
    ByteBuffer offsets =
        ByteBuffer.allocate((rows + 1) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(0);
    for (int row = 0; row < rows; row++) {
      offsets.putInt(ends.applyAsInt(row));
    }
    return offsets.array();
  }

  private static byte[] words(ColumnBuffer column) {
    ByteBuffer words =
        ByteBuffer.allocate(column.count() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < column.count(); i++) {
      words.putLong(column.word(i));
    }
    return words.array();
  }

  @Override
  void end(CountingStream to) throws IOException {
    to.write(
        ByteBuffer.allocate(2 * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(CONTINUATION)
            .putInt(0)
            .array());
    if (!file) {
      return;
    }
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int schema = schema(builder);
    Footer.startDictionariesVector(builder, 0);
    int dictionaries = builder.endVector();
    Footer.startRecordBatchesVector(builder, batches.size());
    for (Place place : batches.reversed()) {
      Block.createBlock(builder, place.offset(), place.metadata(), place.body());
    }
    int recordBatches = builder.endVector();
    Footer.finishFooterBuffer(
        builder,
        Footer.createFooter(builder, MetadataVersion.V5, schema, dictionaries, recordBatches, 0));
    byte[] footer = builder.sizedByteArray();
    to.write(footer);
    to.write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .array());
    to.write(MARK);
  }
}
