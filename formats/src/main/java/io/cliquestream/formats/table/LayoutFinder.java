package io.cliquestream.formats.table;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.names.NameBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides the layout of a table by what was said and by its first rows. Where two layouts are
 * possible and would give different graphs, none is guessed: the failure names the option.
 */
final class LayoutFinder {
  /** Names of columns that hold the ends of edges, in lower case. */
  private static final List<List<String>> ENDS =
      List.of(
          List.of("source", "target"),
          List.of("src", "dst"),
          List.of("src", "dest"),
          List.of("from", "to"),
          List.of("source_id", "target_id"),
          List.of("sourceid", "targetid"),
          List.of("from_id", "to_id"),
          List.of("fromid", "toid"),
          List.of("fromnodeid", "tonodeid"),
          List.of("node1", "node2"),
          List.of("node_1", "node_2"),
          List.of("vertex1", "vertex2"),
          List.of("id1", "id2"),
          List.of("id_1", "id_2"),
          List.of("_start", "_end"),
          List.of(":start_id", ":end_id"),
          List.of("start", "end"),
          List.of("tail", "head"),
          List.of("u", "v"));

  private final String name;
  private final TableOptions options;
  private final IdKind ids;
  private final TableHead head;
  private final String delimiter;
  private final boolean whole;

  private LayoutFinder(Content content, TableOptions options, IdKind ids) {
    this.name = content.name();
    this.options = options;
    this.ids = ids;
    this.whole = content.isWhole();
    this.delimiter =
        options.delimiter() == TableOptions.FIND
            ? DelimiterFinder.find(content, options)
            : options.wholeDelimiter();
    this.head = TableHead.of(content.head(), content.isWhole(), options.withDelimiter(delimiter));
  }

  /** Of a table without lines, whose columns have names. */
  private LayoutFinder(String name, TableHead head, TableOptions options) {
    this.name = name;
    this.options = options;
    this.ids = IdKind.AUTO;
    this.whole = true;
    this.delimiter = ",";
    this.head = head;
  }

  /** As {@link TableColumns#ends} says. */
  static int[] endsOf(String name, List<String> columns, TableOptions options) {
    if (columns.size() < 2) {
      throw InputFailures.invalid(name, "it has one column, and an edge has two ends");
    }
    TableOptions named = options.withHeader(true).withDelimiter(',');
    TableLayout layout =
        new LayoutFinder(name, new TableHead(List.of(columns), List.of()), named).find();
    return new int[] {layout.source(), layout.target()};
  }

  /** The layout of a table; empty when it has no row. */
  static Optional<TableLayout> find(Content content, TableOptions options, IdKind ids) {
    LayoutFinder finder = new LayoutFinder(content, options, ids);
    if (finder.head.isEmpty()) {
      if (content.head().length > 0 && !content.isWhole()) {
        throw InputFailures.line(
            content.name(),
            1,
            InputExcerpt.of(content.head(), 0, content.head().length),
            "no row ends within the first %d bytes".formatted(content.head().length));
      }
      requireLines(content);
      return Optional.empty();
    }
    return Optional.of(finder.find());
  }

  /** Refuses a comment that hides a row, where there are no rows whose parser would. */
  private static void requireLines(Content content) {
    byte[] head = content.head();
    if (RecordBlocks.returnsEndLines(head)) {
      return;
    }
    long line = 1;
    for (int at = 0; at < head.length; at++) {
      line += head[at] == '\n' ? 1 : 0;
      if (head[at] == '\r'
          && at + 1 < head.length
          && head[at + 1] != '\r'
          && head[at + 1] != '\n') {
        throw InputFailures.line(
            content.name(), line, InputExcerpt.of(head, 0, head.length), RowParser.STRAY_RETURN);
      }
    }
  }

  private TableLayout find() {
    List<String> first = head.rows().getFirst();
    if (first.getFirst().equalsIgnoreCase("sep=")) {
      throw firstLine(
          "it tells a spreadsheet what stands between columns and is no row; --comment sep= reads"
              + " past it");
    }
    boolean words = options.isBetweenBlanks();
    List<String> shownFirst = words ? withoutAttributes(first) : first;
    int columns = shownFirst.size();
    boolean couldBeHeader = options.header().orElse(!words);
    boolean named =
        couldBeHeader
            && (knownEnds(first).isPresent()
                || isNamed(options.source(), first)
                || isNamed(options.target(), first));
    int[] ends = ends(shownFirst, named || saysHeader());
    boolean header = header(ends, named, words);
    requireSpaces(first, ends, header);
    int weight = further(shownFirst, ends, header, words);
    return new TableLayout(
        delimiter,
        options.quote(),
        options.escape(),
        header,
        columns,
        ends[0],
        ends[1],
        kind(ends, header),
        options.comment(),
        weight,
        header && isVertexTable(first, ends),
        -1);
  }

  private boolean saysHeader() {
    return options.header().orElse(false);
  }

  /** Words without what NetworkX writes behind them, a dictionary. */
  private static List<String> withoutAttributes(List<String> words) {
    for (int at = 2; at < words.size(); at++) {
      if (words.get(at).startsWith("{")) {
        return words.subList(0, at);
      }
    }
    return words;
  }

  static Optional<int[]> knownEnds(List<String> header) {
    List<String> names = header.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    for (List<String> ends : ENDS) {
      int from = find(names, ends.get(0));
      int to = find(names, ends.get(1));
      if (from >= 0 && to >= 0) {
        return Optional.of(new int[] {from, to});
      }
    }
    return Optional.empty();
  }

  /** The column of a name; neo4j-admin puts a space of ids behind, in parentheses. */
  private static int find(List<String> names, String name) {
    for (int column = 0; column < names.size(); column++) {
      String found = names.get(column);
      if (found.equals(name) || (name.startsWith(":") && found.startsWith(name + "("))) {
        return column;
      }
    }
    return -1;
  }

  /** Whether a column is said by what cannot be its position. */
  static boolean isNamed(Optional<String> column, List<String> header) {
    return column.isPresent() && position(column.get(), header.size()) < 0;
  }

  /** A position from 1 as an index, or -1 when the text is none. */
  private static int position(String text, int columns) {
    byte[] digits = text.getBytes(StandardCharsets.UTF_8);
    if (digits.length > 4 || !NameBytes.isNumber(digits, 0, digits.length)) {
      return -1;
    }
    int position = Integer.parseInt(text);
    return position >= 1 && position <= columns ? position - 1 : -1;
  }

  private int column(String wanted, List<String> header, boolean hasNames) {
    if (hasNames) {
      int exact = header.indexOf(wanted);
      int found =
          exact >= 0
              ? exact
              : find(
                  header.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList(),
                  wanted.toLowerCase(Locale.ROOT));
      if (found >= 0) {
        return found;
      }
    }
    int position = position(wanted, header.size());
    if (position < 0) {
      throw firstLine(
          "there is no column '%s'; the columns are %s"
              .formatted(InputExcerpt.of(wanted), list(header, hasNames)));
    }
    return position;
  }

  private int[] ends(List<String> first, boolean hasNames) {
    if (options.source().isPresent() != options.target().isPresent()) {
      throw InputFailures.option("--source and --target go together");
    }
    if (options.source().isPresent()) {
      int[] ends = {
        column(options.source().get(), first, hasNames),
        column(options.target().get(), first, hasNames)
      };
      if (ends[0] == ends[1]) {
        throw InputFailures.option("--source and --target are the same column");
      }
      return ends;
    }
    if (hasNames) {
      Optional<int[]> known = knownEnds(first);
      if (known.isPresent()) {
        return known.get();
      }
    }
    List<Integer> left = new ArrayList<>();
    for (int column = 0; column < first.size(); column++) {
      if (!isIgnored(column, first, hasNames)) {
        left.add(column);
      }
    }
    if (first.size() < 2) {
      throw firstLine(
          "the first row has one column, and an edge has two ends;"
              + " --delimiter says what stands between them");
    }
    if (left.size() == 2 && !options.ignored().contains(TableOptions.ALL)) {
      return new int[] {left.get(0), left.get(1)};
    }
    if (hasNames || maybeHeader(first)) {
      throw firstLine(
          "which columns hold the ends of an edge is not plain; --source and --target say it, by"
              + " name or position; the columns are "
              + list(first, true));
    }
    return left.size() < 2 ? new int[] {0, 1} : new int[] {left.get(0), left.get(1)};
  }

  /** Whether the first row may be one of names: it holds no number, and says nothing else. */
  private boolean maybeHeader(List<String> first) {
    return !options.isBetweenBlanks()
        && options.header().isEmpty()
        && first.stream().noneMatch(LayoutFinder::isSigned);
  }

  private static boolean isSigned(String text) {
    return !text.isEmpty() && "+-.0123456789".indexOf(text.charAt(0)) >= 0;
  }

  private boolean isIgnored(int column, List<String> header, boolean hasNames) {
    return options.ignored().stream()
        .anyMatch(
            ignored ->
                !ignored.equals(TableOptions.ALL) && isNamed(ignored, column, header, hasNames));
  }

  /** Whether a text is a column's name or, where no column has that name, its position. */
  private static boolean isNamed(String text, int column, List<String> header, boolean hasNames) {
    boolean isName = hasNames && header.stream().anyMatch(text::equalsIgnoreCase);
    return isName
        ? text.equalsIgnoreCase(header.get(column))
        : position(text, header.size()) == column;
  }

  /** Whether the first row names the columns. */
  private boolean header(int[] ends, boolean known, boolean words) {
    if (options.header().isPresent()) {
      return options.header().get();
    }
    if (known) {
      return true;
    }
    if (words) {
      return false;
    }
    List<List<String>> rows = head.rows();
    String from = field(rows.getFirst(), ends[0]);
    String to = field(rows.getFirst(), ends[1]);
    Set<String> others = new HashSet<>();
    boolean numbers = rows.size() > 1;
    for (List<String> row : rows.subList(1, rows.size())) {
      for (int end : ends) {
        others.add(field(row, end));
        numbers &= isSigned(field(row, end));
      }
    }
    if (isSigned(from) || isSigned(to) || others.contains(from) || others.contains(to)) {
      return false;
    }
    if (numbers) {
      return true;
    }
    throw firstLine(
        "whether the first row names the columns or is an edge is not plain;"
            + " --header yes or --header no says it");
  }

  private static String field(List<String> row, int column) {
    return column < row.size() ? row.get(column) : "";
  }

  /** Refuses ids of two spaces, of which equal ones stand for two vertices. */
  private void requireSpaces(List<String> first, int[] ends, boolean header) {
    if (!header) {
      return;
    }
    String from = first.get(ends[0]);
    String to = first.get(ends[1]);
    if (from.startsWith(":") && to.startsWith(":") && !space(from).equals(space(to))) {
      throw firstLine(
          "either column has a space of ids of its own, %s and %s, so one id may stand for two"
                  .formatted(InputExcerpt.of(space(from)), InputExcerpt.of(space(to)))
              + " vertices; make the ids differ, and the headings equal");
    }
  }

  private static String space(String heading) {
    int from = heading.indexOf('(');
    return from < 0 ? "()" : heading.substring(from);
  }

  /** Refuses columns that nobody said are not read; gives the one of weights, or -1. */
  private int further(List<String> first, int[] ends, boolean header, boolean words) {
    for (String ignored : options.ignored()) {
      if (!ignored.equals(TableOptions.ALL)) {
        boolean isEnd =
            isNamed(ignored, ends[0], first, header) || isNamed(ignored, ends[1], first, header);
        if (isEnd) {
          throw InputFailures.option(
              "--ignore names a column that holds the ends of edges: " + InputExcerpt.of(ignored));
        }
      }
    }
    if (options.ignored().contains(TableOptions.ALL)) {
      return -1;
    }
    List<String> unread = new ArrayList<>();
    int weight = -1;
    for (int column = 0; column < first.size(); column++) {
      if (column != ends[0] && column != ends[1] && !isIgnored(column, first, header)) {
        // As in lists of numbers: a third word that is a number is a weight.
        if (words && first.size() == 3 && isSigned(first.get(column))) {
          weight = column;
        } else {
          String name = header ? first.get(column) : "";
          boolean named = !name.isBlank() && name.indexOf('"') < 0;
          String said = named ? name : String.valueOf(column + 1);
          unread.add(said.indexOf(',') < 0 ? said : '"' + said + '"');
        }
      }
    }
    if (!unread.isEmpty()) {
      throw firstLine(
          "further columns would be dropped; --ignore '%s' says that they may be"
              .formatted(InputExcerpt.of(String.join(",", unread))));
    }
    return weight;
  }

  /** What a graph database exports as one table: vertices and edges, each with empty fields. */
  private static boolean isVertexTable(List<String> first, int[] ends) {
    return first.get(ends[0]).equals("_start") && first.get(ends[1]).equals("_end");
  }

  private IdKind kind(int[] ends, boolean header) {
    if (ids != IdKind.AUTO) {
      return ids;
    }
    List<List<String>> rows = head.rows().subList(header ? 1 : 0, head.rows().size());
    if (rows.isEmpty() && !whole) {
      // The rows are too long to look at; names that are all numbers become numbers in the end.
      return IdKind.NAMES;
    }
    boolean numbers =
        rows.stream()
            .flatMap(row -> Arrays.stream(ends).mapToObj(end -> field(row, end)))
            .filter(field -> !field.isEmpty())
            .map(field -> field.getBytes(StandardCharsets.UTF_8))
            .allMatch(field -> NameBytes.isNumber(field, 0, field.length));
    return numbers ? IdKind.NUMBERS : IdKind.NAMES;
  }

  private static String list(List<String> header, boolean hasNames) {
    List<String> shown = new ArrayList<>();
    for (int column = 0; column < header.size(); column++) {
      boolean named = hasNames && !header.get(column).isBlank();
      shown.add(named ? "'" + header.get(column) + "'" : String.valueOf(column + 1));
    }
    return InputExcerpt.of(String.join(", ", shown));
  }

  private ComputeException firstLine(String detail) {
    if (head.lines().isEmpty()) {
      return InputFailures.invalid(name, detail);
    }
    String row = String.join(delimiter, head.rows().getFirst());
    return InputFailures.line(name, head.lines().getFirst(), InputExcerpt.of(row), detail);
  }
}
