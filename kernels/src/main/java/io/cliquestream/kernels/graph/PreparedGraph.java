package io.cliquestream.kernels.graph;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A graph with its orientations, each built at most once however many jobs ask for it. Implemented
 * by whoever owns the memory; {@link #of} keeps everything until it is closed.
 */
public interface PreparedGraph {
  /** The undirected graph. */
  Graph graph();

  /**
   * The graph oriented by an order; blocks while it is being built.
   *
   * <p>The result stays readable for as long as the caller may use this prepared graph.
   */
  OrientedGraph oriented(Ordering ordering);

  /** A prepared graph that owns the graph and keeps every orientation until it is closed. */
  static Owned of(Graph graph) {
    return new Owned(graph);
  }

  /** Keeps the graph and its orientations in memory. Safe for use by several threads. */
  final class Owned implements PreparedGraph, AutoCloseable {
    private final Graph graph;
    private final Map<Ordering, CompletableFuture<OrientedGraph>> orientations =
        new EnumMap<>(Ordering.class);

    private Owned(Graph graph) {
      this.graph = graph;
    }

    @Override
    public Graph graph() {
      return graph;
    }

    @Override
    public OrientedGraph oriented(Ordering ordering) {
      CompletableFuture<OrientedGraph> future;
      boolean first = false;
      synchronized (orientations) {
        future = orientations.get(ordering);
        if (future == null) {
          future = new CompletableFuture<>();
          orientations.put(ordering, future);
          first = true;
        }
      }
      if (first) {
        build(ordering, future);
      }
      try {
        return future.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }

    private void build(Ordering ordering, CompletableFuture<OrientedGraph> future) {
      try {
        future.complete(Orientation.orient(graph, ordering));
      } catch (RuntimeException | Error e) {
        synchronized (orientations) {
          orientations.remove(ordering);
        }
        future.completeExceptionally(e);
      }
    }

    /** Frees the graph and every orientation. No job may still use them. */
    @Override
    public void close() {
      synchronized (orientations) {
        for (var future : orientations.values()) {
          if (future.isDone() && !future.isCompletedExceptionally()) {
            future.join().close();
          }
        }
        orientations.clear();
      }
      graph.close();
    }
  }
}
