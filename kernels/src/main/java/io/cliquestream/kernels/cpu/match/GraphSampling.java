package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.job.StopMeter;
import io.cliquestream.kernels.pattern.GraphStatistics;
import java.util.SplittableRandom;

/** Statistics for the plan compiler: exact degrees, closure from a fixed sample of wedges. */
final class GraphSampling {
  private GraphSampling() {}

  static GraphStatistics of(
      RankedGraph graph, SortedSets operations, int samples, StopMeter meter) {
    double squares = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      meter.work(1);
      squares += (double) graph.degree(v) * graph.degree(v);
    }
    SplittableRandom random = new SplittableRandom(1);
    int closed = 1;
    int seen = 2;
    for (int i = 0; i < samples && graph.arcCount() > 0; i++) {
      int middle = graph.neighbor(random.nextLong(graph.arcCount()));
      int degree = graph.degree(middle);
      int first = graph.neighbor(graph.offset(middle) + random.nextInt(degree));
      int second = graph.neighbor(graph.offset(middle) + random.nextInt(degree));
      if (first != second) {
        seen++;
        closed += operations.adjacent(first, second) ? 1 : 0;
      }
    }
    double vertices = Math.max(1, graph.vertexCount());
    double arcs = Math.max(1, graph.arcCount());
    return new GraphStatistics(vertices, Math.max(1, squares / arcs), (double) closed / seen);
  }
}
