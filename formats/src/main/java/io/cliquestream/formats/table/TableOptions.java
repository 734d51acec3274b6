package io.cliquestream.formats.table;

import io.cliquestream.formats.text.Excerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.List;
import java.util.Optional;

/**
 * How a table is read; no options that contradict each other.
 *
 * @param delimiter between columns: ASCII characters, {@link #LONGEST_DELIMITER} at most, neither
 *     letters nor digits; {@link #BLANKS} for any number of blanks and tabs; {@link #FIND} to look
 *     for it
 * @param quote around fields that hold delimiters and line ends, doubled inside; 0 for none
 * @param escape an ASCII character that takes the meaning of the one behind it, in quotes and
 *     outside; 0 for none
 * @param header whether the first row names the columns; empty to look
 * @param source the column of an edge's first end, by its name or its position from 1
 * @param target the column of the second end
 * @param ignored further columns, which are not read, by name or position; {@link #ALL} for all
 * @param comment what lines begin with that are no rows; empty for none
 */
public record TableOptions(
    String delimiter,
    int quote,
    int escape,
    Optional<Boolean> header,
    Optional<String> source,
    Optional<String> target,
    List<String> ignored,
    String comment) {
  /** Looks for the delimiter: comma, tab, semicolon or bar. */
  public static final String FIND = "";

  /** Any number of blanks and tabs. */
  public static final String BLANKS = " ";

  /** Stands for every further column. */
  public static final String ALL = "*";

  /** Characters of a delimiter. */
  public static final int LONGEST_DELIMITER = 8;

  /**
   * @throws ComputeException OPTION_INVALID when one of them cannot be, or two not together
   */
  public TableOptions {
    ignored = List.copyOf(ignored);
    requireDelimiter(delimiter);
    requireMark("--quote", quote);
    requireMark("--escape", escape);
    if (quote != 0 && delimiter.indexOf(quote) >= 0) {
      throw InputFailures.option(
          "the delimiter '%s' holds the quote; --quote none says that nothing is quoted"
              .formatted(Excerpt.of(delimiter)));
    }
    if (escape != 0) {
      requireEscape(escape, delimiter, quote, comment);
    }
  }

  private static void requireDelimiter(String delimiter) {
    if (delimiter.length() > LONGEST_DELIMITER) {
      throw InputFailures.option(
          "the delimiter '%s' is longer than %d characters"
              .formatted(Excerpt.of(delimiter), LONGEST_DELIMITER));
    }
    for (int at = 0; at < delimiter.length(); at++) {
      char character = delimiter.charAt(at);
      if (character == 0 || character == '\n' || character == '\r') {
        throw InputFailures.option(
            "'%s' cannot stand between columns: it holds a line end or a zero byte"
                .formatted(Excerpt.of(delimiter)));
      }
      if (character >= 0x7F || Character.isLetterOrDigit(character)) {
        throw InputFailures.option(
            "the delimiter '%s' is not of ASCII characters that are neither letters nor digits"
                .formatted(Excerpt.of(delimiter)));
      }
    }
    if (delimiter.length() > 1 && delimiter.isBlank()) {
      throw InputFailures.option(
          "several blanks or tabs are no delimiter; --delimiter blank takes any number of them");
    }
  }

  private static void requireMark(String option, int mark) {
    boolean possible = mark > ' ' && mark < 0x7F && !Character.isLetterOrDigit(mark);
    if (mark != 0 && !possible) {
      throw InputFailures.option(
          "%s '%s' is not one character of ASCII that is neither letter nor digit"
              .formatted(option, Excerpt.of(Character.toString(mark))));
    }
  }

  private static void requireEscape(int escape, String delimiter, int quote, String comment) {
    if (escape == quote) {
      throw InputFailures.option(
          "a quote that escapes itself is a doubled quote, which is read without --escape;"
              + " leave --escape out");
    }
    if (delimiter.equals(BLANKS)) {
      throw InputFailures.option(
          "between blanks nothing is escaped; leave --escape out, or say another --delimiter");
    }
    if (delimiter.indexOf(escape) >= 0) {
      throw InputFailures.option(
          "the escape '%c' stands in the delimiter '%s', too; it can be one of them alone"
              .formatted(escape, Excerpt.of(delimiter)));
    }
    if (comment.indexOf(escape) == 0) {
      throw InputFailures.option(
          "lines that begin with the escape '%c' cannot be comments; leave --escape or --comment"
                  .formatted(escape)
              + " out");
    }
  }

  /** Everything as it is found. */
  public static TableOptions defaults() {
    return new TableOptions(
        FIND, '"', 0, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), "");
  }

  /** The same with another delimiter. */
  public TableOptions withDelimiter(String other) {
    return new TableOptions(other, quote, escape, header, source, target, ignored, comment);
  }

  /** The same with ends by name or position. */
  public TableOptions withEnds(String from, String to) {
    return new TableOptions(
        delimiter, quote, escape, header, Optional.of(from), Optional.of(to), ignored, comment);
  }

  /** The same with columns that are not read. */
  public TableOptions withIgnored(String... columns) {
    return new TableOptions(
        delimiter, quote, escape, header, source, target, List.of(columns), comment);
  }

  /** The same with or without a header. */
  public TableOptions withHeader(boolean first) {
    return new TableOptions(
        delimiter, quote, escape, Optional.of(first), source, target, ignored, comment);
  }

  /** The same with another quote, 0 for none. */
  public TableOptions withQuote(int other) {
    return new TableOptions(delimiter, other, escape, header, source, target, ignored, comment);
  }

  /** The same with an escape, 0 for none. */
  public TableOptions withEscape(int other) {
    return new TableOptions(delimiter, quote, other, header, source, target, ignored, comment);
  }

  /** The same with comments. */
  public TableOptions withComment(String beginning) {
    return new TableOptions(delimiter, quote, escape, header, source, target, ignored, beginning);
  }
}
