package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.FlatBufferBuilder;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;
import org.apache.arrow.flatbuf.Utf8View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow streams of some hundred bytes that say to hold far more: a typed failure, no memory. */
final class HostileArrowTest {
  private static final int CONTINUATION = -1;
  private static final int NONE = 0;

  @TempDir private Path folder;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();

  private enum Kind {
    NUMBERS,
    TEXT,
    VIEWS,
    ENTRIES
  }

  private void schema(Kind kind) {
    var builder = new FlatBufferBuilder();
    int[] fields = new int[2];
    for (int i = 0; i < 2; i++) {
      int name = builder.createString(i == 0 ? "source" : "target");
      int dictionary = NONE;
      if (kind == Kind.ENTRIES) {
        int index = Int.createInt(builder, Long.SIZE, true);
        dictionary =
            DictionaryEncoding.createDictionaryEncoding(builder, 7, index, false, (short) 0);
      }
      int type;
      byte tag;
      switch (kind) {
        case NUMBERS -> {
          type = Int.createInt(builder, Long.SIZE, true);
          tag = Type.Int;
        }
        case VIEWS -> {
          Utf8View.startUtf8View(builder);
          type = Utf8View.endUtf8View(builder);
          tag = Type.Utf8View;
        }
        case TEXT, ENTRIES -> {
          Utf8.startUtf8(builder);
          type = Utf8.endUtf8(builder);
          tag = Type.Utf8;
        }
        default -> throw new AssertionError(kind);
      }
      int children = Field.createChildrenVector(builder, new int[0]);
      fields[i] = Field.createField(builder, name, true, tag, type, dictionary, children, NONE);
    }
    int vector = Schema.createFieldsVector(builder, fields);
    int header = Schema.createSchema(builder, Endianness.Little, vector, NONE, NONE);
    message(builder, MessageHeader.Schema, header, new byte[0]);
  }

  /**
   * A batch whose columns have as many rows, and buffers of these lengths, one behind the other.
   */
  private static int batch(
      FlatBufferBuilder builder, long rows, long[] nodes, List<byte[]> buffers, long... variadic) {
    RecordBatch.startNodesVector(builder, nodes.length);
    for (int i = nodes.length - 1; i >= 0; i--) {
      int _ = FieldNode.createFieldNode(builder, nodes[i], 0);
    }
    int nodeVector = builder.endVector();
    long end = buffers.stream().mapToLong(bytes -> bytes.length).sum();
    RecordBatch.startBuffersVector(builder, buffers.size());
    for (byte[] bytes : buffers.reversed()) {
      end -= bytes.length;
      int _ = Buffer.createBuffer(builder, end, bytes.length);
    }
    int bufferVector = builder.endVector();
    int counts =
        variadic.length == 0
            ? NONE
            : RecordBatch.createVariadicBufferCountsVector(builder, variadic);
    return RecordBatch.createRecordBatch(builder, rows, nodeVector, bufferVector, NONE, counts);
  }

  private void rows(long rows, long[] nodes, List<byte[]> buffers, long... variadic) {
    var builder = new FlatBufferBuilder();
    int header = batch(builder, rows, nodes, buffers, variadic);
    message(builder, MessageHeader.RecordBatch, header, joined(buffers));
  }

  private void dictionary(long rows, boolean delta, List<byte[]> buffers) {
    var builder = new FlatBufferBuilder();
    int data = batch(builder, rows, new long[] {rows}, buffers);
    int header = DictionaryBatch.createDictionaryBatch(builder, 7, data, delta);
    message(builder, MessageHeader.DictionaryBatch, header, joined(buffers));
  }

  private static byte[] joined(List<byte[]> buffers) {
    var all = new ByteArrayOutputStream();
    buffers.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private void message(FlatBufferBuilder builder, byte kind, int header, byte[] body) {
    builder.finish(
        Message.createMessage(builder, MetadataVersion.V5, kind, header, body.length, NONE));
    byte[] metadata = builder.sizedByteArray();
    file.writeBytes(ints(CONTINUATION, metadata.length));
    file.writeBytes(metadata);
    file.writeBytes(body);
  }

  private static byte[] ints(int... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }

  private static byte[] longs(long... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      bytes.putLong(number);
    }
    return bytes.array();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] nothing() {
    return new byte[0];
  }

  private ComputeException failure() {
    return Read.failure(folder, "a.arrows", file.toByteArray(), ReadOptions.defaults());
  }

  private List<String> edges() {
    return Read.edges(ReadOptions.defaults(), Read.file(folder, "a.arrows", file.toByteArray()));
  }

  @Test
  void whatIsRightIsRead() {
    schema(Kind.NUMBERS);
    rows(2, new long[] {2, 2}, List.of(nothing(), longs(1, 2), nothing(), longs(3, 4)));
    assertThat(edges()).containsExactly("1-3", "2-4");
    file.reset();
    schema(Kind.TEXT);
    rows(
        1,
        new long[] {1, 1},
        List.of(nothing(), ints(0, 3), text("ann"), nothing(), ints(0, 3), text("bob")));
    assertThat(edges()).containsExactly("ann-bob");
    file.reset();
    schema(Kind.ENTRIES);
    dictionary(1, false, List.of(nothing(), ints(0, 3), text("ann")));
    dictionary(1, true, List.of(nothing(), ints(0, 3), text("bob")));
    rows(1, new long[] {1, 1}, List.of(nothing(), longs(0), nothing(), longs(1)));
    assertThat(edges()).containsExactly("ann-bob");
  }

  @Test
  void rowsThatAreOnlySaidOnceTookTheirMemory() {
    for (Kind kind : Kind.values()) {
      for (long rows : new long[] {Integer.MAX_VALUE - 1, 1L << 40, -1}) {
        file.reset();
        schema(kind);
        List<byte[]> column =
            kind == Kind.TEXT
                ? List.of(nothing(), nothing(), nothing())
                : List.of(nothing(), nothing());
        var buffers = new java.util.ArrayList<>(column);
        buffers.addAll(column);
        if (kind == Kind.ENTRIES) {
          dictionary(rows, false, List.of(nothing(), nothing(), nothing()));
        }
        long[] variadic = kind == Kind.VIEWS ? new long[] {0, 0} : new long[0];
        rows(rows, new long[] {rows, rows}, buffers, variadic);
        assertThat(failure().code())
            .as("%s, %d rows", kind, rows)
            .isEqualTo(rows < 0 ? FailureCode.FILE_LINE_INVALID : FailureCode.GRAPH_TOO_LARGE);
      }
    }
  }

  @Test
  void buffersThatAreOnlySaidOnceTookTheirMemory() {
    schema(Kind.VIEWS);
    rows(
        1,
        new long[] {1, 1},
        List.of(nothing(), longs(0, 0), nothing(), longs(0, 0)),
        Integer.MAX_VALUE - 8,
        0);
    assertThat(failure().code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
  }

  @Test
  void moreRowsInAColumnThanInItsBatchOnceWereDropped() {
    schema(Kind.NUMBERS);
    rows(1, new long[] {2, 2}, List.of(nothing(), longs(1, 2), nothing(), longs(3, 4)));
    assertThat(failure().code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
  }

  @Test
  void anEntryBeyond32BitsOnceWasAnotherEntry() {
    schema(Kind.ENTRIES);
    dictionary(2, false, List.of(nothing(), ints(0, 3, 6), text("annbob")));
    rows(1, new long[] {1, 1}, List.of(nothing(), longs(1L << 32), nothing(), longs(1)));
    assertThat(failure().getMessage()).contains("entry 4294967296 of dictionary 7");
  }

  @Test
  void offsetsThatEndEarlyOnceMadeEmptyNames() {
    schema(Kind.TEXT);
    rows(
        2,
        new long[] {2, 2},
        List.of(nothing(), ints(0, 3), text("ann"), nothing(), ints(0, 3, 6), text("bobcid")));
    assertThat(failure().code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
  }

  @Test
  void manyNumbersOfOneBatchAreNames() {
    int rows = 40_000;
    long[] numbers = LongStream.range(0, rows).map(row -> row % 3 == 0 ? -row : row).toArray();
    schema(Kind.NUMBERS);
    rows(
        rows,
        new long[] {rows, rows},
        List.of(nothing(), longs(numbers), nothing(), longs(new long[rows])));
    List<String> expected = LongStream.of(numbers).mapToObj(number -> number + "-0").toList();
    assertThat(
            Read.edges(
                ReadOptions.defaults().withIds(IdKind.NAMES),
                Read.file(folder, "a.arrows", file.toByteArray())))
        .isEqualTo(expected);
  }

  @Test
  void aNameFarDownInABatchIsSaidByItsRow() {
    int rows = 20_000;
    byte[] names = text("a".repeat(rows));
    names[17_000] = (byte) 0xFF;
    int[] ends = IntStream.rangeClosed(0, rows).toArray();
    schema(Kind.TEXT);
    rows(
        rows,
        new long[] {rows, rows},
        List.of(nothing(), ints(ends), names, nothing(), ints(ends), text("b".repeat(rows))));
    assertThat(failure().getMessage()).contains("row 17001: a name is not UTF-8");
  }

  @Test
  void aViewOnceReadFromTheBufferBesideItsOwn() {
    schema(Kind.VIEWS);
    byte[] first = text("a".repeat(16));
    byte[] second = text("b".repeat(16));
    byte[] view = ints(16, 0x61616161, 0, 8);
    rows(
        1,
        new long[] {1, 1},
        List.of(nothing(), view, first, second, nothing(), view, first, second),
        2,
        2);
    assertThat(failure().getMessage()).contains("lies outside of its buffer");
  }
}
