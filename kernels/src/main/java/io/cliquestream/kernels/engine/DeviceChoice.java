package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.graph.Graph;
import java.util.BitSet;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.IntPredicate;

/**
 * Which of several devices begins a job: the least busy, where having the graph counts for as many
 * jobs as it takes to make a second copy worth its memory. Safe for use by any number of threads.
 */
final class DeviceChoice {
  private final int[] running;
  private final int residence;

  /**
   * Devices that have begun a job on a graph, by identity; what they evicted meanwhile included.
   */
  private final Map<Graph, BitSet> began = new WeakHashMap<>();

  /**
   * @param lanes jobs that a device computes side by side
   */
  DeviceChoice(int devices, int lanes) {
    this.running = new int[devices];
    this.residence = Math.max(1, lanes / 2);
  }

  /**
   * The device for a job, which counts as one that runs there until {@link #leave}.
   *
   * @param ready whether a device takes jobs now; one that does not is chosen if none does
   */
  synchronized int enter(Graph graph, IntPredicate ready) {
    BitSet has = began.computeIfAbsent(graph, _ -> new BitSet(running.length));
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int device = 0; device < running.length; device++) {
      long cost = running[device] + (has.get(device) ? 0L : residence);
      if (!ready.test(device)) {
        cost += Integer.MAX_VALUE;
      }
      if (cost < least) {
        least = cost;
        best = device;
      }
    }
    has.set(best);
    running[best]++;
    return best;
  }

  /** A job has ended on a device. */
  synchronized void leave(int device) {
    running[device]--;
  }
}
