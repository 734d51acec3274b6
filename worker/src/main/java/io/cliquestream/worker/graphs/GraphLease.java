package io.cliquestream.worker.graphs;

import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.util.Optional;

/** The right to read one version of a graph; it stays in memory until the lease is closed. */
public interface GraphLease extends AutoCloseable {
  /** The graph's id. */
  String graphId();

  /** The version that was chosen. */
  long version();

  /** The graph, whatever its width. */
  SimpleGraph graph();

  /**
   * The graph and its orientations; building an orientation blocks, so not on an event loop.
   *
   * @throws IllegalStateException for a wide graph, which has none
   */
  PreparedGraph prepared();

  /** What its vertices are called, if not by their ids; good until the lease is closed. */
  Optional<GraphNames> names();

  /** What a job on the graph runs on, whatever its width. */
  default JobGraph jobGraph() {
    return graph() instanceof WideGraph wide ? wide : prepared();
  }

  /** Another lease of the same version, to be closed by itself. */
  GraphLease share();

  /** Gives the graph back; a second call does nothing. */
  @Override
  void close();
}
