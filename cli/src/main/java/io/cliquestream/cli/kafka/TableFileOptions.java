package io.cliquestream.cli.kafka;

import io.cliquestream.formats.table.TableOptions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The dialect of a table, and which of its columns are an edge. */
public final class TableFileOptions {
  @Option(
      names = "--source",
      paramLabel = "COLUMN",
      description = "Of a table: the column of an edge's first end, by name or position from 1.")
  private String source;

  @Option(names = "--target", paramLabel = "COLUMN", description = "The column of its second end.")
  private String target;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "Further columns, which are not read, by name or position; '*' for all, \"…\" around a"
              + " name with commas.")
  private List<String> ignored = List.of();

  @Option(
      names = "--delimiter",
      converter = DelimiterConverter.class,
      paramLabel = "CHARACTER",
      description =
          "What stands between columns: a character, also as \\x01, comma, tab, semicolon, bar, or"
              + " blank for any number of blanks; looked for when not given.")
  private Integer delimiter;

  @Option(
      names = "--quote",
      defaultValue = "\"",
      converter = QuoteConverter.class,
      paramLabel = "CHARACTER",
      description = "What fields are quoted by, or none (${DEFAULT-VALUE}).")
  private Integer quote;

  @Option(
      names = "--header",
      converter = HeaderConverter.class,
      paramLabel = "yes|no",
      description = "Whether the first row names the columns; looked for when not given.")
  private Header header;

  @Option(
      names = "--comment",
      defaultValue = "",
      paramLabel = "TEXT",
      description = "What lines of a table begin with that are no rows.")
  private String comment;

  /** No Boolean, which the command line would read by rules of its own. */
  private enum Header {
    YES,
    NO
  }

  TableOptions options() {
    return new TableOptions(
        delimiter == null ? TableOptions.FIND : delimiter,
        quote,
        Optional.ofNullable(header).map(said -> said == Header.YES),
        Optional.ofNullable(source),
        Optional.ofNullable(target),
        ignored.stream().map(TableFileOptions::unquoted).toList(),
        comment);
  }

  /** A name that quotes kept whole. */
  private static String unquoted(String column) {
    boolean quoted = column.length() > 1 && column.startsWith("\"") && column.endsWith("\"");
    return quoted ? column.substring(1, column.length() - 1) : column;
  }

  private static int character(String text) {
    boolean one = text.length() == 1 && text.charAt(0) < 0x80 && text.charAt(0) > ' ';
    if (!one || Character.isLetterOrDigit(text.charAt(0))) {
      throw new TypeConversionException(
          "'" + text + "' is not one character of ASCII that is neither letter nor digit");
    }
    return text.charAt(0);
  }

  private static final class DelimiterConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "comma" -> (int) ',';
        case "tab", "\t", "\\t" -> (int) '\t';
        case "semicolon" -> (int) ';';
        case "bar", "pipe" -> (int) '|';
        case "blank", "space", " " -> TableOptions.BLANKS;
        default ->
            text.matches("\\\\x[01][0-9a-fA-F]")
                ? control(Integer.parseInt(text.substring(2), 16), text)
                : delimiter(text);
      };
    }

    private static int delimiter(String text) {
      if (text.length() > 1) {
        throw new TypeConversionException(
            ("'%s' is not one character of ASCII that is neither letter nor digit; make longer ones"
                    + " one character first, as in: sed 's/::/|/g' FILE")
                .formatted(text));
      }
      return text.length() == 1 && text.charAt(0) < ' '
          ? control(text.charAt(0), text)
          : character(text);
    }

    /** Tools that take no delimiter from a name's own characters write 1 or 31. */
    private static int control(int value, String text) {
      if (value == 0 || value == '\n' || value == '\r') {
        throw new TypeConversionException("'" + text + "' cannot stand between columns");
      }
      return value;
    }
  }

  private static final class QuoteConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return text.equals("none") ? 0 : character(text);
    }
  }

  private static final class HeaderConverter implements ITypeConverter<Header> {
    @Override
    public Header convert(String text) {
      return switch (text) {
        case "yes" -> Header.YES;
        case "no" -> Header.NO;
        default -> throw new TypeConversionException("'" + text + "' is neither yes nor no");
      };
    }
  }
}
