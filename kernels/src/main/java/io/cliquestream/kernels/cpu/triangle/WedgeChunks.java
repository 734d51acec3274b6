package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/** Cuts the incoming edges into runs of about equally many oriented wedges. */
final class WedgeChunks {
  private long[] firstEdges = new long[64];
  private double[] costs = new double[64];
  private int count;
  private final double total;

  WedgeChunks(OrientedGraph graph, IncomingEdges incoming, int threads, StopMeter meter) {
    long edges = incoming.count();
    double sum = edges == graph.edgeCount() ? ofAll(graph, meter) : ofSome(incoming, edges, meter);
    total = sum;
    double limit =
        Math.max(
            1024,
            Math.min(
                TrianglePolicy.LARGEST_CHUNK,
                sum / ((double) threads * TrianglePolicy.CHUNKS_PER_THREAD)));
    double open = 0;
    for (long e = 0; e < edges; e++) {
      meter.work(1);
      open += cost(incoming, e);
      if (open >= limit || e == edges - 1) {
        add(open, e + 1);
        open = 0;
      }
    }
  }

  private static double ofAll(OrientedGraph graph, StopMeter meter) {
    double sum = 0;
    for (int u = 0; u < graph.vertexCount(); u++) {
      meter.work(1);
      double degree = graph.outDegree(u);
      sum += degree * (degree - 1) / 2 + degree * TrianglePolicy.EDGE_COST;
    }
    return sum;
  }

  private static double ofSome(IncomingEdges incoming, long edges, StopMeter meter) {
    double sum = 0;
    for (long e = 0; e < edges; e++) {
      meter.work(1);
      sum += cost(incoming, e);
    }
    return sum;
  }

  private static double cost(IncomingEdges incoming, long edge) {
    return IncomingEdges.position(incoming.edge(edge)) + (double) TrianglePolicy.EDGE_COST;
  }

  private void add(double cost, long end) {
    if (count + 1 == firstEdges.length) {
      firstEdges = Arrays.copyOf(firstEdges, 2 * firstEdges.length);
      costs = Arrays.copyOf(costs, 2 * costs.length);
    }
    costs[count] = cost;
    firstEdges[++count] = end;
  }

  int count() {
    return count;
  }

  long first(long chunk) {
    return firstEdges[(int) chunk];
  }

  long end(long chunk) {
    return firstEdges[(int) chunk + 1];
  }

  double cost(long chunk) {
    return costs[(int) chunk];
  }

  double total() {
    return total;
  }
}
