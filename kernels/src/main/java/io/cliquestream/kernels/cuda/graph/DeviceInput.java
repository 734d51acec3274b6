package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;

/**
 * What a device makes its graph from: the rows of a host graph, or the pairs that were read.
 *
 * <p>From rows the device's ids are the host's dense vertices. From pairs they are the ids of the
 * input, or numbers that stay on the device ({@link PairIds}), so such a graph serves only jobs
 * whose answer names no vertex.
 */
public sealed interface DeviceInput {
  /** Stands for the graph in the cache, which holds it weakly. */
  Object key();

  /** Ends when the graph is closed. */
  MemorySegment.Scope scope();

  /** Vertices, or a bound on them. */
  long vertices();

  /** Edges, or a bound on them. */
  long edges();

  /** Device bytes of a preparation under a budget. */
  long preparationBytes(long budget);

  /** Device bytes of the prepared graph. */
  long graphBytes();

  /** How the device makes its ids, if they are neither the host's nor those that were read. */
  default Optional<String> renumbering() {
    return Optional.empty();
  }

  /** A host graph with its rows. */
  record Rows(Graph graph) implements DeviceInput {
    @Override
    public Object key() {
      return graph;
    }

    @Override
    public MemorySegment.Scope scope() {
      return graph.offsets().scope();
    }

    @Override
    public long vertices() {
      return graph.vertexCount();
    }

    @Override
    public long edges() {
      return graph.edgeCount();
    }

    @Override
    public long preparationBytes(long budget) {
      return DeviceGraphMemory.preparationWithin(vertices(), edges(), budget);
    }

    @Override
    public long graphBytes() {
      return DeviceGraphMemory.graph(vertices(), edges());
    }
  }

  /** Pairs. Bounds on vertices and edges are known, and the ids' own bound. */
  record Pairs(RawEdges raw) implements DeviceInput {
    /** How their ids become the device's. */
    PairIds ids() {
      return PairIds.of(raw);
    }

    @Override
    public Object key() {
      return raw;
    }

    @Override
    public MemorySegment.Scope scope() {
      return raw.scope();
    }

    @Override
    public long vertices() {
      return ids().vertices(raw);
    }

    @Override
    public long edges() {
      return raw.pairs();
    }

    @Override
    public long preparationBytes(long budget) {
      return Math.max(ids().bytes(raw), DeviceGraphMemory.preparation(vertices(), edges()));
    }

    @Override
    public long graphBytes() {
      return DeviceGraphMemory.graph(vertices(), edges());
    }

    @Override
    public Optional<String> renumbering() {
      return ids() == PairIds.AS_READ
          ? Optional.empty()
          : Optional.of(ids().name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * What a device makes a graph from for a job. Pairs are taken where the rows are not built, the
   * job names no vertex, and a device prepares them within the budget; else rows, built now if need
   * be.
   *
   * @param namesVertices whether the job or its answer speaks of vertices
   */
  static DeviceInput of(PreparedGraph prepared, boolean namesVertices, long budget) {
    return prepared
        .raw()
        .filter(raw -> !namesVertices && isFit(raw, budget))
        .<DeviceInput>map(Pairs::new)
        .orElseGet(() -> new Rows(prepared.graph()));
  }

  /** Whether a device prepares such pairs, all at once. */
  static boolean isFit(RawEdges raw, long budget) {
    Pairs pairs = new Pairs(raw);
    return pairs.ids() != PairIds.ON_HOST && pairs.preparationBytes(budget) <= budget;
  }
}
