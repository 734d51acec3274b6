package io.cliquestream.formats.table;

import io.cliquestream.formats.names.IdKind;

/**
 * What every row of one table looks like, all decided.
 *
 * @param delimiter one or more ASCII characters, or {@link TableOptions#BLANKS}
 * @param quote 0 for none
 * @param hasHeader the first row is none of edges
 * @param columns of every row
 * @param source position of the first end, from 0
 * @param target position of the second end, from 0
 * @param ids {@link IdKind#NUMBERS} or {@link IdKind#NAMES}
 * @param comment what lines begin with that are no rows; empty for none
 * @param weight position of a column that must be a number and is not read, or -1
 * @param vertexRows rows in which both ends are empty are vertices, which are passed over
 * @param operation position of a column that says what happens to the edge, or -1
 */
record TableLayout(
    String delimiter,
    int quote,
    Escape escape,
    boolean hasHeader,
    int columns,
    int source,
    int target,
    IdKind ids,
    String comment,
    int weight,
    boolean vertexRows,
    int operation) {
  /** Whether one character stands between columns, and none takes the meaning of another. */
  boolean isSimple() {
    return escape.isNone() && delimiter.length() == 1;
  }

  /** The same with a column of operations, and ends that are taken as they are written. */
  TableLayout withOperation(int column) {
    return new TableLayout(
        delimiter,
        quote,
        escape,
        hasHeader,
        columns,
        source,
        target,
        IdKind.NAMES,
        comment,
        weight,
        vertexRows,
        column);
  }
}
