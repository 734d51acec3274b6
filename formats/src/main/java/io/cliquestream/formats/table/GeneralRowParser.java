package io.cliquestream.formats.table;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.LineException;
import io.cliquestream.kernels.names.NameDictionary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses tables with several characters between columns, or with a character that takes the meaning
 * of the one behind it, byte by byte.
 *
 * <p>A row is first split, which leaves its bytes as they are, so that a failure shows them; then
 * its two ends lose, in place, what only escapes. Between a delimiter and another that overlaps it
 * the first counts. Not safe for use by several threads.
 */
final class GeneralRowParser extends RowParser {
  private static final String ESCAPED_END =
      "; in it an escape takes the meaning of a delimiter or a line end: where the escape is part of"
          + " a name, double it";

  private final byte[] delimiter;
  private final boolean tabsAreBlanks;
  private final byte[] comment;
  private final int quote;
  private final int escape;

  /** The same outside of quotes. */
  private final int bareEscape;

  /** Whether nobody said that it is one there. */
  private final boolean unsaid;

  private int end;
  private int columns;
  private boolean escapedEnd;

  /** Of the field that was split off last. */
  private int fieldFrom;

  private int fieldTo;
  private boolean marked;

  private static final int OPERATION_FIELD = 2;

  /**
   * Of both ends and the operation: what [from, to) is, and whether something in it only escapes.
   */
  private final int[] from = new int[3];

  private final int[] to = new int[3];
  private final boolean[] marks = new boolean[3];

  GeneralRowParser(String source, TableLayout layout, NameDictionary names, EdgeSink sink) {
    super(source, layout, names, sink);
    this.delimiter = layout.delimiter().getBytes(StandardCharsets.US_ASCII);
    this.tabsAreBlanks = !layout.delimiter().equals("\t");
    this.comment = layout.comment().getBytes(StandardCharsets.UTF_8);
    this.quote = layout.quote() == 0 ? Integer.MIN_VALUE : layout.quote();
    Escape said = layout.escape();
    this.escape = said.isNone() ? Integer.MIN_VALUE : said.character();
    this.bareEscape = said.isOutside() ? escape : Integer.MIN_VALUE;
    this.unsaid = said.scope() == Escape.Scope.UNSAID;
  }

  @Override
  int pastHeader(int behind) {
    end = behind;
    int at = 0;
    while (at < end) {
      int next = pastNoRow(at);
      if (next == at) {
        return split(at);
      }
      at = next;
    }
    return at;
  }

  @Override
  void readRows(int first, int behind) {
    end = behind;
    int at = first;
    while (at < end) {
      int next = pastNoRow(at);
      at = next == at ? row(at) : next;
    }
  }

  /** Steps over an empty line or a comment; gives the same place when there is none. */
  private int pastNoRow(int start) {
    int at = start;
    if (comment.length > 0
        && at + comment.length <= end
        && Arrays.equals(bytes, at, at + comment.length, comment, 0, comment.length)) {
      while (bytes[at] != '\n') {
        // Another return may hide a row.
        at = bytes[at] == '\r' ? lineEnd(at) : at + 1;
      }
      return at + 1;
    }
    at = pastBlanks(at);
    if (bytes[at] == '\n') {
      return at + 1;
    }
    return bytes[at] == '\r' ? lineEnd(at) + 1 : start;
  }

  private int pastBlanks(int start) {
    int at = start;
    while ((bytes[at] == ' ' || (bytes[at] == '\t' && tabsAreBlanks)) && !isDelimiter(at)) {
      at++;
    }
    return at;
  }

  /** No delimiter holds a line end, in which every block ends. */
  private boolean isDelimiter(int at) {
    for (int i = 0; i < delimiter.length; i++) {
      if (bytes[at + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  private int row(int start) {
    int next = split(start);
    requireColumns(start, columns, escapedEnd ? ESCAPED_END : "");
    if (isVertex(start, from[0] == to[0], from[1] == to[1])) {
      return next;
    }
    for (int side = 0; side < 2; side++) {
      if (marks[side]) {
        requireEscapes(from[side], to[side]);
      }
    }
    if (layout.operation() >= 0) {
      takeOperation(from[OPERATION_FIELD], from[OPERATION_FIELD], to[OPERATION_FIELD]);
    }
    makeRoom();
    for (int side = 0; side < 2; side++) {
      int behind = marks[side] ? unescaped(from[side], to[side]) : to[side];
      int number = 2 * rows + side;
      if (named) {
        places[2 * number] = from[side];
        places[2 * number + 1] = behind;
      } else {
        parseNumber(from[side], from[side], behind, number);
      }
    }
    if (named) {
      hashEnds();
    }
    rows++;
    return next;
  }

  /** Splits a row into its columns; gives the start of the next. */
  private int split(int start) {
    int at = start;
    columns = 0;
    escapedEnd = false;
    while (true) {
      at = pastBlanks(at);
      int role = columns < roles.length ? roles[columns] : UNREAD;
      at = bytes[at] == quote ? quoted(at) : unquoted(at, role != UNREAD);
      if (role == FIRST_END || role == SECOND_END || role == OPERATION) {
        int field = role == OPERATION ? OPERATION_FIELD : role - 1;
        from[field] = fieldFrom;
        to[field] = fieldTo;
        marks[field] = marked;
      }
      columns++;
      if (bytes[at] == '\r') {
        at = lineEnd(at);
      }
      if (bytes[at] == '\n') {
        return at + 1;
      }
      at += delimiter.length;
    }
  }

  /** Finds a field's bytes; gives the place behind it, of a delimiter or a line end. */
  private int unquoted(int start, boolean isEnd) {
    int at = start;
    int solid = at;
    fieldFrom = at;
    marked = false;
    while (bytes[at] != '\n' && bytes[at] != '\r' && !isDelimiter(at)) {
      if (bytes[at] == bareEscape) {
        if (unsaid && (isEnd || isPlain(bytes[at + 1]))) {
          throw unsaid(at);
        }
        requireBehind(at);
        marked = true;
        escapedEnd |= bytes[at + 1] == '\n' || bytes[at + 1] == delimiter[0];
        at += 2;
        solid = at;
        continue;
      }
      if (bytes[at] == quote) {
        throw block.invalid(source, at, INNER_QUOTE + hint(at));
      }
      boolean blank = bytes[at] == ' ' || bytes[at] == '\t';
      at++;
      solid = blank ? solid : at;
    }
    fieldTo = solid;
    return at;
  }

  private String hint(int innerQuote) {
    if (layout.escape().isNone()) {
      return isBackslash(innerQuote - 1) ? ESCAPED_QUOTES : "";
    }
    // Of an escape that works there the quote has no meaning.
    return innerQuote > 0 && bytes[innerQuote - 1] == escape
        ? "; where what stands before it escapes it, --escape-in everywhere says so"
        : "";
  }

  /** Refuses an escape with nothing behind it, or with half a line end. */
  private void requireBehind(int at) {
    if (at + 2 >= end) {
      throw block.invalid(
          source,
          at,
          "the escape stands at the end of the file, with nothing behind it; where it is part of a"
              + " name, double it");
    }
    if (bytes[at + 1] == '\r' && bytes[at + 2] == '\n') {
      throw block.invalid(
          source,
          at,
          "the escape stands before a carriage return and a line feed, and would take the first"
              + " alone; where it is part of a name, double it, else end lines in line feeds, as in:"
              + " tr -d '\\r' < FILE");
    }
  }

  /** The same of a field in quotes. */
  private int quoted(int open) {
    int at = open + 1;
    fieldFrom = at;
    marked = false;
    while (true) {
      if (at >= end) {
        throw block.invalid(source, open, OPEN_QUOTE);
      }
      if (bytes[at] == escape || (bytes[at] == quote && bytes[at + 1] == quote)) {
        marked = true;
        at += 2;
      } else if (bytes[at] == quote) {
        break;
      } else {
        at++;
      }
    }
    fieldTo = at;
    at = pastBlanks(at + 1);
    if (bytes[at] != '\n' && bytes[at] != '\r' && !isDelimiter(at)) {
      throw behindQuote(at, layout.escape().isNone() && isBackslash(fieldTo - 1));
    }
    return at;
  }

  /**
   * Refuses escapes that tools read differently: before a letter some take both, some the letter
   * alone, some a line end or a missing value.
   */
  private void requireEscapes(int start, int behind) {
    for (int at = start; at < behind; at++) {
      if (bytes[at] == escape) {
        at++;
        if (!isPlain(bytes[at])) {
          throw block.invalid(
              source,
              at,
              "'%s' stands in an end of the edge, and tools differ in what that means; an escape is"
                      .formatted(InputExcerpt.of(bytes, at - 1, at + 1))
                  + " read before itself, quotes, delimiters, blanks and line ends: where it is part"
                  + " of a name, double it");
        }
      } else if (bytes[at] == quote) {
        at++;
      }
    }
  }

  /** Whether an escape before it means the same to all tools that know one there. */
  private boolean isPlain(int next) {
    return next == escape
        || "\"' \t\r\n".indexOf(next) >= 0
        || next == quote
        || layout.delimiter().indexOf(next) >= 0
        || (comment.length > 0 && comment[0] == next);
  }

  private LineException unsaid(int at) {
    return block.invalid(
        source,
        at,
        "the escape stands outside of quotes, where it escapes for some tools (pandas, MySQL:"
            + " --escape-in everywhere) and is part of the text for others (Spark, DuckDB,"
            + " PostgreSQL: --escape-in quotes)");
  }

  /** Takes out what only escapes, in place; gives the place behind what is left. */
  private int unescaped(int start, int behind) {
    int kept = start;
    for (int at = start; at < behind; at++) {
      if (bytes[at] == escape || bytes[at] == quote) {
        at++;
      }
      bytes[kept++] = bytes[at];
    }
    // Lines are counted in these bytes, so no line end that moved may stand twice.
    Arrays.fill(bytes, kept, behind, (byte) ' ');
    return kept;
  }
}
