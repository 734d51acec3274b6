package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.part.RootRange;

/**
 * N⁺ of some hubs as rows of bits. The row of rank v has v bits, since every target of v is below
 * v. On the heap, an eighth of a byte for each bit; any number of threads may read it.
 */
final class HubBitRows {
  private final RootRange hubs;
  private final int[] begins;
  private final long[] bits;

  /** Rows of hubs that exist. */
  HubBitRows(OrientedGraph graph, RootRange hubs, StopMeter meter) {
    this.hubs = hubs;
    begins = new int[hubs.size() + 1];
    for (int i = 0; i < hubs.size(); i++) {
      begins[i + 1] = begins[i] + BitMatrix.words(hubs.first() + i);
    }
    bits = new long[begins[hubs.size()]];
    for (int hub = hubs.first(); hub < hubs.end(); hub++) {
      int begin = begin(hub);
      meter.work(1 + 2L * graph.outDegree(hub));
      for (long e = graph.offset(hub); e < graph.offset(hub + 1); e++) {
        int target = graph.target(e);
        bits[begin + (target >>> 6)] |= 1L << target;
      }
    }
  }

  /** Most bytes of the rows of so many hubs. */
  static long bytes(long hubs) {
    return hubs * (hubs / Long.SIZE + 2) / 2 * Long.BYTES + (hubs + 1) * Integer.BYTES + 64;
  }

  RootRange hubs() {
    return hubs;
  }

  /** Where the row of a hub begins in {@link #bits}; it has a word for each 64 ranks below it. */
  int begin(int hub) {
    return begins[hub - hubs.first()];
  }

  /** All rows; for hot loops, not to be kept. */
  long[] bits() {
    return bits;
  }
}
