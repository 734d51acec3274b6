package io.cliquestream.kernels.graph;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a job runs on: a {@link PreparedGraph}, whose vertices are ints, or a {@link WideGraph} with
 * more vertices than that. An engine takes either, and nobody else need ask which it is.
 */
public sealed interface JobGraph permits PreparedGraph, JobGraph.Owned {
  /** {@return the rows, whatever their width; where it was only read so far, they are built now} */
  SimpleGraph rows();

  /** {@return number of vertices with an edge} */
  long vertexTotal();

  /** {@return number of edges} */
  long edgeTotal();

  /** {@return off-heap bytes of the rows, or of the pairs where rows are not built yet} */
  long bytes();

  /** One that is its user's to close. */
  sealed interface Owned extends JobGraph, AutoCloseable permits PreparedGraph.Owned, WideGraph {
    @Override
    void close();
  }

  /**
   * Takes a graph over.
   *
   * @param graph of either width, taken over
   * @param labels gives the labels of the vertices, where they are ints
   * @return closes the graph, too
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when they are not one
   *     for each vertex
   */
  static Owned of(SimpleGraph graph, Function<Graph, Optional<VertexLabels>> labels) {
    return switch (graph) {
      case Graph dense ->
          labels
              .apply(dense)
              .map(read -> PreparedGraph.of(dense, read))
              .orElseGet(() -> PreparedGraph.of(dense));
      case WideGraph wide -> wide;
    };
  }
}
