package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lease of the rows of a version. A whole graph is made of them at the first call that needs one,
 * and shared by all who lease the version until the last of them is done. Thread-safe.
 */
final class RowsLease implements GraphLease {
  private final String graphId;
  private final VersionRows rows;
  private final Optional<GraphNames> names;
  private final AtomicBoolean open = new AtomicBoolean(true);

  /** Takes over one use of the rows and of the names. */
  RowsLease(String graphId, VersionRows rows, Optional<GraphNames> names) {
    this.graphId = graphId;
    this.rows = rows;
    this.names = names;
  }

  @Override
  public String graphId() {
    return graphId;
  }

  @Override
  public long version() {
    return rows.number();
  }

  @Override
  public SimpleGraph graph() {
    return prepared().graph();
  }

  @Override
  public PreparedGraph prepared() {
    return rows.graph().prepared();
  }

  @Override
  public long vertices() {
    return rows.graph().vertexTotal();
  }

  @Override
  public long edges() {
    return rows.graph().edgeCount();
  }

  @Override
  public boolean isWide() {
    return false;
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Optional<VersionRows> rows() {
    return Optional.of(rows.share());
  }

  @Override
  public Optional<GraphNames> names() {
    return names;
  }

  @Override
  public GraphLease share() {
    VersionRows shared = rows.share();
    if (names.isPresent() && !names.get().tryPin()) {
      shared.close();
      throw new IllegalStateException("the names are freed while the version is leased");
    }
    return new RowsLease(graphId, shared, names);
  }

  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      rows.close();
      names.ifPresent(GraphNames::unpin);
    }
  }
}
