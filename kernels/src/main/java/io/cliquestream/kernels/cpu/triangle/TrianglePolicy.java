package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.OrientedGraph;

/** Tuning of triangle counting, measured on two AMD EPYC cores. */
final class TrianglePolicy {
  /** Oriented wedges in a chunk, at most: a millisecond or so. */
  static final long LARGEST_CHUNK = 1L << 20;

  /** Chunks for each thread, so that the last ones to end are short. */
  static final int CHUNKS_PER_THREAD = 64;

  /** Cost of an edge besides its wedges: finding the list and starting to read it. */
  static final int EDGE_COST = 8;

  /** Estimated work, in wedges, that takes less time than waking a thread: some 30 microseconds. */
  static final double SMALL_WORK = 1 << 15;

  /** Edges whose prefixes are read ahead together: about as many loads as a core has under way. */
  static final int EDGES_AHEAD = 16;

  /** Targets of a prefix that are read ahead; the processor foresees what comes after them. */
  static final int TARGETS_AHEAD = 64;

  /** Targets in a cache line. */
  static final int LINE_TARGETS = 16;

  /** Hubs whose rows are kept as bits, at most: 4 MB of rows, which stay in a core's cache. */
  static final int MOST_HUBS = 8192;

  /** Cost of an edge to a hub, in wedges, at most: a row of bits is no longer than that. */
  static final int HUB_EDGE_COST = 24;

  private TrianglePolicy() {}

  /**
   * How many of the first ranks are hubs: so few that making their rows, of a word for each 128
   * pairs of hubs, takes far less than the oriented wedges do.
   */
  static int hubs(OrientedGraph graph, StopMeter meter) {
    double wedges = 0;
    for (int u = 0; u < graph.vertexCount(); u++) {
      meter.work(1);
      double degree = graph.outDegree(u);
      wedges += degree * (degree - 1) / 2;
    }
    return (int) Math.min(Math.min(graph.vertexCount(), MOST_HUBS), Math.sqrt(4 * wedges));
  }

  /** Whether so many targets are sooner looked up in a hub's row than so many words compared. */
  static boolean looksUp(int targets, int words) {
    return targets < 8 + words / 4;
  }
}
