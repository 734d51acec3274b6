package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import java.math.BigInteger;

/** Adds counts by vertex of a shard to those of the whole graph. */
final class VertexCounts {
  private VertexCounts() {}

  /**
   * Adds, or takes away, the counts of a shard's vertices.
   *
   * @param part whose ids are vertices of the whole graph
   */
  static void add(CountArray sums, Graph part, CountArray counts, boolean plus, StopMeter meter) {
    for (int v = 0; v < part.vertexCount(); v++) {
      meter.work(8);
      BigInteger count = counts.get(v);
      if (count.signum() != 0) {
        sums.add(part.ids().original(v), plus ? count : count.negate());
      }
    }
  }
}
