package io.cliquestream.formats.table;

import java.util.List;
import java.util.Optional;

/**
 * How a table is read.
 *
 * @param delimiter between columns, one ASCII character; {@link #BLANKS} for any number of blanks
 *     and tabs; {@link #FIND} to look for it
 * @param quote around fields that hold delimiters and line ends, doubled inside; 0 for none
 * @param header whether the first row names the columns; empty to look
 * @param source the column of an edge's first end, by its name or its position from 1
 * @param target the column of the second end
 * @param ignored further columns, which are not read, by name or position; {@link #ALL} for all
 * @param comment what lines begin with that are no rows; empty for none
 */
public record TableOptions(
    int delimiter,
    int quote,
    Optional<Boolean> header,
    Optional<String> source,
    Optional<String> target,
    List<String> ignored,
    String comment) {
  /** Looks for the delimiter: comma, tab, semicolon or bar. */
  public static final int FIND = -1;

  /** Any number of blanks and tabs. */
  public static final int BLANKS = ' ';

  /** Stands for every further column. */
  public static final String ALL = "*";

  public TableOptions {
    ignored = List.copyOf(ignored);
  }

  /** Everything as it is found. */
  public static TableOptions defaults() {
    return new TableOptions(
        FIND, '"', Optional.empty(), Optional.empty(), Optional.empty(), List.of(), "");
  }

  /** The same with another delimiter. */
  public TableOptions withDelimiter(int other) {
    return new TableOptions(other, quote, header, source, target, ignored, comment);
  }

  /** The same with ends by name or position. */
  public TableOptions withEnds(String from, String to) {
    return new TableOptions(
        delimiter, quote, header, Optional.of(from), Optional.of(to), ignored, comment);
  }

  /** The same with columns that are not read. */
  public TableOptions withIgnored(String... columns) {
    return new TableOptions(delimiter, quote, header, source, target, List.of(columns), comment);
  }

  /** The same with or without a header. */
  public TableOptions withHeader(boolean first) {
    return new TableOptions(delimiter, quote, Optional.of(first), source, target, ignored, comment);
  }

  /** The same with another quote, 0 for none. */
  public TableOptions withQuote(int other) {
    return new TableOptions(delimiter, other, header, source, target, ignored, comment);
  }

  /** The same with comments. */
  public TableOptions withComment(String beginning) {
    return new TableOptions(delimiter, quote, header, source, target, ignored, beginning);
  }
}
