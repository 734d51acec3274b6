package io.cliquestream.formats.table;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.kernels.names.NameScan;
import io.cliquestream.kernels.text.PlainLines;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses tables with one character between columns and quotes that are doubled.
 *
 * <p>Rows that are written in the plainest way, nearly all of most tables, are read eight bytes at
 * a time ({@link NameScan}), all others byte by byte, which is where every fault is found.
 *
 * <p>A block ends in a line end, which stops every scan. Bytes have one of six classes, so a scan
 * costs one look-up a byte; quoted names lose their doubled quotes in place. Not safe for use by
 * several threads.
 */
final class SimpleRowParser extends RowParser {
  private static final byte PLAIN = 0;
  private static final byte DELIMITER = 1;
  private static final byte LINE_END = 2;
  private static final byte RETURN = 3;
  private static final byte QUOTE = 4;

  /** Plain inside a field, of no meaning around it. */
  private static final byte BLANK = 5;

  private final byte[] classes = new byte[256];
  private final boolean words;
  private final byte[] comment;

  /** Where rows are two numbers, and no comment begins like one; else null. */
  private final PlainPairs pairs;

  /** The same, of the shortest numbers; null also where their delimiter is none of its own. */
  private final PlainLines lines;

  /** For names, unless blanks are between them or rows say more than an edge; else null. */
  private final NameScan scan;

  /** Where rows are two names, with a scan; else null. */
  private final PlainNames plainNames;

  private final byte delimiter;
  private final byte quote;

  /** How often {@link #lines} is left out. */
  private int pause;

  private int fieldFrom;
  private int fieldTo;

  SimpleRowParser(String source, TableLayout layout, NameDictionary names, EdgeSink sink) {
    super(source, layout, names, sink);
    this.quote = (byte) layout.quote();
    this.delimiter = (byte) layout.delimiter().charAt(0);
    this.words = delimiter == TableOptions.BLANKS;
    this.comment = layout.comment().getBytes(StandardCharsets.UTF_8);
    boolean twoNumbers =
        !named
            && roles.length == 2
            && roles[0] == FIRST_END
            && (comment.length == 0 || comment[0] < '0' || comment[0] > '9');
    this.pairs = twoNumbers ? new PlainPairs(delimiter, words) : null;
    this.lines =
        twoNumbers && PlainLines.isDelimiter(delimiter)
            ? new PlainLines(words ? (byte) ' ' : delimiter, words ? (byte) '\t' : delimiter)
            : null;
    this.scan =
        named && !words && layout.operation() < 0 ? names.scan(delimiter, layout.quote()) : null;
    this.plainNames =
        scan != null && roles.length == 2
            ? new PlainNames(scan, delimiter, comment, layout.source())
            : null;
    classes[' '] = BLANK;
    classes['\t'] = words ? DELIMITER : BLANK;
    classes[delimiter] = DELIMITER;
    classes['\n'] = LINE_END;
    classes['\r'] = RETURN;
    if (layout.quote() != 0) {
      classes[layout.quote()] = QUOTE;
    }
  }

  @Override
  void readRows(int from, int end) {
    int at = from;
    while (at < end) {
      if (pairs != null) {
        at = plainLines(at, end);
        makeRoom();
        at = pairs.read(bytes, at, end, numbers, 2 * rows);
        rows = pairs.filled() / 2;
        bits |= pairs.bits();
        at = at < end && 2 * rows < numbers.length ? row(at) : at;
      } else {
        if (plainNames != null) {
          makeRoom();
          at = plainNames.read(bytes, at, end, numbers, places, 2 * rows);
          rows = plainNames.filled() / 2;
        }
        int behind = at < end ? plainRow(at) : at;
        at = behind < 0 ? row(at) : behind;
      }
    }
  }

  /** Reads rows of two short numbers; gives the start of the first row that is anything else. */
  private int plainLines(int from, int end) {
    if (lines == null) {
      return from;
    }
    if (pause > 0) {
      pause--;
      return from;
    }
    int at = from;
    while (at < end) {
      at = lines.read(bytes, at, end);
      if (lines.pairs() == 0) {
        break;
      }
      addPairs(lines.numbers(), lines.pairs());
    }
    pause = lines.pause();
    return at;
  }

  /**
   * Reads a row of names written in the plainest way: no blanks around fields, quoted or not, at
   * most one carriage return before the line end; -1 when it is anything else, whatever that is.
   */
  private int plainRow(int from) {
    if (scan == null || (comment.length > 0 && bytes[from] == comment[0])) {
      return -1;
    }
    makeRoom();
    int at = from;
    for (int column = 0; column < roles.length; column++) {
      int role = roles[column];
      int start = at;
      int to;
      if (bytes[at] == quote && quote != 0) {
        start++;
        to = scan.quoted(bytes, start, block.length());
        at = to + 1;
      } else {
        to = scan.plain(bytes, start);
        at = to;
        if (to > start && (bytes[start] == ' ' || bytes[to - 1] == ' ')) {
          return -1;
        }
      }
      if (role != UNREAD) {
        if (to <= start) {
          return -1;
        }
        int end = 2 * rows + role - 1;
        places[2 * end] = start;
        places[2 * end + 1] = to;
        numbers[end] = scan.hash();
      }
      if (to < 0 || (column + 1 < roles.length && bytes[at++] != delimiter)) {
        return -1;
      }
    }
    at += bytes[at] == '\r' ? 1 : 0;
    if (bytes[at] != '\n') {
      return -1;
    }
    rows++;
    return at + 1;
  }

  @Override
  int pastHeader(int end) {
    int at = 0;
    while (at < end) {
      int skipped = pastNoRow(at);
      if (skipped == at) {
        return pastRow(at);
      }
      at = skipped;
    }
    return at;
  }

  /** Steps over a row without reading it. */
  private int pastRow(int from) {
    int at = from;
    boolean open = false;
    while (open || bytes[at] != '\n') {
      if (layout.quote() != 0 && bytes[at] == layout.quote()) {
        open = !open;
      } else if (bytes[at] == '\r' && !open) {
        return lineEnd(at) + 1;
      }
      if (++at == block.length()) {
        throw block.invalid(source, from, "a quote is not closed");
      }
    }
    return at + 1;
  }

  /** Steps over an empty line or a comment; gives the same place when there is none. */
  private int pastNoRow(int from) {
    int at = pastBlanks(from);
    byte kind = classes[bytes[at] & 0xFF];
    if (kind == LINE_END) {
      return at + 1;
    }
    if (kind == RETURN) {
      return lineEnd(at) + 1;
    }
    if (comment.length > 0
        && from + comment.length <= block.length()
        && Arrays.equals(bytes, from, from + comment.length, comment, 0, comment.length)) {
      while (bytes[at] != '\n') {
        // Another return may hide a row.
        at = bytes[at] == '\r' ? lineEnd(at) : at + 1;
      }
      return at + 1;
    }
    return from;
  }

  private int pastBlanks(int from) {
    int at = from;
    while (bytes[at] == ' ' || (bytes[at] == '\t' && delimiter != '\t')) {
      at++;
    }
    return at;
  }

  /** Reads a row, or steps over a line that is none; gives the start of the next. */
  private int row(int from) {
    int at = pastNoRow(from);
    if (at != from) {
      return at;
    }
    makeRoom();
    boolean firstEmpty = false;
    boolean secondEmpty = false;
    int column = 0;
    while (true) {
      int role = column < roles.length ? roles[column] : UNREAD;
      at = pastBlanks(at);
      if (words && column > 1 && bytes[at] == '{') {
        while (bytes[at] != '\n') {
          at++;
        }
        break;
      }
      int start = at;
      if (!named && (role == FIRST_END || role == SECOND_END)) {
        at = number(at, 2 * rows + role - 1);
      } else {
        at = field(at);
        if (role == FIRST_END || role == SECOND_END) {
          int end = 2 * rows + role - 1;
          places[2 * end] = fieldFrom;
          places[2 * end + 1] = fieldTo;
        } else if (role == WEIGHT && !Decimals.isDecimal(bytes, fieldFrom, fieldTo)) {
          throw block.invalid(
              source,
              start,
              "'%s' stands where a weight, a number, is expected; --ignore 3 reads past any word"
                  .formatted(InputExcerpt.of(bytes, fieldFrom, fieldTo)));
        } else if (role == OPERATION) {
          takeOperation(start, fieldFrom, fieldTo);
        }
      }
      firstEmpty |= role == FIRST_END && fieldFrom == fieldTo;
      secondEmpty |= role == SECOND_END && fieldFrom == fieldTo;
      column++;
      byte kind = classes[bytes[at] & 0xFF];
      if (kind == RETURN) {
        at = lineEnd(at);
        break;
      }
      if (kind == LINE_END) {
        break;
      }
      at++;
      if (words) {
        at = pastBlanks(at);
        if (bytes[at] == '\r') {
          at = lineEnd(at);
        }
        if (bytes[at] == '\n') {
          break;
        }
      }
    }
    requireColumns(from, column, "");
    if (isVertex(from, firstEmpty, secondEmpty)) {
      return at + 1;
    }
    if (named) {
      hashEnds();
    }
    rows++;
    return at + 1;
  }

  /** Finds a field's bytes; gives the place behind it, of a delimiter or a line end. */
  private int field(int from) {
    int at = from;
    if (classes[bytes[at] & 0xFF] == QUOTE) {
      return quoted(at);
    }
    fieldFrom = at;
    byte kind = classes[bytes[at] & 0xFF];
    while (kind == PLAIN || kind == BLANK) {
      kind = classes[bytes[++at] & 0xFF];
    }
    if (kind == QUOTE) {
      throw block.invalid(source, at, INNER_QUOTE + (isBackslash(at - 1) ? ESCAPED_QUOTES : ""));
    }
    int to = at;
    while (to > from && (bytes[to - 1] == ' ' || bytes[to - 1] == '\t')) {
      to--;
    }
    fieldTo = to;
    return at;
  }

  /** The bytes of a quoted field, doubled quotes made one. */
  private int quoted(int open) {
    int quote = bytes[open];
    int at = open + 1;
    int to = at;
    fieldFrom = at;
    int end = block.length();
    boolean moved = false;
    while (true) {
      while (bytes[at] != quote) {
        if (moved) {
          bytes[to] = bytes[at];
        }
        to++;
        if (++at >= end) {
          throw block.invalid(source, open, OPEN_QUOTE);
        }
      }
      if (bytes[at + 1] != quote) {
        break;
      }
      if (moved) {
        bytes[to] = (byte) quote;
      }
      to++;
      at += 2;
      moved = true;
    }
    fieldTo = to;
    if (moved) {
      // Lines are counted in these bytes, so no line end that moved may stand twice.
      Arrays.fill(bytes, to, at, (byte) quote);
    }
    boolean escaped = isBackslash(at - 1);
    at = pastBlanks(at + 1);
    byte kind = classes[bytes[at] & 0xFF];
    if (kind == PLAIN || kind == QUOTE) {
      throw behindQuote(at, escaped);
    }
    return at;
  }

  /** Reads a number; gives the place behind it, of a delimiter or a line end. */
  private int number(int from, int end) {
    int at = from;
    long value = 0;
    int digit = bytes[at] - '0';
    while (digit >= 0 && digit <= 9 && at - from < 18) {
      value = 10 * value + digit;
      digit = bytes[++at] - '0';
    }
    byte kind = classes[bytes[at] & 0xFF];
    if (at == from || at - from == 18 || bytes[from] == '0' || kind == PLAIN || kind >= QUOTE) {
      return anyNumber(from, end);
    }
    fieldFrom = from;
    fieldTo = at;
    numbers[end] = value;
    bits |= value;
    return at;
  }

  /** Quoted, empty, with many digits, zero, followed by blanks, or no number at all. */
  private int anyNumber(int from, int end) {
    int behind = field(from);
    if (fieldFrom == fieldTo) {
      return behind;
    }
    parseNumber(from, fieldFrom, fieldTo, end);
    return behind;
  }
}
