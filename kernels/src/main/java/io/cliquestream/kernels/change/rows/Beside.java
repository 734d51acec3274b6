package io.cliquestream.kernels.change.rows;

/**
 * Goes through what lies beside a base row at an age: neighbours in the list of changes, and those
 * over edges that a batch changes, ascending. For one thread, again and again.
 */
final class Beside {
  private static final long[] NOTHING = {};

  private long[] list;
  private int[] arcs;
  private int age;
  private int entry;
  private int arc;
  private int arcsEnd;

  private int neighbor;
  private boolean before;
  private boolean now;
  private boolean changes;

  /** Begins with a row: its list or null, and its slot's index among the changed ones. */
  void start(long[] changed, ChangedArcs batch, int index, int atAge) {
    list = changed == null ? NOTHING : changed;
    arcs = batch.neighbors();
    age = atAge;
    entry = 0;
    arc = batch.starts()[index];
    arcsEnd = batch.starts()[index + 1];
    next();
  }

  /** Moves on. */
  void next() {
    int listed = entry < list.length ? ChangeLists.neighbor(list[entry]) : Integer.MAX_VALUE;
    int changing = arc < arcsEnd ? arcs[arc] : Integer.MAX_VALUE;
    neighbor = Math.min(listed, changing);
    changes = changing == neighbor;
    arc += changes ? 1 : 0;
    // What changes and is not listed is in the base row: a view has the edges that change.
    before = true;
    now = true;
    if (listed == neighbor && entry < list.length) {
      before = !ChangeLists.inserted(list[entry]);
      now = before;
      for (; entry < list.length && ChangeLists.neighbor(list[entry]) == neighbor; entry++) {
        now = ChangeLists.age(list[entry]) <= age ? ChangeLists.inserted(list[entry]) : now;
      }
    }
  }

  /** The neighbour, or {@link Integer#MAX_VALUE} behind the last one. */
  int neighbor() {
    return neighbor;
  }

  /** Whether the base row has it. */
  boolean before() {
    return before;
  }

  /** Whether the view's row has it. */
  boolean now() {
    return now;
  }

  /** Whether its edge is one of the batch. */
  boolean changes() {
    return changes;
  }
}
