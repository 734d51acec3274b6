package io.cliquestream.formats.columns;

import java.io.IOException;
import java.util.List;

/** A table that is stored by columns, read once from the front. One thread at a time. */
interface ColumnTable extends AutoCloseable {
  /** Its columns, in the file's order. */
  List<Column> columns();

  /** Says which two columns are read; to be called once, before {@link #next}. */
  void choose(int source, int target) throws IOException;

  /** Goes on to the next batch of rows; says whether there is one. */
  boolean next() throws IOException;

  /** Rows of the batch. */
  int rows();

  /** The batch's values in the first column. */
  ColumnValues source();

  /** The batch's values in the second column. */
  ColumnValues target();

  @Override
  void close() throws IOException;
}
