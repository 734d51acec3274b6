package io.cliquestream.formats.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The first rows of a table, split by one dialect into text: what the layout is decided by.
 *
 * @param rows whole rows, comments and empty lines left out; at most {@link #MOST_ROWS}
 * @param lines the number of the line in which each row begins, from 1
 */
record TableHead(List<List<String>> rows, List<Long> lines) {
  static final int MOST_ROWS = 200;

  private static final Pattern RETURNS = Pattern.compile("\r+\n");

  /**
   * Splits the first bytes of a file.
   *
   * @param whole whether there is nothing behind them
   */
  static TableHead of(byte[] head, boolean whole, TableOptions dialect) {
    String comment = dialect.comment();
    String read = new String(head, StandardCharsets.UTF_8);
    // As the rows are read: where there are line feeds, others end no line.
    String text =
        RecordBlocks.returnsEndLines(head)
            ? read.replace('\r', '\n')
            // The last line may lack its line feed.
            : RETURNS.matcher(whole && read.endsWith("\r") ? read + "\n" : read).replaceAll("\n");
    List<List<String>> rows = new ArrayList<>();
    List<Long> lines = new ArrayList<>();
    int at = 0;
    long line = 1;
    while (at < text.length() && rows.size() < MOST_ROWS) {
      if (!comment.isEmpty() && text.startsWith(comment, at)) {
        // A quote in it opens nothing.
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
        line++;
        continue;
      }
      List<String> row = new ArrayList<>();
      int end = split(text, at, dialect, row);
      boolean complete = whole || (end >= 0 && end < text.length());
      if (!complete) {
        break;
      }
      int next = end < 0 ? text.length() : Math.min(end + 1, text.length());
      // One whose quote stays open is for the parser to refuse.
      boolean empty = end >= 0 && row.size() == 1 && row.getFirst().isEmpty();
      if (!empty) {
        rows.add(row);
        lines.add(line);
      }
      line += text.substring(at, next).chars().filter(c -> c == '\n').count();
      at = next;
    }
    return new TableHead(rows, lines);
  }

  /** Splits a row; gives its end, or -1 when a quote stays open. */
  private static int split(String text, int from, TableOptions dialect, List<String> row) {
    String delimiter = dialect.wholeDelimiter();
    boolean blanks = dialect.isBetweenBlanks();
    int at = from;
    while (true) {
      while (at < text.length()
          && isBlank(text.charAt(at), delimiter)
          && (blanks || !text.startsWith(delimiter, at))) {
        at++;
      }
      if (blanks && !row.isEmpty() && (at == text.length() || text.charAt(at) == '\n')) {
        return at;
      }
      StringBuilder field = new StringBuilder();
      if (dialect.quote() != 0 && at < text.length() && text.charAt(at) == dialect.quote()) {
        at = quoted(text, at + 1, dialect, field);
        if (at < 0) {
          row.add(field.toString());
          return -1;
        }
      }
      // What is escaped is no blank around the field.
      int solid = field.length();
      while (at < text.length()
          && text.charAt(at) != '\n'
          && !text.startsWith(delimiter, at)
          && !(blanks && text.charAt(at) == '\t')) {
        boolean escaped = dialect.escape().isOutside() && isEscape(text, at, dialect);
        at += escaped ? 1 : 0;
        field.append(text.charAt(at));
        if (escaped || !isBlank(text.charAt(at), "")) {
          solid = field.length();
        }
        at++;
      }
      field.setLength(solid);
      row.add(field.toString());
      if (at == text.length() || text.charAt(at) == '\n') {
        return at;
      }
      at += delimiter.length();
    }
  }

  private static boolean isBlank(char character, String delimiter) {
    return character == ' ' || (character == '\t' && !delimiter.equals("\t"));
  }

  /** Whether there is an escape, and something behind it. */
  private static boolean isEscape(String text, int at, TableOptions dialect) {
    int escape = dialect.escape().character();
    return escape != 0 && text.charAt(at) == escape && at + 1 < text.length();
  }

  private static int quoted(String text, int from, TableOptions dialect, StringBuilder field) {
    int at = from;
    while (at < text.length()) {
      if (isEscape(text, at, dialect)) {
        field.append(text.charAt(at + 1));
        at += 2;
        continue;
      }
      char character = text.charAt(at++);
      if (character != dialect.quote()) {
        field.append(character);
      } else if (at < text.length() && text.charAt(at) == dialect.quote()) {
        field.append(character);
        at++;
      } else {
        return at;
      }
    }
    return -1;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Columns of the first row; 0 without one. */
  int columns() {
    return rows.isEmpty() ? 0 : rows.getFirst().size();
  }

  /** Whether all rows have as many columns as the first, two or more. */
  boolean isTable() {
    return columns() > 1 && rows.stream().allMatch(row -> row.size() == columns());
  }
}
