package io.cliquestream.formats.table;

import java.util.List;

/** The columns of a table that are known by name without looking at its rows. */
public final class TableColumns {
  private TableColumns() {}

  /**
   * Which two columns hold the ends of edges, by the rules of every table: what the options say, or
   * names that are usual, or the two that are left.
   *
   * @param source names the table in messages
   * @param columns their names, in order
   * @param options which may name the two
   * @return the positions of the two, from 0
   * @throws io.cliquestream.kernels.failure.ComputeException FILE_LINE_INVALID when it is not
   *     plain, or when further columns would be dropped that nobody named
   */
  public static int[] ends(String source, List<String> columns, TableOptions options) {
    return LayoutFinder.endsOf(source, columns, options);
  }
}
