package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.build.Subgraphs;
import io.cliquestream.kernels.graph.build.VertexSubset;

/**
 * A part of a wide graph as an ordinary graph: some roots and what lies around them. The ids of its
 * vertices are the vertices of the wide graph and ascend with them.
 */
final class Shard implements AutoCloseable {
  private static final long RANGE = 1 << 12;

  private final WideGraph wide;
  private final long first;
  private final PreparedGraph.Owned prepared;
  private final VertexSubset roots;

  /**
   * Takes over a graph.
   *
   * @param first position of the first root in the wide graph's order
   * @param end position after the last root
   */
  Shard(WideGraph wide, long first, long end, Graph graph, Parallelism parallelism) {
    this.wide = wide;
    this.first = first;
    this.prepared = PreparedGraph.of(graph);
    boolean made = false;
    VertexSubset marked = null;
    try {
      marked = new VertexSubset(graph.vertexCount());
      mark(marked, graph, end, parallelism);
      made = true;
    } finally {
      if (!made) {
        graph.close();
        if (marked != null) {
          marked.close();
        }
      }
    }
    this.roots = marked;
  }

  private void mark(VertexSubset marked, Graph graph, long end, Parallelism parallelism) {
    boolean all = end == wide.vertexCount();
    long next = all ? 0 : wide.atPosition(end);
    parallelism.forRanges(
        graph.vertexCount(),
        RANGE,
        (from, to) -> {
          for (long v = from; v < to; v++) {
            if (all || wide.precedes(graph.originalId(v), next)) {
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

  /** The wide graph's vertex of smallest degree among the roots. */
  long firstRoot() {
    return wide.atPosition(first);
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

  /** The wide graph's vertices of some vertices of the shard, in the same order. */
  long[] wideVertices(int[] vertices) {
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
      return PreparedGraph.of(
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
