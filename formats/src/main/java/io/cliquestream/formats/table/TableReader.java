package io.cliquestream.formats.table;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.LineException;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Reads a table with several threads. Rows are cut and hashed side by side; names are numbered in
 * turns, block after block, so their numbers do not depend on the number of threads, and neither
 * does any answer. Of several broken rows the first of the table is reported.
 */
public final class TableReader {
  private final Content content;
  private final long length;
  private final TableLayout layout;
  private final ReadLimits limits;
  private final JobControl control;
  private final NameDictionary names;
  private final RecordBlocks blocks;
  private final Turns turns = new Turns();
  private final AtomicReference<LineException> firstInvalid = new AtomicReference<>();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong pairs = new AtomicLong();
  private final List<EdgeArray> parts = new ArrayList<>();

  /** A block was not numbered; read and written in turns. */
  private boolean broken;

  private TableReader(
      Content content,
      long length,
      TableLayout layout,
      ReadLimits limits,
      JobControl control,
      NameDictionary names) {
    this.content = content;
    this.length = length;
    this.layout = layout;
    this.limits = limits;
    this.control = control;
    this.names = names;
    this.blocks = new RecordBlocks(content, layout, control);
  }

  /**
   * Edges of a table.
   *
   * @param edges by number or by the dictionary's numbers; the caller's to close
   * @param named whether ends are names
   */
  public record Table(EdgeArray edges, boolean named) {}

  /**
   * Reads a table.
   *
   * @param length bytes of the content, or 0 where nobody knows them
   * @param names asked for a dictionary when the ends of edges are names
   * @param content read to its end; stays the caller's to close
   * @param options of the table, its columns among them
   * @param ids what vertices are called by, or that the table decides
   * @param limits most pairs, and threads
   * @param control of the job; may end the reading
   * @return no edges where the table has no rows
   * @throws ComputeException FILE_LINE_INVALID, OPTION_INVALID, GRAPH_TOO_LARGE, or as {@link
   *     Content} fails
   */
  public static Table read(
      Content content,
      long length,
      TableOptions options,
      IdKind ids,
      Supplier<NameDictionary> names,
      ReadLimits limits,
      JobControl control) {
    Optional<TableLayout> layout = LayoutFinder.find(content, options, ids);
    if (layout.isEmpty()) {
      return new Table(EdgeArray.narrow(), false);
    }
    boolean named = layout.get().ids() == IdKind.NAMES;
    NameDictionary dictionary = named ? names.get() : null;
    return new Table(
        new TableReader(content, length, layout.get(), limits, control, dictionary).read(), named);
  }

  /**
   * {@return whether the first rows are a table by one of the usual delimiters: comma, tab,
   * semicolon, bar}
   *
   * @param content looked at, not taken
   * @param options whose further rules, as of quotes, count
   */
  public static boolean looksLikeTable(Content content, TableOptions options) {
    return DelimiterFinder.isTable(content, options);
  }

  private EdgeArray read() {
    boolean finished = false;
    try {
      if (names == null) {
        limits.parallelism().run(this::readNumbers);
      } else {
        try (EdgeSink sink = new EdgeSink(content.name(), limits.maximumPairs(), pairs)) {
          limits.parallelism().run(() -> readNames(sink));
          parts.add(sink.take());
        }
      }
      throwFirstInvalid();
      finished = true;
      return EdgeArray.join(parts, control);
    } finally {
      if (!finished) {
        parts.forEach(EdgeArray::close);
        // A broken row comes before whatever else ended the reading.
        throwFirstInvalid();
      }
    }
  }

  private void throwFirstInvalid() {
    LineException invalid = firstInvalid.get();
    if (invalid != null) {
      throw invalid;
    }
  }

  private void report(LineException invalid) {
    firstInvalid.accumulateAndGet(
        invalid, (known, found) -> known == null || found.line() < known.line() ? found : known);
  }

  private void readNumbers() {
    RecordBlocks.Block block = new RecordBlocks.Block();
    boolean finished = false;
    try (EdgeSink sink = new EdgeSink(content.name(), limits.maximumPairs(), pairs)) {
      RowParser parser = RowParser.of(content.name(), layout, null, sink);
      while (!stop.get() && blocks.next(block)) {
        control.checkStopped();
        parser.parse(block);
      }
      synchronized (parts) {
        parts.add(sink.take());
      }
      finished = true;
    } catch (LineException e) {
      report(e);
    } finally {
      if (!finished) {
        stop.set(true);
      }
    }
  }

  private void readNames(EdgeSink sink) {
    RecordBlocks.Block block = new RecordBlocks.Block();
    RowParser parser = RowParser.of(content.name(), layout, names, null);
    boolean finished = false;
    try {
      while (!stop.get() && blocks.next(block)) {
        boolean parsed = false;
        try {
          control.checkStopped();
          parser.parse(block);
          parsed = true;
        } finally {
          numberInTurn(block, parser, sink, parsed);
        }
      }
      finished = true;
    } catch (LineException e) {
      report(e);
    } finally {
      if (!finished) {
        stop.set(true);
      }
    }
  }

  /** A block behind a broken one is not numbered, one before it is: it may be broken earlier. */
  private void numberInTurn(
      RecordBlocks.Block block, RowParser parser, EdgeSink sink, boolean parsed) {
    turns.await(block.sequence());
    boolean numbered = false;
    try {
      if (parsed && !broken) {
        number(block, parser, sink);
        numbered = true;
      }
    } finally {
      broken |= !numbered;
      turns.end();
    }
  }

  private void number(RecordBlocks.Block block, RowParser parser, EdgeSink sink) {
    int ends = 2 * parser.rows();
    long[] numbers = parser.hashes();
    long known = names.size();
    try {
      names.numberAll(block.bytes(), parser.places(), numbers, ends);
    } catch (ComputeException e) {
      throw e.code() == FailureCode.FILE_LINE_INVALID ? located(block, parser, e) : e;
    }
    sink.addAll(numbers, ends, names.size());
    if (block.sequence() == 0 && ends > 0) {
      expectNames(ends, ends - (names.size() - known), block.length());
    }
  }

  /**
   * Tells the dictionary about how many names there will be, by the first block: as many as give so
   * few repetitions where ends are drawn at random, and at most one for each two ends.
   */
  private void expectNames(long ends, long repeated, long bytes) {
    double drawn = 0.5 * ends * ends / Math.max(1, repeated);
    double most = 0.5 * ends * ((double) length / bytes);
    names.expect(names.size() + (long) Math.min(drawn, most));
  }

  /** The same failure with the line of the name that caused it: the first that fails again. */
  private ComputeException located(
      RecordBlocks.Block block, RowParser parser, ComputeException failure) {
    byte[] bytes = block.bytes();
    for (int end = 0; end < 2 * parser.rows(); end++) {
      int from = parser.places()[2 * end];
      int to = parser.places()[2 * end + 1];
      try {
        long _ = names.number(bytes, from, to, names.hash(bytes, from, to));
      } catch (ComputeException again) {
        return again.code() == FailureCode.FILE_LINE_INVALID
            ? block.invalid(content.name(), from, again.getMessage())
            : again;
      }
    }
    return failure;
  }
}
