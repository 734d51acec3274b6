package io.cliquestream.cli.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;

/**
 * A measurement as text, as a Markdown table and as JSON, all from one list of columns.
 *
 * @param about what holds for all rows, as JSON
 * @param head the same for a person, line by line
 * @param name of the rows in JSON
 */
record BenchTable<R>(
    Map<String, Object> about,
    List<String> head,
    String name,
    List<Column<R>> columns,
    List<R> rows) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * A column.
   *
   * @param title of the table's; empty: in JSON alone
   * @param width characters as text, to the left where negative; 0: as many as it takes
   * @param json the field in JSON; empty: in the table alone
   */
  record Column<R>(String title, int width, String json, Function<R, Object> value) {
    private String cell(R row) {
      Object found = value.apply(row);
      return found instanceof Double number
          ? String.format(Locale.ROOT, "%.3f", number)
          : found.toString();
    }

    private String padded(String text) {
      return width == 0 ? text : ("%" + width + "s").formatted(text);
    }
  }

  /** How a table is printed. Named as they are typed. */
  enum Format {
    text,
    markdown,
    json
  }

  /** How a command prints its table. */
  static final class Output {
    @Option(
        names = "--output",
        defaultValue = "text",
        paramLabel = "FORMAT",
        description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private Format format;

    void print(BenchTable<?> table, PrintWriter out) {
      table.lines(format).forEach(out::println);
    }
  }

  List<String> lines(Format format) {
    return switch (format) {
      case text -> text();
      case markdown -> markdown();
      case json -> List.of(json());
    };
  }

  private List<Column<R>> titled() {
    return columns.stream().filter(column -> !column.title.isEmpty()).toList();
  }

  private List<String> text() {
    List<String> lines = new ArrayList<>(head);
    lines.add(String.join(" ", titled().stream().map(c -> c.padded(c.title)).toList()));
    for (R row : rows) {
      lines.add(String.join(" ", titled().stream().map(c -> c.padded(c.cell(row))).toList()));
    }
    return lines;
  }

  private List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(String.join("; ", head));
    lines.add("");
    lines.add("| " + String.join(" | ", titled().stream().map(Column::title).toList()) + " |");
    lines.add("|---".repeat(titled().size()) + "|");
    for (R row : rows) {
      lines.add("| " + String.join(" | ", titled().stream().map(c -> c.cell(row)).toList()) + " |");
    }
    return lines;
  }

  private String json() {
    Map<String, Object> root = new LinkedHashMap<>(about);
    List<Map<String, Object>> all = new ArrayList<>();
    for (R row : rows) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (Column<R> column : columns) {
        if (!column.json.isEmpty()) {
          fields.put(column.json, column.value.apply(row));
        }
      }
      all.add(fields);
    }
    root.put(name, all);
    return MAPPER.valueToTree(root).toPrettyString();
  }
}
