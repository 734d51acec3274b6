package io.cliquestream.kernels.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A graph as it was read: its edge array, with loops, duplicates and either direction, beside which
 * rows may be built or not. A device prepares a graph of its own from it and says here what it
 * found. Any number of threads may use it; the owner closes it.
 */
public final class RawEdges implements AutoCloseable {
  /**
   * What the pairs turned out to hold.
   *
   * @param vertices with an edge
   * @param edges without loops and duplicates
   * @param input what was dropped on the way
   */
  public record Found(long vertices, long edges, GraphInput input) {}

  private final EdgeArray edges;
  private final Arena life = Arena.ofShared();
  private volatile Found found;

  /**
   * Takes an array over, which nobody changes any more.
   *
   * @param edges closed with this
   */
  public RawEdges(EdgeArray edges) {
    this.edges = edges;
  }

  /** {@return the pairs} */
  public EdgeArray edges() {
    return edges;
  }

  /** {@return number of pairs, loops and duplicates included} */
  public long pairs() {
    return edges.size();
  }

  /**
   * Every id is smaller; a power of two, and the largest id at least half of it.
   *
   * @return 0 for 2^64
   */
  public long idBound() {
    long bits = edges.idBits();
    return bits == 0 ? 1 : Long.highestOneBit(bits) << 1;
  }

  /**
   * A bound on the vertices: no graph of these pairs has more.
   *
   * @return from the number of pairs and the largest id
   */
  public long mostVertices() {
    long bound = idBound();
    return bound <= 0 ? 2 * pairs() : Math.min(bound, 2 * pairs());
  }

  /** {@return what a device found, once one has prepared the graph} */
  public Optional<Found> found() {
    return Optional.ofNullable(found);
  }

  /**
   * Says what was found; the same whoever says it.
   *
   * @param what a device's numbers
   */
  public void found(Found what) {
    found = what;
  }

  /** {@return a scope that lives until this is closed} */
  public MemorySegment.Scope scope() {
    return life.scope();
  }

  /** Frees the pairs. */
  @Override
  public void close() {
    life.close();
    edges.close();
  }
}
