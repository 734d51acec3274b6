package io.cliquestream.formats.table;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.LineException;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameDictionary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks through the rows of a block without making an object for a field: of the two ends of each
 * edge it gives the numbers to a sink, or leaves the places and hashes of the names. Not safe for
 * use by several threads.
 */
abstract sealed class RowParser permits SimpleRowParser, GeneralRowParser {
  static final String STRAY_RETURN =
      "a carriage return stands inside the line; make each a line end of its own, as in:"
          + " tr '\\r' '\\n' < FILE";

  static final String ESCAPED_QUOTES = "; where backslashes escape quotes, --escape '\\' says so";

  static final String INNER_QUOTE =
      "a quote stands inside a field that it does not open; where quotes are part of names,"
          + " --quote none says so";

  static final String OPEN_QUOTE =
      "a quote is not closed; where quotes are part of names, --quote none says so";

  static final int UNREAD = 0;
  static final int FIRST_END = 1;
  static final int SECOND_END = 2;
  static final int WEIGHT = 3;
  static final int OPERATION = 4;

  final String source;
  final TableLayout layout;

  /** Of each column. */
  final int[] roles;

  final boolean named;
  final NameDictionary names;
  private final EdgeSink sink;

  RecordBlocks.Block block;
  byte[] bytes = {};

  /** Rows of edges read. */
  int rows;

  /** Of a row one behind the other, numbers or hashes. */
  long[] numbers = new long[1 << 13];

  /** Every bit of the numbers that did not go to the sink yet. */
  long bits;

  /** What the column of operations may hold. */
  EdgeOperations operations = EdgeOperations.usual();

  /** Of each row, where there is such a column: whether it deletes its edge. */
  private boolean[] deletions = {};

  /** Of names, [from, to) of each end, the ends of a row one behind the other. */
  int[] places = new int[1 << 14];

  RowParser(String source, TableLayout layout, NameDictionary names, EdgeSink sink) {
    this.source = source;
    this.layout = layout;
    this.names = names;
    this.sink = sink;
    this.named = layout.ids() == IdKind.NAMES;
    this.roles = new int[layout.columns()];
    roles[layout.source()] = FIRST_END;
    roles[layout.target()] = SECOND_END;
    if (layout.weight() >= 0) {
      roles[layout.weight()] = WEIGHT;
    }
    if (layout.operation() >= 0) {
      roles[layout.operation()] = OPERATION;
    }
  }

  /**
   * The parser of a layout, the fastest there is.
   *
   * @param names gives hashes; null for numbers
   * @param sink takes numbers; null for names
   */
  static RowParser of(String source, TableLayout layout, NameDictionary names, EdgeSink sink) {
    return layout.isSimple()
        ? new SimpleRowParser(source, layout, names, sink)
        : new GeneralRowParser(source, layout, names, sink);
  }

  /** Reads a block's rows; names that were read before are forgotten, numbers go to the sink. */
  final void parse(RecordBlocks.Block next) {
    block = next;
    bytes = next.bytes();
    rows = 0;
    int end = next.length();
    readRows(layout.hasHeader() && next.sequence() == 0 ? pastHeader(end) : 0, end);
    if (!named) {
      drain();
    }
  }

  /** Steps over the first row, and what stands before it. */
  abstract int pastHeader(int end);

  /** Reads the rows of [from, end). */
  abstract void readRows(int from, int end);

  /** Rows of edges read. */
  final int rows() {
    return rows;
  }

  /** Hashes of the ends' names, the ends of a row one behind the other. */
  final long[] hashes() {
    return numbers;
  }

  /** Of each of these names, where it begins and the place behind it. */
  final int[] places() {
    return places;
  }

  /** Whether a row deletes its edge. */
  final boolean isDeletion(int row) {
    return deletions[row];
  }

  /** Takes the word in [from, to) as what happens to the edge of the row that is read. */
  final void takeOperation(int at, int from, int to) {
    String word = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (!operations.isKnown(word)) {
      throw block.invalid(source, at, operations.unknown(word));
    }
    if (rows >= deletions.length) {
      deletions = Arrays.copyOf(deletions, Math.max(1 << 10, 2 * rows));
    }
    deletions[rows] = operations.deletes(word);
  }

  final void makeRoom() {
    if (2 * rows + 2 > numbers.length) {
      if (named) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        places = Arrays.copyOf(places, 2 * numbers.length);
      } else {
        drain();
      }
    }
  }

  /** Gives the sink pairs of numbers behind those of the rows before. */
  final void addPairs(int[] ids, int pairs) {
    drain();
    sink.addAll(ids, pairs);
  }

  private void drain() {
    sink.addAll(numbers, 2 * rows, bits);
    rows = 0;
    bits = 0;
  }

  /** The line end behind a carriage return. */
  final int lineEnd(int carriageReturn) {
    int at = carriageReturn;
    while (bytes[at] == '\r') {
      at++;
    }
    if (bytes[at] != '\n') {
      throw block.invalid(source, carriageReturn, STRAY_RETURN);
    }
    return at;
  }

  final boolean isBackslash(int at) {
    return at >= 0 && bytes[at] == '\\';
  }

  /** Refuses a row of another length than the first. */
  final void requireColumns(int from, int found, String hint) {
    if (found != roles.length) {
      throw block.invalid(
          source,
          from,
          "the row has %d columns where the first has %d%s".formatted(found, roles.length, hint));
    }
  }

  /** Whether a row is no edge but a vertex; one with an end missing is refused. */
  final boolean isVertex(int from, boolean firstEmpty, boolean secondEmpty) {
    if ((firstEmpty || secondEmpty) && !(firstEmpty && secondEmpty && layout.vertexRows())) {
      throw block.invalid(source, from, "an end of the edge is empty");
    }
    return firstEmpty;
  }

  /** Hashes both names of the row that was read last. */
  final void hashEnds() {
    int end = 2 * rows;
    numbers[end] = names.hash(bytes, places[2 * end], places[2 * end + 1]);
    numbers[end + 1] = names.hash(bytes, places[2 * end + 2], places[2 * end + 3]);
  }

  /** Takes the number in [from, to) as an end of the row that is read; {@code at} is the field. */
  final void parseNumber(int at, int from, int to, int end) {
    if (!NameBytes.isNumber(bytes, from, to)) {
      throw noNumber(at, from, to);
    }
    long value = 0;
    for (int digit = from; digit < to; digit++) {
      value = 10 * value + (bytes[digit] - '0');
    }
    numbers[end] = value;
    bits |= value;
  }

  final LineException noNumber(int at, int from, int to) {
    return block.invalid(
        source,
        at,
        "'%s' is no whole number below 2^64 without sign and leading zeros; --ids names takes"
                .formatted(InputExcerpt.of(bytes, from, to))
            + " every id as a name");
  }

  final LineException behindQuote(int at, boolean escaped) {
    return block.invalid(
        source,
        at,
        "behind a closing quote there is '%s', where the field's end is expected%s"
            .formatted(InputExcerpt.of(bytes, at, at + 1), escaped ? ESCAPED_QUOTES : ""));
  }
}
