package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;

/** Bit rows of the vertices of largest degree, so that one test answers "is it a neighbour". */
final class HubRows {
  private final long[][] rows;

  HubRows(RankedGraph graph, MatchPolicy policy, JobControl control) {
    int words = (graph.vertexCount() + 63) >>> 6;
    long affordable = policy.hubBits() / Math.max(1, 64L * words);
    int hubs = 0;
    while (hubs < graph.vertexCount()
        && hubs < affordable
        && graph.degree(hubs) >= policy.hubDegree()) {
      hubs++;
    }
    rows = new long[hubs][];
    StopMeter meter = new StopMeter(control);
    for (int hub = 0; hub < hubs; hub++) {
      long[] row = new long[words];
      meter.work(words + 4L * graph.degree(hub));
      for (long i = graph.offset(hub); i < graph.offset(hub + 1); i++) {
        int v = graph.neighbor(i);
        row[v >>> 6] |= 1L << v;
      }
      rows[hub] = row;
    }
  }

  /** The bit row of a vertex, or null. */
  long[] row(int vertex) {
    return vertex < rows.length ? rows[vertex] : null;
  }

  /** Number of vertices with a bit row. */
  int count() {
    return rows.length;
  }
}
