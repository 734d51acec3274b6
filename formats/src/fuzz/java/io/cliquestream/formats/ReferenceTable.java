package io.cliquestream.formats;

import io.cliquestream.formats.table.Escape;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A slow and strict reader of tables whose dialect is wholly said, byte by byte, as
 * docs/graph-files.md describes them. Shares no code with the product's.
 */
final class ReferenceTable {
  private static final BigInteger BOUND = BigInteger.ONE.shiftLeft(64);
  private static final int LONGEST_NAME = 65_535;

  private final Dialect dialect;
  private final byte[] bytes;
  private int at;

  private ReferenceTable(Dialect dialect, byte[] bytes) {
    this.dialect = dialect;
    this.bytes = bytes;
  }

  /**
   * @param quote 0 for none
   * @param escape 0 for none
   * @param scope where it escapes
   * @param source position, from 0
   * @param names whether ends are names, else numbers
   */
  record Dialect(
      String delimiter,
      char quote,
      char escape,
      Escape.Scope scope,
      boolean header,
      int source,
      int target,
      boolean names,
      String comment) {}

  /** What the file is. */
  sealed interface Outcome {}

  record Edges(List<String> all) implements Outcome {}

  /**
   * @param line the first that is at fault, or 0 where several could be named
   */
  record Broken(long line) implements Outcome {}

  /** Not what this reader is about: packed, of another encoding, with headings of a meaning. */
  record Other() implements Outcome {}

  /** Ends reading. */
  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    private final int place;

    Fault(int place) {
      super(null, null, false, false);
      this.place = place;
    }
  }

  /**
   * @param doubtful where something is escaped that may mean anything, or -1
   */
  private record Field(byte[] text, int place, int doubtful) {}

  static Outcome read(byte[] file, Dialect dialect) {
    if (startsWith(file, 0x1F, 0x8B)
        || startsWith(file, 0x28, 0xB5, 0x2F, 0xFD)
        || startsWith(file, 0xFD, '7', 'z')
        || startsWith(file, 'P', 'K')
        || startsWith(file, 'B', 'Z', 'h')) {
      return new Other();
    }
    if (startsWith(file, 0xFF, 0xFE) || startsWith(file, 0xFE, 0xFF)) {
      return new Broken(0);
    }
    int from = startsWith(file, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    byte[] bytes = Arrays.copyOfRange(file, from, file.length + 1);
    bytes[bytes.length - 1] = '\n';
    if (bytes.length > 1 && bytes[bytes.length - 2] == '\n') {
      bytes = Arrays.copyOf(bytes, bytes.length - 1);
    }
    // A line end that was added is none of the file's.
    boolean feeds = false;
    for (int i = from; i < file.length; i++) {
      feeds |= file[i] == '\n';
    }
    for (int i = 0; i < bytes.length && !feeds; i++) {
      bytes[i] = bytes[i] == '\r' ? (byte) '\n' : bytes[i];
    }
    if (!feeds && bytes.length > 1 && bytes[bytes.length - 2] == '\n') {
      bytes = Arrays.copyOf(bytes, bytes.length - 1);
    }
    return new ReferenceTable(dialect, bytes).outcome();
  }

  private static boolean startsWith(byte[] file, int... head) {
    for (int i = 0; i < head.length; i++) {
      if (i >= file.length || (file[i] & 0xFF) != head[i]) {
        return false;
      }
    }
    return true;
  }

  private Outcome outcome() {
    List<Field[]> ends = new ArrayList<>();
    int columns = -1;
    try {
      while (at < bytes.length) {
        int begin = at;
        if (skippedLine()) {
          continue;
        }
        if (dialect.header && columns < 0) {
          String line = new String(bytes, begin, lineEnd(begin) - begin, StandardCharsets.UTF_8);
          String names = line.replace(dialect.delimiter, "");
          if (names.matches("(?s).*[\"':_0-9\\\\^].*")) {
            return new Other();
          }
          if (line.matches("(?s).*\r[^\r].*")) {
            throw new Fault(begin);
          }
          columns = line.split(Pattern.quote(dialect.delimiter), -1).length;
          at = lineEnd(begin) + 1;
        } else {
          List<Field> row = row(columns);
          if (columns < 0) {
            if (row.size() == 1 && row.getFirst().text.length == 0) {
              return new Other();
            }
            columns = row.size();
          } else if (row.size() != columns) {
            throw new Fault(begin);
          }
          if (Math.max(dialect.source, dialect.target) < columns) {
            ends.add(ends(row, begin));
          }
        }
        if (Math.max(dialect.source, dialect.target) >= columns) {
          return new Broken(0);
        }
      }
    } catch (Fault fault) {
      // Of the first row something else may be said as well.
      return new Broken(columns < 0 ? 0 : line(fault.place));
    }
    return named(ends);
  }

  private Outcome named(List<Field[]> ends) {
    List<String> edges = new ArrayList<>();
    for (Field[] row : ends) {
      String[] names = new String[2];
      for (int end = 0; end < 2; end++) {
        try {
          names[end] =
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(row[end].text)).toString();
        } catch (CharacterCodingException e) {
          return new Broken(line(row[end].place));
        }
        if (row[end].text.length > LONGEST_NAME) {
          return new Broken(line(row[end].place));
        }
      }
      edges.add(Inputs.edge(names[0], names[1]));
    }
    return new Edges(edges);
  }

  private int lineEnd(int from) {
    int end = from;
    while (bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  private long line(int place) {
    long line = 1;
    for (int i = 0; i < place; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  /** Steps over a line without a row. */
  private boolean skippedLine() throws Fault {
    int begin = at;
    skipBlanks();
    if (bytes[at] == '\n' || bytes[at] == '\r') {
      endLine();
      return true;
    }
    at = begin;
    byte[] comment = dialect.comment.getBytes(StandardCharsets.UTF_8);
    boolean isComment = comment.length > 0 && bytes.length - at >= comment.length;
    for (int i = 0; isComment && i < comment.length; i++) {
      isComment = bytes[at + i] == comment[i];
    }
    if (isComment) {
      int end = lineEnd(at);
      String line = new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
      if (line.matches("(?s).*\r[^\r].*")) {
        throw new Fault(begin);
      }
      at = end + 1;
    }
    return isComment;
  }

  private boolean atDelimiter() {
    for (int i = 0; i < dialect.delimiter.length(); i++) {
      if (at + i >= bytes.length || bytes[at + i] != dialect.delimiter.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean atEscape() {
    return dialect.escape != 0 && bytes[at] == dialect.escape;
  }

  private void skipBlanks() {
    while (!atDelimiter() && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
  }

  /** Any number of carriage returns and a line feed. */
  private void endLine() throws Fault {
    int begin = at;
    while (bytes[at] == '\r') {
      at++;
    }
    if (bytes[at] != '\n') {
      throw new Fault(begin);
    }
    at++;
  }

  private List<Field> row(int columns) throws Fault {
    List<Field> row = new ArrayList<>();
    while (true) {
      skipBlanks();
      int place = at;
      boolean quoted = dialect.quote != 0 && bytes[at] == dialect.quote;
      boolean end = row.size() == dialect.source || row.size() == dialect.target;
      Field field = quoted ? quoted() : plain(end);
      boolean atOnce = dialect.escape == 0 && dialect.delimiter.length() == 1;
      if (atOnce && end) {
        requireNumber(field, columns < 0 ? 0 : place);
      }
      row.add(field);
      if (atDelimiter()) {
        at += dialect.delimiter.length();
      } else {
        endLine();
        return row;
      }
    }
  }

  private void requireNumber(Field field, int place) throws Fault {
    if (!dialect.names && field.text.length > 0 && !isNumber(field.text)) {
      throw new Fault(place);
    }
  }

  private Field plain(boolean end) throws Fault {
    int begin = at;
    var text = new ByteArrayOutputStream();
    int solid = 0;
    int doubtful = -1;
    while (!atDelimiter() && bytes[at] != '\n' && bytes[at] != '\r') {
      if (dialect.quote != 0 && bytes[at] == dialect.quote) {
        throw new Fault(at);
      }
      boolean escaped = atEscape() && dialect.scope != Escape.Scope.QUOTES;
      boolean unsaid = dialect.scope == Escape.Scope.UNSAID && dialect.quote != 0;
      if (escaped && unsaid && (end || isPlain(bytes[at + 1]))) {
        throw new Fault(at);
      }
      if (escaped) {
        at++;
        boolean half = bytes[at] == '\r' && bytes[at + 1] == '\n';
        if (at == bytes.length - 1 || half) {
          throw new Fault(at - 1);
        }
        doubtful = doubtful < 0 && !isPlain(bytes[at]) ? at : doubtful;
      }
      text.write(bytes[at]);
      if (escaped || (bytes[at] != ' ' && bytes[at] != '\t')) {
        solid = text.size();
      }
      at++;
    }
    return new Field(Arrays.copyOf(text.toByteArray(), solid), begin, doubtful);
  }

  private Field quoted() throws Fault {
    int open = at++;
    var text = new ByteArrayOutputStream();
    int place = at;
    int doubtful = -1;
    while (true) {
      if (at >= bytes.length) {
        throw new Fault(open);
      }
      boolean more = at + 1 < bytes.length;
      if (atEscape() && more) {
        doubtful = doubtful < 0 && !isPlain(bytes[at + 1]) ? at + 1 : doubtful;
        text.write(bytes[at + 1]);
        at += 2;
      } else if (atEscape()) {
        throw new Fault(open);
      } else if (bytes[at] != dialect.quote) {
        text.write(bytes[at++]);
      } else if (more && bytes[at + 1] == dialect.quote) {
        text.write(dialect.quote);
        at += 2;
      } else {
        break;
      }
    }
    at++;
    skipBlanks();
    if (!atDelimiter() && bytes[at] != '\n' && bytes[at] != '\r') {
      throw new Fault(at);
    }
    return new Field(text.toByteArray(), place, doubtful);
  }

  /** What an escape may stand before in an end of an edge. */
  private boolean isPlain(byte escaped) {
    String all = "\"' \t\r\n" + dialect.escape + dialect.quote + dialect.delimiter;
    boolean begins = !dialect.comment.isEmpty() && escaped == dialect.comment.charAt(0);
    return begins || (escaped != 0 && all.indexOf(escaped) >= 0);
  }

  private static boolean isNumber(byte[] text) {
    String digits = new String(text, StandardCharsets.ISO_8859_1);
    return digits.matches("0|[1-9][0-9]*") && new BigInteger(digits).compareTo(BOUND) < 0;
  }

  private Field[] ends(List<Field> row, int begin) throws Fault {
    Field[] ends = {row.get(dialect.source), row.get(dialect.target)};
    if (ends[0].text.length == 0 || ends[1].text.length == 0) {
      throw new Fault(begin);
    }
    for (Field end : ends) {
      if (end.doubtful >= 0) {
        throw new Fault(end.doubtful);
      }
    }
    for (Field end : ends) {
      requireNumber(end, end.place);
    }
    return ends;
  }
}
