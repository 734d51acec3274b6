package io.cliquestream.worker.graphs;

import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.RowPosition;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.util.Optional;

/** The right to read one version of a graph; it stays in memory until the lease is closed. */
public interface GraphLease extends AutoCloseable {
  /** The graph's id. */
  String graphId();

  /** The version that was chosen. */
  long version();

  /** The graph, whatever its width; where none is made yet, this makes it, and blocks. */
  SimpleGraph graph();

  /** Vertices of the graph; asks for no whole graph where the rows are shared. */
  default long vertices() {
    return graph().vertexTotal();
  }

  /** Edges of the graph; asks for no whole graph where the rows are shared. */
  default long edges() {
    return graph().edgeCount();
  }

  /** Whether vertices take more than 31 bits. */
  default boolean isWide() {
    return graph() instanceof WideGraph;
  }

  /** Whether it has its rows and no whole graph, which {@link #graph} would have to make. */
  default boolean isShared() {
    return false;
  }

  /**
   * The rows that the version shares with those before and after it, for the caller to close; begun
   * where there are none yet. Not on an event loop.
   *
   * @return empty for a wide graph, or one that is not this worker's to follow
   */
  Optional<VersionRows> rows();

  /** Where the version stands among those that it shares rows with, which may begin with this. */
  default Optional<RowPosition> position() {
    Optional<VersionRows> rows = rows();
    try {
      return rows.map(VersionRows::position);
    } finally {
      rows.ifPresent(VersionRows::close);
    }
  }

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
    return isWide() ? (WideGraph) graph() : prepared();
  }

  /** Another lease of the same version, to be closed by itself. */
  GraphLease share();

  /** Gives the graph back; a second call does nothing. */
  @Override
  void close();
}
