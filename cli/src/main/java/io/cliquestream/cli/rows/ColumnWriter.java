package io.cliquestream.cli.rows;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gathers rows into batches of columns, which a format writes. All rows of a file have one kind,
 * whose columns they are; a set of vertices is one column of lists. Ids and counts are unsigned
 * 64-bit numbers, names are text, fractions have double precision. Holds one batch.
 */
abstract class ColumnWriter implements RowWriter {
  private static final int BATCH_ROWS = 1 << 16;
  private static final long BATCH_BYTES = 1L << 22;

  private final CountingStream out;
  private final VertexNames vertices;
  private final RowKind kind;
  private final List<ColumnBuffer> columns = new ArrayList<>();
  private int column;
  private int rows;
  private int[] listEnds = new int[1 << 10];
  private boolean begun;

  ColumnWriter(OutputStream out, VertexNames vertices, RowKind kind) {
    this.out = new CountingStream(out);
    this.vertices = vertices;
    this.kind = kind;
  }

  /** Bytes written so far, and where to write. */
  static final class CountingStream {
    private final OutputStream out;
    private long position;

    CountingStream(OutputStream out) {
      this.out = out;
    }

    long position() {
      return position;
    }

    void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
      position += length;
    }

    void write(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
    }
  }

  /**
   * A batch of rows.
   *
   * @param columns of as many values each, or the one of the lists' elements
   * @param rows how many
   * @param listEnds of a set, where each row's elements end; null elsewhere
   */
  record Batch(List<ColumnBuffer> columns, int rows, int[] listEnds) {
    /** Whether rows are sets, which are lists of one column's values. */
    boolean isList() {
      return listEnds != null;
    }
  }

  /** Writes what stands before the first batch, whose columns are known now. */
  abstract void begin(CountingStream to, Batch first) throws IOException;

  /** Writes a batch. */
  abstract void batch(CountingStream to, Batch batch) throws IOException;

  /** Writes what stands behind the last batch. */
  abstract void end(CountingStream to) throws IOException;

  @Override
  public void begin(RowKind next) {
    if (kind != next) {
      throw new IllegalStateException("rows of %s were said, not of %s".formatted(kind, next));
    }
    open();
    column = 0;
  }

  /** Makes the columns, late: whether vertices have names may be known with the first row only. */
  private void open() {
    if (columns.isEmpty()) {
      for (RowKind.Column each : kind.typed()) {
        columns.add(
            new ColumnBuffer(
                each.name(),
                switch (each.value()) {
                  case VERTEX ->
                      vertices.areText() ? ColumnBuffer.Type.TEXT : ColumnBuffer.Type.NUMBER;
                  case COUNT -> ColumnBuffer.Type.NUMBER;
                  case REAL -> ColumnBuffer.Type.REAL;
                  case TEXT -> ColumnBuffer.Type.TEXT;
                }));
      }
    }
  }

  private boolean isSet() {
    return kind.shape() != RowKind.Shape.RECORD;
  }

  private ColumnBuffer next(ColumnBuffer.Type type) {
    ColumnBuffer found = columns.get(isSet() ? 0 : column++);
    if (found.type() != type) {
      throw new IllegalStateException("column " + found.name() + " is not " + type);
    }
    return found;
  }

  @Override
  public void vertex(long id) {
    ColumnBuffer found = columns.get(isSet() ? 0 : column++);
    if (found.type() == ColumnBuffer.Type.TEXT) {
      found.text(vertices.of(id));
    } else {
      found.number(id);
    }
  }

  @Override
  public void count(BigInteger count) {
    if (isFigure()) {
      next(ColumnBuffer.Type.TEXT).text(count.toString());
    } else if (count.bitLength() > Long.SIZE) {
      throw WorkerException.optionInvalid(
          "the count %s takes more than the 64 bits of a column; write .jsonl or .csv"
              .formatted(count));
    } else {
      next(ColumnBuffer.Type.NUMBER).number(count.longValue());
    }
  }

  @Override
  public void count(long count) {
    if (isFigure()) {
      next(ColumnBuffer.Type.TEXT).text(Long.toUnsignedString(count));
    } else {
      next(ColumnBuffer.Type.NUMBER).number(count);
    }
  }

  @Override
  public void real(double value) {
    if (isFigure()) {
      next(ColumnBuffer.Type.TEXT).text(Double.toString(value));
    } else {
      next(ColumnBuffer.Type.REAL).real(value);
    }
  }

  @Override
  public void text(String value) {
    next(ColumnBuffer.Type.TEXT).text(value);
  }

  /** Figures are numbers of every kind. */
  private boolean isFigure() {
    return kind == RowKind.FIGURE;
  }

  @Override
  public void end() throws IOException {
    if (isSet()) {
      if (rows == listEnds.length) {
        listEnds = Arrays.copyOf(listEnds, 2 * rows);
      }
      listEnds[rows] = columns.getFirst().count();
    }
    rows++;
    if (rows == BATCH_ROWS || columns.stream().mapToLong(ColumnBuffer::size).sum() >= BATCH_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    open();
    Batch batch = new Batch(List.copyOf(columns), rows, isSet() ? listEnds : null);
    if (!begun) {
      begun = true;
      begin(out, batch);
    }
    if (rows > 0) {
      batch(out, batch);
    }
    columns.forEach(ColumnBuffer::clear);
    rows = 0;
  }

  @Override
  public void close() throws IOException {
    try (out.out) {
      flush();
      end(out);
    }
  }
}
