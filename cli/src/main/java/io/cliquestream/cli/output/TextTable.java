package io.cliquestream.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A table for people: a line of column names, then a line each, columns two blanks apart and as
 * wide as their widest cell; columns of numbers stand to the right. Cells are one line each.
 */
public final class TextTable {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9][0-9,.]*( [A-Za-z%]+)?|-|");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}]+");
  private static final String GAP = "  ";

  private final List<String> names;
  private final List<List<String>> rows = new ArrayList<>();

  /** A table without rows. */
  public TextTable(String... names) {
    this.names = List.of(names);
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column; null is shown as nothing known
   */
  public TextTable row(Object... cells) {
    if (cells.length != names.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + names.size() + " columns");
    }
    var row = new ArrayList<String>();
    for (Object cell : cells) {
      // What others wrote must not move the cursor.
      row.add(cell == null ? "-" : CONTROL.matcher(String.valueOf(cell)).replaceAll(" "));
    }
    rows.add(row);
    return this;
  }

  /** Writes the table. */
  public void print(PrintWriter out) {
    int columns = names.size();
    int[] widths = new int[columns];
    boolean[] numbers = new boolean[columns];
    for (int column = 0; column < columns; column++) {
      widths[column] = names.get(column).length();
      numbers[column] = !rows.isEmpty();
      for (List<String> row : rows) {
        String cell = row.get(column);
        widths[column] = Math.max(widths[column], cell.length());
        numbers[column] &= NUMBER.matcher(cell).matches();
      }
    }
    print(out, names, widths, numbers);
    rows.forEach(row -> print(out, row, widths, numbers));
    out.flush();
  }

  private static void print(PrintWriter out, List<String> cells, int[] widths, boolean[] numbers) {
    var line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String blanks = " ".repeat(widths[column] - cell.length());
      line.append(column == 0 ? "" : GAP);
      line.append(numbers[column] ? blanks + cell : cell + blanks);
    }
    out.println(line.toString().stripTrailing());
  }
}
