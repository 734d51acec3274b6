package io.cliquestream.formats.table;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.text.Excerpt;
import io.cliquestream.formats.text.LineException;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.kernels.names.NameScan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks through the rows of a block without making an object for a field: of the two ends of each
 * edge it gives the numbers to a sink, or leaves the places and hashes of the names.
 *
 * <p>Rows that are written in the plainest way, nearly all of most tables, are read eight bytes at
 * a time ({@link NameScan}), all others byte by byte, which is where every fault is found.
 *
 * <p>A block ends in a line end, which stops every scan. Bytes have one of six classes, so a scan
 * costs one look-up a byte; quoted names lose their doubled quotes in place. Not safe for use by
 * several threads.
 */
final class RowParser {
  static final String STRAY_RETURN =
      "a carriage return stands inside the line; make each a line end of its own, as in:"
          + " tr '\\r' '\\n' < FILE";

  private static final String ESCAPED_QUOTES =
      "; where backslashes escape quotes, double these first: sed 's/\\\\\"/\"\"/g' FILE";

  private static final byte PLAIN = 0;
  private static final byte DELIMITER = 1;
  private static final byte LINE_END = 2;
  private static final byte RETURN = 3;
  private static final byte QUOTE = 4;

  /** Plain inside a field, of no meaning around it. */
  private static final byte BLANK = 5;

  private static final int UNREAD = 0;
  private static final int FIRST_END = 1;
  private static final int SECOND_END = 2;
  private static final int WEIGHT = 3;

  private final String source;
  private final TableLayout layout;
  private final byte[] classes = new byte[256];
  private final int[] roles;
  private final boolean words;
  private final boolean named;
  private final byte[] comment;

  /** Where rows are two numbers, and no comment begins like one; else null. */
  private final PlainPairs pairs;

  /** For names, unless blanks are between them; else null. */
  private final NameScan scan;

  /** Where rows are two names, with a scan; else null. */
  private final PlainNames plainNames;

  private final NameDictionary names;
  private final EdgeSink sink;
  private final byte quote;

  private RecordBlocks.Block block;
  private byte[] bytes = {};
  private int rows;
  private long[] numbers = new long[1 << 13];

  /** Every bit of the numbers that did not go to the sink yet. */
  private long bits;

  /** Of names, [from, to) of each end, the ends of a row one behind the other. */
  private int[] places = new int[1 << 14];

  private int fieldFrom;
  private int fieldTo;

  /**
   * @param names gives hashes; null for numbers
   * @param sink takes numbers; null for names
   */
  RowParser(String source, TableLayout layout, NameDictionary names, EdgeSink sink) {
    this.source = source;
    this.layout = layout;
    this.names = names;
    this.sink = sink;
    this.quote = (byte) layout.quote();
    this.named = layout.ids() == IdKind.NAMES;
    this.words = layout.delimiter() == TableOptions.BLANKS;
    this.comment = layout.comment().getBytes(StandardCharsets.UTF_8);
    this.roles = new int[layout.columns()];
    roles[layout.source()] = FIRST_END;
    roles[layout.target()] = SECOND_END;
    if (layout.weight() >= 0) {
      roles[layout.weight()] = WEIGHT;
    }
    boolean twoNumbers =
        !named
            && roles.length == 2
            && roles[0] == FIRST_END
            && (comment.length == 0 || comment[0] < '0' || comment[0] > '9');
    this.pairs = twoNumbers ? new PlainPairs(layout.delimiter(), words) : null;
    this.scan = named && !words ? names.scan(layout.delimiter(), layout.quote()) : null;
    this.plainNames =
        scan != null && roles.length == 2
            ? new PlainNames(scan, layout.delimiter(), comment, layout.source())
            : null;
    classes[' '] = BLANK;
    classes['\t'] = words ? DELIMITER : BLANK;
    classes[layout.delimiter()] = DELIMITER;
    classes['\n'] = LINE_END;
    classes['\r'] = RETURN;
    if (layout.quote() != 0) {
      classes[layout.quote()] = QUOTE;
    }
  }

  /** Reads a block's rows; names that were read before are forgotten, numbers go to the sink. */
  void parse(RecordBlocks.Block next) {
    block = next;
    bytes = next.bytes();
    rows = 0;
    int end = next.length();
    int at = layout.hasHeader() && next.sequence() == 0 ? pastHeader(end) : 0;
    while (at < end) {
      if (pairs != null) {
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
    if (!named) {
      drain();
    }
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
      if (to < 0 || (column + 1 < roles.length && bytes[at++] != layout.delimiter())) {
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

  private void makeRoom() {
    if (2 * rows + 2 > numbers.length) {
      if (named) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        places = Arrays.copyOf(places, 2 * numbers.length);
      } else {
        drain();
      }
    }
  }

  private void drain() {
    sink.addAll(numbers, 2 * rows, bits);
    rows = 0;
    bits = 0;
  }

  /** Rows of edges read. */
  int rows() {
    return rows;
  }

  /** Hashes of the ends' names, the ends of a row one behind the other. */
  long[] hashes() {
    return numbers;
  }

  /** Of each of these names, where it begins and the place behind it. */
  int[] places() {
    return places;
  }

  private int pastHeader(int end) {
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
    while (bytes[at] == ' ' || (bytes[at] == '\t' && layout.delimiter() != '\t')) {
      at++;
    }
    return at;
  }

  /** The line end behind a carriage return. */
  private int lineEnd(int carriageReturn) {
    int at = carriageReturn;
    while (bytes[at] == '\r') {
      at++;
    }
    if (bytes[at] != '\n') {
      throw block.invalid(source, carriageReturn, STRAY_RETURN);
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
                  .formatted(Excerpt.of(bytes, fieldFrom, fieldTo)));
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
    if (column != roles.length) {
      throw block.invalid(
          source,
          from,
          "the row has %d columns where the first has %d".formatted(column, roles.length));
    }
    if (firstEmpty || secondEmpty) {
      if (!(firstEmpty && secondEmpty && layout.vertexRows())) {
        throw block.invalid(source, from, "an end of the edge is empty");
      }
      return at + 1;
    }
    if (named) {
      int end = 2 * rows;
      numbers[end] = names.hash(bytes, places[2 * end], places[2 * end + 1]);
      numbers[end + 1] = names.hash(bytes, places[2 * end + 2], places[2 * end + 3]);
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
      throw block.invalid(
          source,
          at,
          "a quote stands inside a field that it does not open; where quotes are part of names,"
              + " --quote none says so");
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
          throw block.invalid(
              source,
              open,
              "a quote is not closed; where quotes are part of names, --quote none says so");
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
    boolean escaped = bytes[at - 1] == '\\';
    at = pastBlanks(at + 1);
    byte kind = classes[bytes[at] & 0xFF];
    if (kind == PLAIN || kind == QUOTE) {
      throw block.invalid(
          source,
          at,
          "behind a closing quote there is '%s', where the field's end is expected%s"
              .formatted(Excerpt.of(bytes, at, at + 1), escaped ? ESCAPED_QUOTES : ""));
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
    if (!NameBytes.isNumber(bytes, fieldFrom, fieldTo)) {
      throw noNumber(from);
    }
    long value = 0;
    for (int at = fieldFrom; at < fieldTo; at++) {
      value = 10 * value + (bytes[at] - '0');
    }
    numbers[end] = value;
    bits |= value;
    return behind;
  }

  private LineException noNumber(int at) {
    return block.invalid(
        source,
        at,
        "'%s' is no whole number below 2^64 without sign and leading zeros; --ids names takes"
                .formatted(Excerpt.of(bytes, fieldFrom, fieldTo))
            + " every id as a name");
  }
}
