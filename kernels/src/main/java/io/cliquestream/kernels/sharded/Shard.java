package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import java.util.Optional;

/**
 * A part of a graph as an ordinary graph: some roots and what lies around them. The ids of its
 * vertices are the vertices of the whole graph and ascend with them.
 */
final class Shard implements AutoCloseable {
  private static final long RANGE = 1 << 12;

  private final RootedGraph whole;
  private final long first;
  private final PreparedGraph.Owned prepared;
  private final VertexSubset roots;

  /**
   * Takes over a graph.
   *
   * @param first position of the first root in the whole graph's order
   * @param end position after the last root
   */
  Shard(RootedGraph whole, long first, long end, Graph graph, Parallelism parallelism) {
    this.whole = whole;
    this.first = first;
    VertexSubset marked = null;
    try {
      this.prepared = prepared(graph);
      marked = new VertexSubset(graph.vertexCount());
      mark(marked, graph, end, parallelism);
    } catch (Throwable failure) {
      graph.close();
      if (marked != null) {
        marked.close();
      }
      throw failure;
    }
    this.roots = marked;
  }

  /** A graph whose ids are vertices of the whole one, with the labels that these have. */
  private PreparedGraph.Owned prepared(Graph graph) {
    Optional<VertexLabels> labels = whole.labels();
    if (labels.isEmpty()) {
      return PreparedGraph.of(graph);
    }
    int[] own = new int[graph.vertexCount()];
    for (int v = 0; v < own.length; v++) {
      own[v] = labels.get().get((int) graph.originalId(v));
    }
    return PreparedGraph.of(graph, VertexLabels.of(own));
  }

  private void mark(VertexSubset marked, Graph graph, long end, Parallelism parallelism) {
    boolean all = end == whole.vertexCount();
    long next = all ? 0 : whole.atPosition(end);
    parallelism.forRanges(
        graph.vertexCount(),
        RANGE,
        (from, to) -> {
          for (long v = from; v < to; v++) {
            if (all || whole.precedes(graph.originalId(v), next)) {
              marked.add(v);
            }
          }
        });
  }

  /** The shard's graph with its orientations. */
  PreparedGraph.Owned prepared() {
    return prepared;
  }

  Graph graph() {
    return prepared.graph();
  }

  /** The whole graph's vertex of smallest degree among the roots. */
  long firstRoot() {
    return whole.atPosition(first);
  }

  /** Whether there is a root among some vertices of the shard. */
  boolean hasRoot(int[] vertices) {
    for (int vertex : vertices) {
      if (roots.contains(vertex)) {
        return true;
      }
    }
    return false;
  }

  /** The whole graph's vertices of some vertices of the shard, in the same order. */
  long[] wholeVertices(int[] vertices) {
    long[] result = new long[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      result[i] = graph().ids().original(vertices[i]);
    }
    return result;
  }

  /** The shard without its roots; the caller closes it. */
  PreparedGraph.Owned withoutRoots(Parallelism parallelism) {
    try (VertexSubset others = new VertexSubset(graph().vertexCount())) {
      parallelism.forRanges(
          graph().vertexCount(),
          RANGE,
          (from, to) -> {
            for (long v = from; v < to; v++) {
              if (!roots.contains(v)) {
                var _ = others.add(v);
              }
            }
          });
      return prepared(
          Subgraphs.induced(graph(), others, graph()::originalId, Long.MAX_VALUE, parallelism)
              .orElseThrow());
    }
  }

  @Override
  public void close() {
    prepared.close();
    roots.close();
  }
}
