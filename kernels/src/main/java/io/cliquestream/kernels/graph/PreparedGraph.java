package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A graph with its orientations, each built at most once however many jobs ask for it. Implemented
 * by whoever owns the memory; {@link #of} keeps everything until it is closed.
 */
public non-sealed interface PreparedGraph extends JobGraph {
  /** The undirected graph. */
  Graph graph();

  /**
   * The graph oriented by an order; blocks while it is being built.
   *
   * <p>The result stays readable for as long as the caller may use this prepared graph. A caller
   * that is stopped leaves at once; a build that nobody waits for any more is stopped too (see
   * {@link SharedBuild}).
   *
   * @param stop the caller's job
   * @throws io.cliquestream.kernels.control.StoppedException when the caller's job was stopped
   */
  OrientedGraph oriented(Ordering ordering, StopCheck stop);

  /** The labels of its vertices, if it has any. */
  default Optional<VertexLabels> labels() {
    return Optional.empty();
  }

  /** The same for a caller that nothing stops. */
  default OrientedGraph oriented(Ordering ordering) {
    return oriented(ordering, StopCheck.NEVER);
  }

  /** A prepared graph that owns the graph and keeps every orientation until it is closed. */
  static Owned of(Graph graph) {
    return new Owned(graph, Optional.empty());
  }

  /**
   * The same with labels.
   *
   * @throws ComputeException OPTION_INVALID when they are not one for each vertex
   */
  static Owned of(Graph graph, VertexLabels labels) {
    if (labels.vertexCount() != graph.vertexCount()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          labels.vertexCount() + " labels for " + graph.vertexCount() + " vertices");
    }
    return new Owned(graph, Optional.of(labels));
  }

  /** Keeps the graph and its orientations in memory. Safe for use by several threads. */
  final class Owned implements PreparedGraph, JobGraph.Owned {
    private final Graph graph;
    private final Optional<VertexLabels> labels;
    private final Map<Ordering, OrientedGraph> orientations = new EnumMap<>(Ordering.class);
    private final Map<Ordering, SharedBuild<OrientedGraph>> builds = new EnumMap<>(Ordering.class);

    /** Builds under way, abandoned ones included: they read the graph. */
    private final List<SharedBuild<OrientedGraph>> running = new ArrayList<>();

    private Owned(Graph graph, Optional<VertexLabels> labels) {
      this.graph = graph;
      this.labels = labels;
    }

    @Override
    public Graph graph() {
      return graph;
    }

    @Override
    public Optional<VertexLabels> labels() {
      return labels;
    }

    @Override
    public OrientedGraph oriented(Ordering ordering, StopCheck stop) {
      SharedBuild<OrientedGraph> build;
      synchronized (this) {
        OrientedGraph known = orientations.get(ordering);
        if (known != null) {
          return known;
        }
        build = builds.get(ordering);
        if (build == null || !build.join()) {
          build = SharedBuild.start(ordering.name(), self -> build(ordering, self));
          builds.put(ordering, build);
          running.add(build);
        }
      }
      return build.await(stop);
    }

    private OrientedGraph build(Ordering ordering, SharedBuild<OrientedGraph> build) {
      OrientedGraph oriented = null;
      try {
        oriented = Orientation.orient(graph, ordering, Parallelism.available().until(build));
      } finally {
        synchronized (this) {
          running.remove(build);
          builds.remove(ordering, build);
          if (oriented != null && build.close() > 0) {
            orientations.put(ordering, oriented);
          }
        }
      }
      if (build.close() == 0) {
        oriented.close();
        throw build.abandoned();
      }
      return oriented;
    }

    /** Frees the graph and every orientation. No job may still use them. */
    @Override
    public void close() {
      releaseOrientations();
      graph.close();
    }

    /** Frees every orientation, to be built again when asked for. No job may still use them. */
    public void releaseOrientations() {
      List<SharedBuild<OrientedGraph>> abandoned;
      synchronized (this) {
        abandoned = List.copyOf(running);
      }
      abandoned.forEach(SharedBuild::awaitEnd);
      orientations.values().forEach(OrientedGraph::close);
      orientations.clear();
    }
  }
}
