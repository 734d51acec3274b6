package io.cliquestream.kernels.change.core;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import java.util.HashMap;
import java.util.Map;

/**
 * Core numbers after a change, from those before it; reads only what may differ.
 *
 * <p><em>Deletions</em> come at once. The old core numbers are upper bounds then, and the largest
 * numbers below them of which each is at most the h-index of its neighbours' are the core numbers
 * (Lü et al., The H-index of a network node, 2016; Montresor et al., 2013). So vertices that lost
 * an edge are looked at, and whoever counted on one that fell, until nothing falls.
 *
 * <p><em>Insertions</em> come one by one. An edge {u, v} raises nothing but vertices of core number
 * k = min(core(u), core(v)), by one, that are reached from its lower end through vertices of core
 * number k that have more than k neighbours of core number k or more; of these, those go again that
 * have not more than k neighbours that are above or left (the traversal of Sarıyüce et al.,
 * Streaming Algorithms for k-Core Decomposition, PVLDB 6(6), 2013).
 *
 * <p>What changes is kept beside the old numbers until it is all known. For one thread.
 */
public final class CoreMaintenance {
  private final int[] before;
  private final VersionChange change;
  private final StepBudget.Meter meter;
  private final IntBuffer row = new IntBuffer();
  private final Map<Integer, Integer> changed = new HashMap<>();

  /** A change of known core numbers by slot. */
  public CoreMaintenance(int[] before, VersionChange change, StepBudget budget) {
    this.before = before;
    this.change = change;
    this.meter = budget.meter();
  }

  /**
   * The core numbers that differ, by slot.
   *
   * @throws StepBudget.Exceeded when peeling the whole graph is better
   */
  public Map<Integer, Integer> run() {
    if (change.deleted().count() > 0) {
      delete(change.deleted());
    }
    ChangedEdges inserted = change.inserted();
    StageRows rows = inserted.stages();
    for (int rank = 0; rank < inserted.count(); rank++) {
      rows.stage(rank);
      insert(rows, inserted.low(rank), inserted.high(rank));
    }
    meter.tell();
    return changed;
  }

  private int core(int slot) {
    if (!changed.isEmpty()) {
      Integer now = changed.get(slot);
      if (now != null) {
        return now;
      }
    }
    return slot < before.length ? before[slot] : 0;
  }

  private void delete(ChangedEdges edges) {
    StageRows rows = edges.stages();
    rows.stage(edges.count());
    IntBuffer queue = new IntBuffer();
    Map<Integer, Boolean> queued = new HashMap<>();
    for (int i = 0; i < edges.arcs().touched(); i++) {
      queue.add(edges.arcs().slot(i));
      queued.put(edges.arcs().slot(i), true);
    }
    int[] counts = new int[16];
    for (int at = 0; at < queue.length(); at++) {
      int slot = queue.get(at);
      queued.remove(slot);
      int bound = core(slot);
      int length = rows.read(slot, row);
      meter.work(32L + 8L * length);
      if (counts.length <= bound) {
        counts = new int[bound + bound / 2 + 1];
      }
      int now = fallen(bound, length, counts);
      if (now < bound) {
        changed.put(slot, now);
        for (int i = 0; i < length; i++) {
          int other = row.get(i);
          int core = core(other);
          if (core > now && core <= bound && queued.putIfAbsent(other, true) == null) {
            queue.add(other);
          }
        }
      }
    }
  }

  /** The largest h up to a bound such that h neighbours have core numbers of h or more. */
  private int fallen(int bound, int length, int[] counts) {
    java.util.Arrays.fill(counts, 0, bound + 1, 0);
    for (int i = 0; i < length; i++) {
      counts[Math.min(bound, core(row.get(i)))]++;
    }
    int above = 0;
    for (int h = bound; h > 0; h--) {
      above += counts[h];
      if (above >= h) {
        return h;
      }
    }
    return 0;
  }

  private void insert(StageRows rows, int low, int high) {
    int k = Math.min(core(low), core(high));
    // By visited slot, how many neighbours are above k or may rise with it.
    Map<Integer, int[]> support = new HashMap<>();
    IntBuffer visited = new IntBuffer();
    IntBuffer evicted = new IntBuffer();
    visit(core(low) == k ? low : high, support, visited);
    if (core(low) == k && core(high) == k) {
      visit(high, support, visited);
    }
    for (int at = 0; at < visited.length(); at++) {
      int slot = visited.get(at);
      int length = rows.read(slot, row);
      meter.work(32L + 8L * length);
      int count = 0;
      for (int i = 0; i < length; i++) {
        count += core(row.get(i)) >= k ? 1 : 0;
      }
      support.get(slot)[0] = count;
      if (count > k) {
        for (int i = 0; i < length; i++) {
          if (core(row.get(i)) == k) {
            visit(row.get(i), support, visited);
          }
        }
      } else {
        evicted.add(slot);
      }
    }
    for (int at = 0; at < evicted.length(); at++) {
      int slot = evicted.get(at);
      support.get(slot)[0] = -1;
      int length = rows.read(slot, row);
      meter.work(32L + 8L * length);
      for (int i = 0; i < length; i++) {
        int[] other = support.get(row.get(i));
        // Who has k left was evicted already, or is now.
        if (other != null && other[0] > k && --other[0] == k) {
          evicted.add(row.get(i));
        }
      }
    }
    for (int at = 0; at < visited.length(); at++) {
      int slot = visited.get(at);
      if (support.get(slot)[0] > k) {
        changed.put(slot, k + 1);
      }
    }
  }

  private static void visit(int slot, Map<Integer, int[]> support, IntBuffer visited) {
    if (support.putIfAbsent(slot, new int[1]) == null) {
      visited.add(slot);
    }
  }
}
