package io.cliquestream.worker.graphs.rows;

import java.util.OptionalLong;

/**
 * Where a version stands among those that it shares rows with.
 *
 * @param family which these are; no two of a process have the same number
 * @param changes edges that came and went from the first of them to this one
 */
public record RowPosition(long family, long changes) {
  /** Edges that came and went at most between the two; empty where nobody knows. */
  public OptionalLong changesTo(RowPosition other) {
    return family == other.family
        ? OptionalLong.of(Math.abs(other.changes - changes))
        : OptionalLong.empty();
  }
}
