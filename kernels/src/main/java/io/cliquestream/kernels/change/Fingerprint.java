package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.NetChanges;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;

/**
 * A hash of a graph's edges by their ids: the sum of a mixed number of each, so that it follows
 * from an earlier one and the changes, and does not depend on slots.
 */
final class Fingerprint {
  private Fingerprint() {}

  static long of(RowView view) {
    StageRows rows = StageRows.of(view);
    IntBuffer row = new IntBuffer();
    long sum = 0;
    for (int slot = 0; slot < view.slots(); slot++) {
      int length = rows.read(slot, row);
      long id = length == 0 ? 0 : view.id(slot);
      for (int i = length - 1; i >= 0 && row.get(i) > slot; i--) {
        sum += edge(id, view.id(row.get(i)));
      }
    }
    return sum;
  }

  /** The fingerprint after changes that lead from one view to another. */
  static long after(long before, NetChanges changes, RowView older, RowView newer) {
    long sum = before;
    for (long edge : changes.deleted()) {
      sum -= edge(older.id((int) (edge >>> 32)), older.id((int) edge));
    }
    for (long edge : changes.inserted()) {
      sum += edge(newer.id((int) (edge >>> 32)), newer.id((int) edge));
    }
    return sum;
  }

  private static long edge(long first, long second) {
    boolean ordered = Long.compareUnsigned(first, second) <= 0;
    return mix(mix(ordered ? first : second) + 31 * (ordered ? second : first));
  }

  private static long mix(long value) {
    long mixed = (value + 0x9E3779B97F4A7C15L ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
