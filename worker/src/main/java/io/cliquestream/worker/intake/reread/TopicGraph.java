package io.cliquestream.worker.intake.reread;

import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.util.Optional;

/**
 * A version of a graph that was read from the topic; closing frees it.
 *
 * @param names of its vertices: that of original id i is name i; empty where they are numbers
 */
public record TopicGraph(
    String graphId, long version, SimpleGraph graph, Optional<GraphNames> names)
    implements AutoCloseable {
  @Override
  public void close() {
    graph.close();
    names.ifPresent(GraphNames::unpin);
  }
}
