package io.cliquestream.formats.table;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.List;
import java.util.Optional;

/**
 * How a table is read; no options that contradict each other.
 *
 * @param delimiter between columns, an ASCII character that is neither letter nor digit, or the
 *     first of several; {@link #BLANKS} for any number of blanks and tabs; {@link #FIND} to look
 *     for it
 * @param quote around fields that hold delimiters and line ends, doubled inside; 0 for none
 * @param header whether the first row names the columns; empty to look
 * @param source the column of an edge's first end, by its name or its position from 1
 * @param target the column of the second end
 * @param ignored further columns, which are not read, by name or position; {@link #ALL} for all
 * @param comment what lines begin with that are no rows; empty for none
 * @param further the characters of the delimiter behind the first; mostly empty
 * @param escape what takes the meaning of a character behind it
 */
public record TableOptions(
    int delimiter,
    int quote,
    Optional<Boolean> header,
    Optional<String> source,
    Optional<String> target,
    List<String> ignored,
    String comment,
    String further,
    Escape escape) {
  /** Looks for the delimiter: comma, tab, semicolon or bar. */
  public static final int FIND = -1;

  /** Any number of blanks and tabs. */
  public static final int BLANKS = ' ';

  /** Stands for every further column. */
  public static final String ALL = "*";

  /** Characters of a delimiter. */
  public static final int LONGEST_DELIMITER = 8;

  /**
   * Checks that the parts can be and go together, and copies the list.
   *
   * @throws ComputeException OPTION_INVALID when one of them cannot be, or two not together
   */
  public TableOptions {
    ignored = List.copyOf(ignored);
    String whole = whole(delimiter, further);
    requireDelimiter(whole);
    requireMark("--quote", quote);
    requireMark("--escape", escape.character());
    if (quote != 0 && whole.indexOf(quote) >= 0) {
      throw InputFailures.option(
          "the delimiter '%s' holds the quote; --quote none says that nothing is quoted"
              .formatted(InputExcerpt.of(whole)));
    }
    if (!escape.isNone()) {
      requireEscape(escape.character(), whole, quote, comment);
    }
    boolean aboutNothing = escape.isNone() && escape.scope() != Escape.Scope.UNSAID;
    if (aboutNothing || (escape.scope() == Escape.Scope.QUOTES && quote == 0)) {
      throw InputFailures.option(
          "--escape-in says where the character of --escape escapes; "
              + (aboutNothing
                  ? "no --escape is given"
                  : "--quote none says that nothing is quoted"));
    }
    if (escape.scope() == Escape.Scope.UNSAID && !escape.isNone() && quote == 0) {
      escape = new Escape(escape.character(), Escape.Scope.EVERYWHERE);
    }
  }

  private static void requireDelimiter(String delimiter) {
    if (delimiter.length() > LONGEST_DELIMITER) {
      throw InputFailures.option(
          "the delimiter '%s' is longer than %d characters"
              .formatted(InputExcerpt.of(delimiter), LONGEST_DELIMITER));
    }
    for (int at = 0; at < delimiter.length(); at++) {
      char character = delimiter.charAt(at);
      if (character == 0 || character == '\n' || character == '\r') {
        throw InputFailures.option(
            "'%s' cannot stand between columns: it holds a line end or a zero byte"
                .formatted(InputExcerpt.of(delimiter)));
      }
      if (character >= 0x7F || Character.isLetterOrDigit(character)) {
        throw InputFailures.option(
            "the delimiter '%s' is not of ASCII characters that are neither letters nor digits"
                .formatted(InputExcerpt.of(delimiter)));
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
              .formatted(option, InputExcerpt.of(Character.toString(mark))));
    }
  }

  private static void requireEscape(int escape, String delimiter, int quote, String comment) {
    if (escape == quote) {
      throw InputFailures.option(
          "a quote that escapes itself is a doubled quote, which is read without --escape;"
              + " leave --escape out");
    }
    if (delimiter.equals(" ")) {
      throw InputFailures.option(
          "between blanks nothing is escaped; leave --escape out, or say another --delimiter");
    }
    if (delimiter.indexOf(escape) >= 0) {
      throw InputFailures.option(
          "the escape '%c' stands in the delimiter '%s', too; it can be one of them alone"
              .formatted(escape, InputExcerpt.of(delimiter)));
    }
    if (comment.indexOf(escape) == 0) {
      throw InputFailures.option(
          "lines that begin with the escape '%c' cannot be comments; leave --escape or --comment"
                  .formatted(escape)
              + " out");
    }
  }

  /**
   * One character between columns, and no escape.
   *
   * @param delimiter {@link #FIND}, {@link #BLANKS}, or a character
   * @param quote an ASCII character; 0 for none
   * @param header whether the first row names the columns; looked for where that is not said
   * @param source column of one end by name or position; looked for where that is not said
   * @param target column of the other end, likewise
   * @param ignored further columns that are not read, by name or position, or {@link #ALL}
   * @param comment what lines begin with that are no rows; empty for none
   */
  public TableOptions(
      int delimiter,
      int quote,
      Optional<Boolean> header,
      Optional<String> source,
      Optional<String> target,
      List<String> ignored,
      String comment) {
    this(delimiter, quote, header, source, target, ignored, comment, "", Escape.NONE);
  }

  private static String whole(int delimiter, String further) {
    return (delimiter == FIND ? "" : Character.toString(delimiter)) + further;
  }

  /** {@return all characters of the delimiter; none where it is looked for} */
  public String wholeDelimiter() {
    return whole(delimiter, further);
  }

  /** {@return whether any number of blanks and tabs is between columns} */
  public boolean isBetweenBlanks() {
    return delimiter == BLANKS && further.isEmpty();
  }

  /**
   * Options that find out the dialect: no escape, no comments.
   *
   * @return with {@code "} as the quote
   */
  public static TableOptions defaults() {
    return new TableOptions(
        FIND, '"', Optional.empty(), Optional.empty(), Optional.empty(), List.of(), "");
  }

  /**
   * The same with another delimiter of one character.
   *
   * @param other {@link #FIND}, {@link #BLANKS}, or a character
   * @return these options otherwise
   */
  public TableOptions withDelimiter(int other) {
    return new TableOptions(other, quote, header, source, target, ignored, comment, "", escape);
  }

  /**
   * The same with another delimiter.
   *
   * @param other one to {@link #LONGEST_DELIMITER} characters
   * @return these options otherwise
   */
  public TableOptions withDelimiter(String other) {
    if (other.isEmpty()) {
      throw InputFailures.option("an empty delimiter cannot stand between columns");
    }
    return new TableOptions(
        other.charAt(0),
        quote,
        header,
        source,
        target,
        ignored,
        comment,
        other.substring(1),
        escape);
  }

  /**
   * The same with ends by name or position.
   *
   * @param from column of one end, by name or by position from 1
   * @param to column of the other end
   * @return these options otherwise
   */
  public TableOptions withEnds(String from, String to) {
    return new TableOptions(
        delimiter,
        quote,
        header,
        Optional.of(from),
        Optional.of(to),
        ignored,
        comment,
        further,
        escape);
  }

  /**
   * The same with columns that are not read.
   *
   * @param columns by name or by position from 1, or {@link #ALL}
   * @return these options otherwise
   */
  public TableOptions withIgnored(String... columns) {
    return new TableOptions(
        delimiter, quote, header, source, target, List.of(columns), comment, further, escape);
  }

  /**
   * The same with or without a header.
   *
   * @param first whether the first row names the columns
   * @return these options otherwise
   */
  public TableOptions withHeader(boolean first) {
    return new TableOptions(
        delimiter, quote, Optional.of(first), source, target, ignored, comment, further, escape);
  }

  /**
   * The same with another quote, 0 for none.
   *
   * @param other an ASCII character, or 0
   * @return these options otherwise
   */
  public TableOptions withQuote(int other) {
    return new TableOptions(
        delimiter, other, header, source, target, ignored, comment, further, escape);
  }

  /**
   * The same with an escape.
   *
   * @param other character and scope, or {@link Escape#NONE}
   * @return these options otherwise
   */
  public TableOptions withEscape(Escape other) {
    return new TableOptions(
        delimiter, quote, header, source, target, ignored, comment, further, other);
  }

  /**
   * The same with comments.
   *
   * @param beginning of lines that are no rows; empty for no comments
   * @return these options otherwise
   */
  public TableOptions withComment(String beginning) {
    return new TableOptions(
        delimiter, quote, header, source, target, ignored, beginning, further, escape);
  }
}
