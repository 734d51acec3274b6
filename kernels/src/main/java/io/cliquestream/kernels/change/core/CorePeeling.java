package io.cliquestream.kernels.change.core;

import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;

/**
 * Core numbers of a whole version: always removes a vertex of least remaining degree, by buckets,
 * O(n + m) (Batagelj and Zaveršnik, 2003). 16 bytes for each slot.
 */
public final class CorePeeling {
  private CorePeeling() {}

  /** The core number of each slot; 0 for one without a row. */
  public static int[] of(RowView view, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    int n = view.slots();
    int[] degrees = new int[n];
    int largest = 0;
    for (int slot = 0; slot < n; slot++) {
      meter.work(2);
      degrees[slot] = view.degree(slot);
      largest = Math.max(largest, degrees[slot]);
    }
    int[] start = new int[largest + 2];
    for (int degree : degrees) {
      start[degree + 1]++;
    }
    for (int d = 0; d <= largest; d++) {
      start[d + 1] += start[d];
    }
    int[] peel = new int[n];
    int[] position = new int[n];
    int[] next = start.clone();
    for (int slot = 0; slot < n; slot++) {
      meter.work(4);
      position[slot] = next[degrees[slot]]++;
      peel[position[slot]] = slot;
    }
    StageRows rows = StageRows.of(view);
    IntBuffer row = new IntBuffer();
    for (int i = 0; i < n; i++) {
      int slot = peel[i];
      int core = degrees[slot];
      int length = rows.read(slot, row);
      meter.work(1 + 4L * length);
      for (int j = 0; j < length; j++) {
        int other = row.get(j);
        int degree = degrees[other];
        if (degree > core) {
          int first = start[degree];
          int moved = peel[first];
          int place = position[other];
          peel[place] = moved;
          position[moved] = place;
          peel[first] = other;
          position[other] = first;
          start[degree] = first + 1;
          degrees[other] = degree - 1;
        }
      }
    }
    return degrees;
  }
}
