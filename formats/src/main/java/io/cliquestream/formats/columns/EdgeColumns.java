package io.cliquestream.formats.columns;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.table.TableColumns;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Reads edges out of two columns of a Parquet or Arrow table. Whole numbers are ids; where one is
 * below zero, or a column holds text, vertices have names. A row without a value in either column
 * is an error.
 */
public final class EdgeColumns {
  /** Rows whose numbers are written out as names at a time. */
  private static final int NAMED_ROWS = 1 << 14;

  private final String name;
  private final IdKind ids;
  private final Supplier<NameDictionary> dictionary;
  private final JobControl control;
  private final EdgeSink edges;
  private long rows;

  /**
   * What was read.
   *
   * @param edges ids, or numbers of names; the caller's to close
   * @param named whether they are numbers of names
   */
  public record Read(EdgeArray edges, boolean named) {}

  /** Opens the table anew, from its beginning. */
  @FunctionalInterface
  private interface Opener {
    ColumnTable open() throws IOException;
  }

  private EdgeColumns(
      String name,
      IdKind ids,
      Supplier<NameDictionary> dictionary,
      ReadLimits limits,
      JobControl control) {
    this.name = name;
    this.ids = ids;
    this.dictionary = dictionary;
    this.control = control;
    this.edges = new EdgeSink(name, limits.maximumPairs(), new AtomicLong());
  }

  /**
   * Reads a Parquet file.
   *
   * @param name names it in messages
   */
  public static Read parquet(
      String name,
      Path file,
      TableOptions options,
      IdKind ids,
      Supplier<NameDictionary> dictionary,
      ReadLimits limits,
      JobControl control) {
    return read(
        new EdgeColumns(name, ids, dictionary, limits, control),
        options,
        () -> ParquetTable.open(file, limits.parallelism().threads(), control));
  }

  /** Reads an Arrow file, or a stream of Arrow's messages. */
  public static Read arrow(
      Content content,
      TableOptions options,
      IdKind ids,
      Supplier<NameDictionary> dictionary,
      ReadLimits limits,
      JobControl control) {
    return read(
        new EdgeColumns(content.name(), ids, dictionary, limits, control),
        options,
        () -> ArrowTable.open(content));
  }

  private static Read read(EdgeColumns reader, TableOptions options, Opener opener) {
    try (reader.edges;
        ColumnTable table = opener.open()) {
      return reader.read(table, options);
    } catch (ComputeException e) {
      throw e;
    } catch (CutException e) {
      throw InputFailures.truncated(reader.name, e.getMessage());
    } catch (IOException e) {
      throw InputFailures.whileReading(reader.name, e);
    } catch (OutOfMemoryError e) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          reader.name + ": its columns take more memory than there is; write it in smaller batches",
          e);
    } catch (RuntimeException e) {
      // A file's own numbers led somewhere that is not there.
      throw new ComputeException(
          FailureCode.FILE_LINE_INVALID,
          "%s is damaged, or holds what is not read: %s"
              .formatted(reader.name, InputExcerpt.of(String.valueOf(e.getMessage()))),
          e);
    }
  }

  private Read read(ColumnTable table, TableOptions options) throws IOException {
    List<Column> columns = table.columns();
    int[] ends = TableColumns.ends(name, columns.stream().map(Column::name).toList(), options);
    Column source = usable(columns.get(ends[0]));
    Column target = usable(columns.get(ends[1]));
    table.choose(ends[0], ends[1]);
    boolean named =
        ids == IdKind.NAMES
            || source.kind() == Column.Kind.TEXT
            || target.kind() == Column.Kind.TEXT;
    while (table.next()) {
      control.checkStopped();
      int count = table.rows();
      requireValues(table.source(), source, count);
      requireValues(table.target(), target, count);
      if (named) {
        names(table.source(), table.target(), count);
      } else {
        numbers(table.source(), source, table.target(), target, count);
      }
      rows += count;
    }
    return new Read(edges.take(), named);
  }

  private Column usable(Column column) {
    if (column.kind() == Column.Kind.OTHER) {
      throw InputFailures.invalid(
          name,
          "column '%s' holds %s, and vertices are whole numbers or text; --source and --target name"
                  .formatted(InputExcerpt.of(column.name()), column.type())
              + " two columns");
    }
    return column;
  }

  private void requireValues(ColumnValues values, Column column, int count) {
    int row = values.missing().nextSetBit(0);
    if (row >= 0 && row < count) {
      throw at(row, "column '%s' has no value".formatted(InputExcerpt.of(column.name())));
    }
  }

  private void numbers(
      ColumnValues from, Column source, ColumnValues to, Column target, int count) {
    boolean first = from.hasNegative(count);
    if (first || to.hasNegative(count)) {
      throw InputFailures.invalid(
          name,
          "column '%s' holds numbers below zero, which are names; --ids names takes them"
              .formatted(InputExcerpt.of((first ? source : target).name())));
    }
    long[] sources = from.numbers();
    long[] targets = to.numbers();
    for (int row = 0; row < count; row++) {
      edges.add(sources[row], targets[row]);
    }
  }

  private void names(ColumnValues from, ColumnValues to, int count) {
    for (int begin = 0; begin < count; begin += NAMED_ROWS) {
      control.checkStopped();
      int end = Math.min(count, begin + NAMED_ROWS);
      names(from.texts(begin, end), to.texts(begin, end), begin, end - begin);
    }
  }

  /**
   * @param first the row of the batch with which these texts begin
   */
  private void names(ColumnValues from, ColumnValues to, int first, int count) {
    NameDictionary names = dictionary.get();
    int batch = NameDictionary.READ_AHEAD / 2;
    long[] hashes = new long[2 * batch];
    for (int begin = 0; begin < count; begin += batch) {
      int end = Math.min(count, begin + batch);
      for (int row = begin; row < end; row++) {
        int at = 2 * (row - begin);
        hashes[at] = names.hash(from.bytes(), from.starts()[row], from.ends()[row]);
        hashes[at + 1] = names.hash(to.bytes(), to.starts()[row], to.ends()[row]);
      }
      names.readAhead(hashes, 0, 2 * (end - begin));
      for (int row = begin; row < end; row++) {
        int at = 2 * (row - begin);
        try {
          edges.add(
              names.number(from.bytes(), from.starts()[row], from.ends()[row], hashes[at]),
              names.number(to.bytes(), to.starts()[row], to.ends()[row], hashes[at + 1]));
        } catch (ComputeException e) {
          throw e.code() == FailureCode.FILE_LINE_INVALID ? at(first + row, e.getMessage()) : e;
        }
      }
    }
  }

  private ComputeException at(int row, String detail) {
    return InputFailures.invalid(name, "row %d: %s".formatted(rows + row + 1, detail));
  }
}
