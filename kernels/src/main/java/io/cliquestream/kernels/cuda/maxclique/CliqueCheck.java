package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;

/** Checks cliques against a graph. */
final class CliqueCheck {
  private CliqueCheck() {}

  /** Whether the vertices, strictly ascending, are all adjacent; costs the sum of their degrees. */
  static boolean isClique(Graph graph, int[] vertices) {
    for (int i = 0; i < vertices.length; i++) {
      if (vertices[i] < 0
          || vertices[i] >= graph.vertexCount()
          || (i > 0 && vertices[i] <= vertices[i - 1])) {
        return false;
      }
    }
    return Arrays.stream(vertices).allMatch(vertex -> isAdjacentToOthers(graph, vertex, vertices));
  }

  private static boolean isAdjacentToOthers(Graph graph, int vertex, int[] vertices) {
    long position = graph.offset(vertex);
    long end = graph.offset(vertex + 1);
    for (int other : vertices) {
      if (other == vertex) {
        continue;
      }
      while (position < end && graph.neighbor(position) < other) {
        position++;
      }
      if (position == end || graph.neighbor(position) != other) {
        return false;
      }
    }
    return true;
  }
}
