package io.cliquestream.kernels.change.match;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;

/**
 * Of the changed edges among a match's vertices the first one by ids: which of them a search meets
 * a match at depends on slots, which the same graph may have given out in another order elsewhere.
 * For one thread.
 */
final class Cause {
  private final VersionChange change;
  private long from;
  private long to;
  private boolean inserted;
  private boolean known;

  /** For matches that a change makes or ends. */
  Cause(VersionChange change) {
    this.change = change;
  }

  /** Begins with a changed edge that made the difference. */
  void start(ChangedEdges edges, int rank) {
    known = false;
    offer(edges, edges.low(rank), edges.high(rank));
  }

  /** Looks at a pair of the match's slots, of which the edge may have come or gone. */
  void look(int first, int second) {
    look(change.deleted(), first, second);
    look(change.inserted(), first, second);
  }

  /** Looks at a pair whose edge is of one kind alone, if it changed. */
  void look(ChangedEdges edges, int first, int second) {
    if (edges.arcs().rank(first, second) >= 0) {
      offer(edges, first, second);
    }
  }

  private void offer(ChangedEdges edges, int first, int second) {
    // A slot of one version may be none of the other.
    long one = edges.rows().id(first);
    long other = edges.rows().id(second);
    boolean swap = Long.compareUnsigned(one, other) > 0;
    long low = swap ? other : one;
    long high = swap ? one : other;
    int order = Long.compareUnsigned(low, from);
    if (!known || order < 0 || (order == 0 && Long.compareUnsigned(high, to) < 0)) {
      from = low;
      to = high;
      inserted = edges.inserted();
      known = true;
    }
  }

  /** The lesser id of the edge. */
  long from() {
    return from;
  }

  /** The greater one. */
  long to() {
    return to;
  }

  /** Whether it came or went. */
  boolean inserted() {
    return inserted;
  }
}
