package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.GraphAssembly;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lease of one version of an {@link EvolvingGraph}. The version never changes; it may be read by
 * any thread until the lease is closed. It costs memory in the size of the batch that made it: rows
 * that did not change are its base's.
 *
 * <p>Vertices stand in <em>slots</em>, 0 … {@link #slotCount()} - 1, which they keep from version
 * to version; a slot whose {@link #degree} is 0 is no vertex of this version.
 */
public final class GraphVersion implements AutoCloseable {
  private final VersionState state;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Takes over a lease that was counted. */
  GraphVersion(VersionState state) {
    this.state = state;
  }

  VersionState state() {
    if (closed.get()) {
      throw new IllegalStateException("the version was given back");
    }
    return state;
  }

  /** {@return which version this is: 0 is the graph that all began with; each batch counts one} */
  public long sequence() {
    return state.sequence;
  }

  /** {@return what all versions of one graph have in common: the same object, told by identity} */
  public Object lineage() {
    return state.graph;
  }

  /** {@return number of undirected edges} */
  public long edgeCount() {
    return state.edges;
  }

  /** {@return number of vertices, each of which has an edge} */
  public long vertexTotal() {
    return state.vertices;
  }

  /** {@return one more than the largest slot} */
  public int slotCount() {
    return state.rows.slots();
  }

  /**
   * {@return edges that came and went, version by version, from the first version of the graph to
   * this}
   */
  public long changesSoFar() {
    return state().changes;
  }

  /**
   * {@return number of neighbours; 0 when no vertex of this version stands there}
   *
   * @param slot 0 … {@link #slotCount} - 1
   */
  public int degree(int slot) {
    return state().rows.degree(slot);
  }

  /**
   * {@return the id that stands in a slot, as an unsigned number}
   *
   * @param slot 0 … {@link #slotCount} - 1
   */
  public long id(int slot) {
    return state().rows.id(slot);
  }

  /**
   * {@return where an id stands, or -1 when the version has no such vertex}
   *
   * @param id of the input, unsigned
   */
  public int slot(long id) {
    return state().rows.slot(id);
  }

  /**
   * {@return whether two ids are joined; not when one of them is no vertex}
   *
   * @param first id of the input, unsigned
   * @param second likewise, in either order
   */
  public boolean hasEdge(long first, long second) {
    RowView rows = state().rows;
    int from = rows.slot(first);
    int to = rows.slot(second);
    return from >= 0 && to >= 0 && rows.hasEdge(from, to);
  }

  /**
   * Copies the ascending slots next to a slot to the front of {@code row}.
   *
   * @param slot 0 … {@link #slotCount} - 1
   * @param row has room for {@link #degree} slots at least
   * @return the degree
   */
  public int copyNeighbors(int slot, int[] row) {
    IntBuffer buffer = new IntBuffer();
    int length = StageRows.of(state().rows).read(slot, buffer);
    System.arraycopy(buffer.values(), 0, row, 0, length);
    return length;
  }

  /** {@return the rows, for the algorithms of this library} */
  public RowView rows() {
    return state().rows;
  }

  /**
   * The whole graph of this version, for jobs of any engine: built at the first call, O(n + m), and
   * shared by all leases of the version. Vertices are dense and ascend by id, as in any graph.
   *
   * @return readable until the last lease of the version is closed; not the caller's to close
   */
  public PreparedGraph prepared() {
    return state().prepared(state.graph.parallelism());
  }

  /**
   * A hash of the edges by their ids. O(m) at the first call; after it newer versions learn theirs
   * from the changes since.
   *
   * @return the same for equal graphs, however they came about
   */
  public long fingerprint() {
    return state().fingerprint();
  }

  /** {@return another lease of the same version, for the caller to close} */
  public GraphVersion lease() {
    VersionState held = state();
    held.graph.take(held);
    return new GraphVersion(held);
  }

  /**
   * What changed from an older version of the same graph to this one. Reads both, so the caller
   * keeps both leases while it uses the result.
   *
   * @param older a leased version of the same graph; this one is allowed, too
   * @return the edges that differ
   * @throws IllegalArgumentException for a version of another graph, or a newer one
   */
  public VersionChange since(GraphVersion older) {
    return state().graph.change(older.state(), state);
  }

  /** Gives the lease back; a second call does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      state.graph.giveBack(state);
    }
  }

  @Override
  public String toString() {
    return "version "
        + state.sequence
        + ", "
        + state.vertices
        + " vertices, "
        + state.edges
        + " edges";
  }

  /** {@return the ids of its vertices, in the order in which an answer lists them} */
  public long[] vertexIds() {
    RowView rows = rows();
    int[] slots = GraphAssembly.vertices(rows);
    long[] ids = new long[slots.length];
    for (int v = 0; v < ids.length; v++) {
      ids[v] = rows.id(slots[v]);
    }
    return ids;
  }
}
