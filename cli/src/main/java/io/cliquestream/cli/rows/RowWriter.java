package io.cliquestream.cli.rows;

import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;

/**
 * Writes rows one by one: {@link #begin}, a value for every column in order, {@link #end}. A row of
 * a set is {@link #begin}, {@link #vertex} for each of its vertices, {@link #end}.
 */
public interface RowWriter extends Closeable {
  /** Starts a row, of a kind that the writer was made for. */
  void begin(RowKind kind) throws IOException;

  /** A vertex, by its id in the input. */
  void vertex(long id) throws IOException;

  /** A whole number that is no vertex; JSON carries it as a decimal string, whatever its size. */
  void count(BigInteger count) throws IOException;

  /** The same for one that fits 64 unsigned bits. */
  void count(long count) throws IOException;

  /** A fraction, in the shortest decimal form that reads back to it. */
  void real(double value) throws IOException;

  /** A word. */
  void text(String value) throws IOException;

  /** Ends the row. */
  void end() throws IOException;
}
