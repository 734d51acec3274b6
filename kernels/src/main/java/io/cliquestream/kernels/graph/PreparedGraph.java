package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A graph with its orientations, each built at most once however many jobs ask for it. Implemented
 * by whoever owns the memory; {@link #of} keeps everything until it is closed.
 */
public non-sealed interface PreparedGraph extends JobGraph {
  /** {@return the undirected graph; where it was only read so far, its rows are built now} */
  Graph graph();

  /**
   * {@return the pairs of a graph whose rows are not built yet, for those that need none: a device
   * prepares its own form from them}
   */
  default Optional<RawEdges> raw() {
    return Optional.empty();
  }

  @Override
  default SimpleGraph rows() {
    return graph();
  }

  @Override
  default long bytes() {
    return raw().map(raw -> raw.edges().bytes()).orElseGet(() -> graph().bytes());
  }

  /** {@return number of vertices with an edge; known without rows where a device has found it} */
  @Override
  default long vertexTotal() {
    return graph().vertexTotal();
  }

  /** {@return number of edges; known without rows where a device has found it} */
  @Override
  default long edgeTotal() {
    return graph().edgeCount();
  }

  /**
   * The graph oriented by an order; blocks while it is being built.
   *
   * <p>The result stays readable for as long as the caller may use this prepared graph. A caller
   * that is stopped leaves at once; a build that nobody waits for any more is stopped too (see
   * {@link SharedBuild}).
   *
   * @param ordering what gives the vertices their ranks
   * @param stop the caller's job
   * @return the orientation, which belongs to this prepared graph
   * @throws io.cliquestream.kernels.control.StoppedException when the caller's job was stopped
   */
  OrientedGraph oriented(Ordering ordering, StopCheck stop);

  /** {@return the labels of its vertices, if it has any} */
  default Optional<VertexLabels> labels() {
    return Optional.empty();
  }

  /**
   * The same for a caller that nothing stops.
   *
   * @param ordering what gives the vertices their ranks
   * @return the orientation, which belongs to this prepared graph
   */
  default OrientedGraph oriented(Ordering ordering) {
    return oriented(ordering, StopCheck.NEVER);
  }

  /**
   * A prepared graph that owns the graph and keeps every orientation until it is closed.
   *
   * @param graph taken over
   * @return closes the graph, too
   */
  static Owned of(Graph graph) {
    return new Owned(graph, null, null, Optional.empty());
  }

  /**
   * A prepared graph of which only the pairs are there; it owns them, and keeps them beside the
   * rows, which are built when somebody asks for them.
   *
   * @param raw the pairs, taken over
   * @param rows builds them from the pairs; called again when it has failed, by one thread at a
   *     time
   * @return closes pairs and rows, too
   */
  static Owned of(RawEdges raw, Function<RawEdges, Graph> rows) {
    return new Owned(null, raw, rows, Optional.empty());
  }

  /**
   * The same with labels.
   *
   * @param graph taken over
   * @param labels one for each vertex
   * @return closes the graph, too
   * @throws ComputeException OPTION_INVALID when they are not one for each vertex
   */
  static Owned of(Graph graph, VertexLabels labels) {
    Options.require(
        labels.vertexCount() == graph.vertexCount(),
        labels.vertexCount() + " labels for " + graph.vertexCount() + " vertices");
    return new Owned(graph, null, null, Optional.of(labels));
  }

  /** Keeps the graph and its orientations in memory. Safe for use by several threads. */
  final class Owned implements PreparedGraph, JobGraph.Owned {
    private final RawEdges raw;
    private final Function<RawEdges, Graph> rows;
    private final Optional<VertexLabels> labels;
    private final Object building = new Object();

    /** Null as long as nobody asked for it. */
    private volatile Graph graph;

    private final Map<Ordering, OrientedGraph> orientations = new EnumMap<>(Ordering.class);
    private final Map<Ordering, SharedBuild<OrientedGraph>> builds = new EnumMap<>(Ordering.class);

    /** Builds under way, abandoned ones included: they read the graph. */
    private final List<SharedBuild<OrientedGraph>> running = new ArrayList<>();

    private Owned(
        Graph graph, RawEdges raw, Function<RawEdges, Graph> rows, Optional<VertexLabels> labels) {
      this.graph = graph;
      this.raw = raw;
      this.rows = rows;
      this.labels = labels;
    }

    @Override
    public Graph graph() {
      Graph built = graph;
      if (built == null) {
        synchronized (building) {
          built = graph;
          if (built == null) {
            built = rows.apply(raw);
            graph = built;
          }
        }
      }
      return built;
    }

    /** The rows, if they are there; never builds them. */
    Optional<Graph> built() {
      return Optional.ofNullable(graph);
    }

    @Override
    public Optional<RawEdges> raw() {
      return graph == null ? Optional.of(raw) : Optional.empty();
    }

    @Override
    public long vertexTotal() {
      return raw()
          .flatMap(RawEdges::found)
          .map(RawEdges.Found::vertices)
          .orElseGet(() -> graph().vertexTotal());
    }

    @Override
    public long edgeTotal() {
      return raw()
          .flatMap(RawEdges::found)
          .map(RawEdges.Found::edges)
          .orElseGet(() -> graph().edgeCount());
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
        oriented = Orientation.orient(graph(), ordering, Parallelism.available().until(build));
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
      if (graph != null) {
        graph.close();
      }
      if (raw != null) {
        raw.close();
      }
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
