package io.cliquestream.formats.table;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Reads a table of changes: of each row two columns are an edge, found as those of graph files are,
 * and a third one says whether the edge is inserted or deleted. On the caller's thread.
 */
public final class ChangeRows {
  private final Content content;
  private final TableOptions options;
  private final EdgeOperations operations;
  private final TableHead head;
  private final List<List<String>> rows;

  private ChangeRows(Content content, TableOptions options, EdgeOperations operations) {
    this.content = content;
    this.options = options;
    this.operations = operations;
    String delimiter =
        options.delimiter() == TableOptions.FIND
            ? DelimiterFinder.find(content, options)
            : options.wholeDelimiter();
    this.head = TableHead.of(content.head(), content.isWhole(), options.withDelimiter(delimiter));
    this.rows = head.rows();
  }

  /**
   * Edges of a table of changes, by the dictionary's numbers.
   *
   * @param inserted the caller's to close
   * @param deleted the caller's to close
   */
  public record Changes(EdgeArray inserted, EdgeArray deleted) {}

  /**
   * Reads a table.
   *
   * @param ids what vertices are called by; with {@link IdKind#NUMBERS} every end must be a number
   * @param names takes all ends as they are written
   * @param content read to its end; stays the caller's to close
   * @param options of the table, its columns among them
   * @param operations which column says what is done, and by which words
   * @param limits of which the most pairs counts for both lists together
   * @param control of the job; may end the reading
   * @return in the order of the rows, each list by itself
   * @throws ComputeException FILE_LINE_INVALID with the line, what stands there and the option that
   *     helps, OPTION_INVALID, GRAPH_TOO_LARGE, or as {@link Content} fails
   */
  public static Changes read(
      Content content,
      TableOptions options,
      EdgeOperations operations,
      IdKind ids,
      NameDictionary names,
      ReadLimits limits,
      JobControl control) {
    Optional<TableLayout> layout = new ChangeRows(content, options, operations).layout();
    AtomicLong pairs = new AtomicLong();
    try (EdgeSink inserted = new EdgeSink(content.name(), limits.maximumPairs(), pairs);
        EdgeSink deleted = new EdgeSink(content.name(), limits.maximumPairs(), pairs)) {
      if (layout.isPresent()) {
        RowParser parser = RowParser.of(content.name(), layout.get(), names, null);
        parser.operations = operations;
        RecordBlocks blocks = new RecordBlocks(content, layout.get(), control);
        RecordBlocks.Block block = new RecordBlocks.Block();
        while (blocks.next(block)) {
          control.checkStopped();
          parser.parse(block);
          for (int row = 0; row < parser.rows(); row++) {
            long from = number(content, block, parser, 2 * row, ids, names);
            long to = number(content, block, parser, 2 * row + 1, ids, names);
            (parser.isDeletion(row) ? deleted : inserted).add(from, to);
          }
        }
      }
      return new Changes(inserted.take(), deleted.take());
    }
  }

  private static long number(
      Content content,
      RecordBlocks.Block block,
      RowParser parser,
      int end,
      IdKind ids,
      NameDictionary names) {
    int from = parser.places()[2 * end];
    int to = parser.places()[2 * end + 1];
    if (ids == IdKind.NUMBERS && !NameBytes.isNumber(block.bytes(), from, to)) {
      throw parser.noNumber(from, from, to);
    }
    try {
      return names.number(block.bytes(), from, to, parser.hashes()[end]);
    } catch (ComputeException e) {
      throw e.code() == FailureCode.FILE_LINE_INVALID
          ? block.invalid(content.name(), from, e.getMessage())
          : e;
    }
  }

  /** The layout of the table; empty when it has no row. */
  private Optional<TableLayout> layout() {
    if (rows.isEmpty()) {
      return LayoutFinder.find(content, options, IdKind.NAMES);
    }
    List<String> first = rows.getFirst();
    boolean header = options.header().orElse(hasNames(first));
    int column = header ? named(first) : -1;
    if (column < 0 && operations.column().isPresent()) {
      column = position(operations.column().get(), first);
      header = options.header().orElse(header || !operations.isKnown(first.get(column)));
    } else if (column < 0) {
      column = ofOperations(header ? 1 : 0);
      if (column < 0 && options.header().isEmpty()) {
        column = ofOperations(1);
        header = true;
      }
      if (column < 0) {
        throw firstRow(
            "which column says whether an edge is inserted or deleted is not plain; --operation"
                + " says it, by name or position, --insert and --delete name its values");
      }
    }
    String said = header && !first.get(column).isBlank() ? first.get(column) : position(column);
    for (String end : List.of(options.source().orElse(""), options.target().orElse(""))) {
      if (end.equalsIgnoreCase(said) || end.equals(position(column))) {
        throw InputFailures.option(
            "the column of operations holds an end of the edges, too: " + InputExcerpt.of(end));
      }
    }
    List<String> unread = new ArrayList<>(options.ignored());
    unread.add(said);
    TableOptions edges = options.withHeader(header).withIgnored(unread.toArray(String[]::new));
    int operation = column;
    return LayoutFinder.find(content, edges, IdKind.NAMES)
        .map(layout -> layout.withOperation(operation));
  }

  private static String position(int column) {
    return String.valueOf(column + 1);
  }

  /** The column whose name is the one that was said, or a usual one; -1 for none. */
  private int named(List<String> first) {
    return IntStream.range(0, first.size())
        .filter(
            column ->
                operations
                    .column()
                    .map(first.get(column)::equalsIgnoreCase)
                    .orElse(EdgeOperations.isUsualName(first.get(column))))
        .findFirst()
        .orElse(-1);
  }

  /** Whether the first row holds the name of a column that was said, or a usual one. */
  private boolean hasNames(List<String> first) {
    return LayoutFinder.knownEnds(first).isPresent()
        || LayoutFinder.isNamed(options.source(), first)
        || LayoutFinder.isNamed(options.target(), first)
        || (operations.column().isPresent()
            ? LayoutFinder.isNamed(operations.column(), first) && named(first) >= 0
            : named(first) >= 0);
  }

  private int position(String said, List<String> first) {
    for (int column = 0; column < first.size(); column++) {
      if (said.equals(position(column))) {
        return column;
      }
    }
    throw firstRow("there is no column '%s' of operations".formatted(InputExcerpt.of(said)));
  }

  /** The only column that holds operations in all rows that were looked at; -1 for none. */
  private int ofOperations(int from) {
    List<List<String>> looked = rows.subList(Math.min(from, rows.size()), rows.size());
    if (looked.isEmpty()) {
      return -1;
    }
    int[] found =
        IntStream.range(0, looked.getFirst().size())
            .filter(
                column ->
                    looked.stream()
                        .allMatch(
                            row -> column < row.size() && operations.isKnown(row.get(column))))
            .toArray();
    return found.length == 1 ? found[0] : -1;
  }

  private ComputeException firstRow(String detail) {
    String row = String.join(", ", rows.getFirst());
    return InputFailures.line(
        content.name(), head.lines().getFirst(), InputExcerpt.of(row), detail);
  }
}
