package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import java.lang.foreign.MemorySegment;

/**
 * What a device makes its graph from: the rows of a host graph, or the pairs that were read.
 *
 * <p>From rows the device's ids are the host's dense vertices. From pairs they are the ids of the
 * input, so such a graph serves only jobs whose answer names no vertex.
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

  /** Pairs of 32-bit ids. Bounds on vertices and edges are known, and the ids' own bound. */
  record Pairs(RawEdges raw) implements DeviceInput {
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
      return raw.idBound();
    }

    @Override
    public long edges() {
      return raw.pairs();
    }

    @Override
    public long preparationBytes(long budget) {
      return DeviceGraphMemory.preparation(vertices(), edges());
    }

    @Override
    public long graphBytes() {
      return DeviceGraphMemory.graph(vertices(), edges());
    }
  }

  /**
   * What a device makes a graph from for a job. Pairs are taken where the rows are not built, the
   * job names no vertex, ids have 32 bits and are nearly dense (a device's arrays are as long as
   * the largest id), and the whole preparation fits the budget; else rows, built now if need be.
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

  /** Whether a device prepares such pairs. */
  static boolean isFit(RawEdges raw, long budget) {
    return !raw.edges().isWide()
        && raw.pairs() > 0
        && raw.idBound() <= DeviceGraphMemory.mostSparseIds(raw.pairs())
        && DeviceGraphMemory.preparation(raw.idBound(), raw.pairs()) <= budget;
  }
}
