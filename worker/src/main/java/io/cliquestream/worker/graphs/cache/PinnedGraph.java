package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** A graph and the orientations asked for, kept in memory until this is closed. Thread-safe. */
public final class PinnedGraph implements PreparedGraph, AutoCloseable {
  private final CachedGraph owner;
  private final Counted<SimpleGraph> graph;
  private final Map<Ordering, Counted<OrientedGraph>> orientations = new EnumMap<>(Ordering.class);
  private final Optional<GraphNames> names;
  private boolean closed;

  /** Takes over one use of the graph and of its names. */
  PinnedGraph(CachedGraph owner, Counted<SimpleGraph> graph, Optional<GraphNames> names) {
    this.owner = owner;
    this.graph = graph;
    this.names = names;
  }

  /** What its vertices are called, if not by their ids; good until this is closed. */
  public Optional<GraphNames> names() {
    return names;
  }

  /** The graph, whatever its width. */
  public SimpleGraph simple() {
    return graph.value();
  }

  /**
   * The graph.
   *
   * @throws IllegalStateException when it is wide
   */
  @Override
  public Graph graph() {
    return switch (graph.value()) {
      case Graph dense -> dense;
      case WideGraph _ -> throw new IllegalStateException("a wide graph has no 32-bit vertices");
    };
  }

  /**
   * The rows that it shares with the versions around it, for the caller to close; begun where there
   * are none yet.
   *
   * @param number of the version
   * @return empty for a wide graph
   */
  public Optional<VersionRows> rows(long number) {
    return owner.rows(number);
  }

  /** Throws for a wide graph: it has no orientations. */
  public void requireDense() {
    var _ = graph();
  }

  @Override
  public OrientedGraph oriented(Ordering ordering, StopCheck stop) {
    synchronized (this) {
      requireOpen();
      Counted<OrientedGraph> known = orientations.get(ordering);
      if (known != null) {
        return known.value();
      }
    }
    // Waits outside the lock, so that each caller can leave by itself.
    Counted<OrientedGraph> mine = owner.orientation(ordering).pin(graph, graph(), stop);
    synchronized (this) {
      boolean kept = !closed && orientations.putIfAbsent(ordering, mine) == null;
      if (!kept) {
        mine.unpin();
      }
      requireOpen();
      return orientations.get(ordering).value();
    }
  }

  /** The same graph for one more user, whose orientations are its own to ask for. */
  public synchronized PinnedGraph share() {
    requireOpen();
    if (!graph.tryPin()) {
      throw new IllegalStateException("the graph is freed while it is leased");
    }
    if (names.isPresent() && !names.get().tryPin()) {
      graph.unpin();
      throw new IllegalStateException("the names are freed while the graph is leased");
    }
    return new PinnedGraph(owner, graph, names);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the lease is closed");
    }
  }

  /** Gives everything back; a second call does nothing. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      orientations.values().forEach(Counted::unpin);
      graph.unpin();
      names.ifPresent(GraphNames::unpin);
    }
  }
}
