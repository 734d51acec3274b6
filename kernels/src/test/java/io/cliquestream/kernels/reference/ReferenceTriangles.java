package io.cliquestream.kernels.reference;

/** Triangles by looking at all triples of vertices. */
public final class ReferenceTriangles {
  private final SmallGraph graph;

  public ReferenceTriangles(SmallGraph graph) {
    this.graph = graph;
  }

  public long total() {
    long total = 0;
    for (int u = 0; u < graph.vertexCount(); u++) {
      for (int v = u + 1; v < graph.vertexCount(); v++) {
        for (int w = v + 1; w < graph.vertexCount(); w++) {
          if (graph.hasEdge(u, v) && graph.hasEdge(v, w) && graph.hasEdge(u, w)) {
            total++;
          }
        }
      }
    }
    return total;
  }

  public long throughVertex(int vertex) {
    long count = 0;
    for (int u = 0; u < graph.vertexCount(); u++) {
      for (int v = u + 1; v < graph.vertexCount(); v++) {
        if (graph.hasEdge(u, v) && graph.hasEdge(vertex, u) && graph.hasEdge(vertex, v)) {
          count++;
        }
      }
    }
    return count;
  }

  public long throughEdge(int first, int second) {
    long count = 0;
    for (int w = 0; w < graph.vertexCount(); w++) {
      if (graph.hasEdge(first, w) && graph.hasEdge(second, w)) {
        count++;
      }
    }
    return count;
  }

  /** Paths of length two. */
  public long wedges() {
    long wedges = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      wedges += (long) graph.degree(v) * (graph.degree(v) - 1) / 2;
    }
    return wedges;
  }

  public double transitivity() {
    return wedges() == 0 ? 0 : 3.0 * total() / wedges();
  }

  public double localClustering(int vertex) {
    long pairs = (long) graph.degree(vertex) * (graph.degree(vertex) - 1) / 2;
    return pairs == 0 ? 0 : (double) throughVertex(vertex) / pairs;
  }

  public double averageClustering() {
    double sum = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      sum += localClustering(v);
    }
    return graph.vertexCount() == 0 ? 0 : sum / graph.vertexCount();
  }
}
