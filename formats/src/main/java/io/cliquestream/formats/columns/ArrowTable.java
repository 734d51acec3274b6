package io.cliquestream.formats.columns;

import io.cliquestream.kernels.names.NameBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * An Arrow file (Feather) or stream, read from its front: batches of rows, and the dictionaries of
 * the two columns where they have some. Of a body the two columns are read, all else is skipped.
 */
final class ArrowTable implements ColumnTable {
  private final ArrowMessages messages;
  private final List<Field> fields = new ArrayList<>();
  private final List<Column> columns;
  private final Map<Long, ColumnValues> dictionaries = new HashMap<>();
  private final Map<Long, Integer> dictionarySizes = new HashMap<>();
  private int source;
  private int target;
  private int rows;
  private ColumnValues sourceValues;
  private ColumnValues targetValues;

  private ArrowTable(ArrowMessages messages) throws IOException {
    this.messages = messages;
    Message first = messages.next();
    if (first == null || first.headerType() != MessageHeader.Schema) {
      throw new IllegalArgumentException("it begins with no schema");
    }
    Schema schema = (Schema) first.header(new Schema());
    if (schema == null) {
      throw new IllegalArgumentException("its schema is missing");
    }
    if (schema.endianness() != Endianness.Little) {
      throw new IllegalArgumentException("its numbers begin with their highest byte");
    }
    if (schema.fieldsLength() > ArrowLayout.MOST_FIELDS) {
      throw new IllegalArgumentException("it has " + schema.fieldsLength() + " columns");
    }
    for (int i = 0; i < schema.fieldsLength(); i++) {
      fields.add(schema.fields(i));
    }
    columns = fields.stream().map(ArrowLayout::column).toList();
  }

  static ArrowTable open(InputStream in) throws IOException {
    return new ArrowTable(new ArrowMessages(in));
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void choose(int first, int second) {
    source = first;
    target = second;
  }

  @Override
  public boolean next() throws IOException {
    for (Message message = messages.next(); message != null; message = messages.next()) {
      switch (message.headerType()) {
        case MessageHeader.RecordBatch -> {
          batch((RecordBatch) message.header(new RecordBatch()));
          return true;
        }
        case MessageHeader.DictionaryBatch ->
            dictionary((DictionaryBatch) message.header(new DictionaryBatch()));
        default -> throw new IllegalArgumentException("a message of kind " + message.headerType());
      }
    }
    return false;
  }

  private void batch(RecordBatch batch) throws IOException {
    ArrowBuffers buffers = new ArrowBuffers(messages, batch);
    rows = ArrowBuffers.requireRows(batch.length());
    // Buffers lie in the order of the fields.
    if (source < target) {
      sourceValues = column(buffers, source);
      targetValues = column(buffers, target);
    } else {
      targetValues = column(buffers, target);
      sourceValues = column(buffers, source);
    }
  }

  private ColumnValues column(ArrowBuffers buffers, int index) throws IOException {
    ArrowLayout.Extent before = new ArrowLayout.Extent(0, 0, 0);
    int variadicBuffers = 0;
    for (int i = 0; i < index; i++) {
      ArrowLayout.Extent extent = ArrowLayout.of(fields.get(i));
      for (int v = 0; v < extent.variadics(); v++) {
        variadicBuffers +=
            Math.toIntExact(buffers.batch().variadicBufferCounts(before.variadics() + v));
      }
      before = before.and(extent);
    }
    Field field = fields.get(index);
    boolean indexed = field.dictionary() != null;
    ColumnValues values =
        ArrowColumn.read(
            buffers,
            field,
            before.nodes(),
            before.buffers() + variadicBuffers,
            before.variadics(),
            indexed);
    int found = rows(values);
    if (found != rows) {
      throw new IllegalArgumentException("a column has %d rows of %d".formatted(found, rows));
    }
    return indexed ? looked(values, field.dictionary().id()) : values;
  }

  private static int rows(ColumnValues values) {
    return values.areNumbers() ? values.numbers().length : values.ends().length;
  }

  private void dictionary(DictionaryBatch message) throws IOException {
    Field field =
        isOf(source, message.id())
            ? fields.get(source)
            : isOf(target, message.id()) ? fields.get(target) : null;
    if (field == null) {
      return;
    }
    ColumnValues values =
        ArrowColumn.read(new ArrowBuffers(messages, message.data()), field, 0, 0, 0, false);
    int size = rows(values);
    ColumnValues before = dictionaries.get(message.id());
    if (message.isDelta() && before != null) {
      int known = dictionarySizes.get(message.id());
      values = joined(before, known, values, size);
      size += known;
    }
    dictionaries.put(message.id(), values);
    dictionarySizes.put(message.id(), size);
  }

  private boolean isOf(int column, long dictionary) {
    return fields.get(column).dictionary() != null
        && fields.get(column).dictionary().id() == dictionary;
  }

  private ColumnValues looked(ColumnValues indexes, long id) {
    ColumnValues dictionary = dictionaries.get(id);
    if (dictionary == null) {
      throw new IllegalArgumentException("dictionary " + id + " is missing");
    }
    int size = dictionarySizes.get(id);
    BitSet missing = (BitSet) indexes.missing().clone();
    long[] numbers = dictionary.areNumbers() ? new long[rows] : null;
    int[] starts = dictionary.areNumbers() ? null : new int[rows];
    int[] ends = dictionary.areNumbers() ? null : new int[rows];
    for (int row = 0; row < rows; row++) {
      if (missing.get(row)) {
        continue;
      }
      long entry = indexes.numbers()[row];
      if (entry < 0 || entry >= size) {
        throw new IllegalArgumentException(
            "entry %d of dictionary %d, which has %d".formatted(entry, id, size));
      }
      int index = (int) entry;
      if (dictionary.missing().get(index)) {
        missing.set(row);
      } else if (numbers != null) {
        numbers[row] = dictionary.numbers()[index];
      } else {
        starts[row] = dictionary.starts()[index];
        ends[row] = dictionary.ends()[index];
      }
    }
    return numbers == null
        ? ColumnValues.ofTexts(dictionary.bytes(), starts, ends, missing)
        : ColumnValues.ofNumbers(numbers, dictionary.unsigned(), missing);
  }

  private static ColumnValues joined(ColumnValues first, int known, ColumnValues next, int more) {
    int _ = ArrowBuffers.requireRows((long) known + more);
    BitSet missing = (BitSet) first.missing().clone();
    next.missing().stream().forEach(row -> missing.set(known + row));
    if (first.areNumbers()) {
      long[] numbers = Arrays.copyOf(first.numbers(), known + more);
      System.arraycopy(next.numbers(), 0, numbers, known, more);
      return ColumnValues.ofNumbers(numbers, first.unsigned(), missing);
    }
    int begin = first.bytes().length - NameBytes.SLACK;
    ArrowBuffers.requireColumn((long) begin + next.bytes().length);
    byte[] bytes = Arrays.copyOf(first.bytes(), begin + next.bytes().length);
    System.arraycopy(next.bytes(), 0, bytes, begin, next.bytes().length);
    int[] starts = Arrays.copyOf(first.starts(), known + more);
    int[] ends = Arrays.copyOf(first.ends(), known + more);
    for (int i = 0; i < more; i++) {
      starts[known + i] = begin + next.starts()[i];
      ends[known + i] = begin + next.ends()[i];
    }
    return ColumnValues.ofTexts(bytes, starts, ends, missing);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public ColumnValues source() {
    return sourceValues;
  }

  @Override
  public ColumnValues target() {
    return targetValues;
  }

  @Override
  public void close() {
    // The stream is the caller's.
  }
}
