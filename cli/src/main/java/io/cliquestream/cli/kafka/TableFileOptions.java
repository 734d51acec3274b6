package io.cliquestream.cli.kafka;

import io.cliquestream.formats.table.Escape;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
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
      paramLabel = "TEXT",
      description =
          "What stands between columns: a character or several, also as \\x01 or \\t, comma, tab,"
              + " semicolon, bar, or blank for any number of blanks; looked for when not given.")
  private String delimiter;

  @Option(
      names = "--quote",
      defaultValue = "\"",
      converter = QuoteConverter.class,
      paramLabel = "CHARACTER",
      description = "What fields are quoted by, or none (${DEFAULT-VALUE}).")
  private Integer quote;

  @Option(
      names = "--escape",
      defaultValue = "none",
      converter = EscapeConverter.class,
      paramLabel = "CHARACTER",
      description =
          "What takes the meaning of a quote behind it, as a backslash does in many exports, or none"
              + " (${DEFAULT-VALUE}).")
  private Integer escape;

  @Option(
      names = "--escape-in",
      converter = ScopeConverter.class,
      paramLabel = "quotes|everywhere",
      description =
          "Where it does: in quotes alone (Spark, DuckDB, PostgreSQL), or of delimiters and line"
              + " ends outside of them, too (pandas, MySQL); asked for where it matters.")
  private Escape.Scope scope;

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
        delimiter == null ? TableOptions.FIND : delimiter.charAt(0),
        quote,
        Optional.ofNullable(header).map(said -> said == Header.YES),
        Optional.ofNullable(source),
        Optional.ofNullable(target),
        ignored.stream().map(TableFileOptions::unquoted).toList(),
        comment,
        delimiter == null ? "" : delimiter.substring(1),
        new Escape(escape, scope == null ? Escape.Scope.UNSAID : scope));
  }

  /** A name that quotes kept whole. */
  private static String unquoted(String column) {
    boolean quoted = column.length() > 1 && column.startsWith("\"") && column.endsWith("\"");
    return quoted ? column.substring(1, column.length() - 1) : column;
  }

  /** What one option says, if the rules of tables allow it. */
  private static <T> T allowed(T said, Function<T, TableOptions> rules) {
    try {
      TableOptions _ = rules.apply(said);
      return said;
    } catch (ComputeException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static int character(String text) {
    if (text.equals("none")) {
      return 0;
    }
    if (text.codePointCount(0, text.length()) != 1) {
      throw new TypeConversionException("'" + text + "' is not one character, or none");
    }
    return text.codePointAt(0);
  }

  private static final class DelimiterConverter implements ITypeConverter<String> {
    /** Tools that take no delimiter from a name's own characters write control characters. */
    private static final Pattern CONTROL = Pattern.compile("\\\\(t|x[01][0-9a-fA-F])");

    @Override
    public String convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "comma" -> ",";
        case "tab" -> "\t";
        case "semicolon" -> ";";
        case "bar", "pipe" -> "|";
        case "blank", "space" -> " ";
        case "" ->
            throw new TypeConversionException(
                "nothing cannot stand between columns; without --delimiter it is looked for");
        default ->
            allowed(
                CONTROL.matcher(text).replaceAll(found -> control(found.group(1))),
                // A quote or an escape in it is the business of all options together.
                said -> TableOptions.defaults().withQuote(0).withDelimiter(said));
      };
    }

    private static String control(String escape) {
      return escape.equals("t")
          ? "\t"
          : Character.toString(Integer.parseInt(escape.substring(1), 16));
    }
  }

  private static final class QuoteConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return allowed(character(text), TableOptions.defaults()::withQuote);
    }
  }

  private static final class EscapeConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return allowed(
          character(text),
          said -> TableOptions.defaults().withQuote(0).withEscape(Escape.of(said)));
    }
  }

  private static final class ScopeConverter implements ITypeConverter<Escape.Scope> {
    @Override
    public Escape.Scope convert(String text) {
      return switch (text) {
        case "quotes" -> Escape.Scope.QUOTES;
        case "everywhere" -> Escape.Scope.EVERYWHERE;
        default ->
            throw new TypeConversionException("'" + text + "' is neither quotes nor everywhere");
      };
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
