package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Translates between the dense vertices 0 … n-1 of a graph and the 64-bit ids they had outside.
 * Dense vertices ascend with the original ids (compared as unsigned numbers), so order is kept.
 */
public final class VertexIds {
  private final int count;
  private final MemorySegment originals;

  private VertexIds(int count, MemorySegment originals) {
    this.count = count;
    this.originals = originals;
  }

  /**
   * {@return ids that are 0 … count-1 already}
   *
   * @param count 0 or more
   */
  public static VertexIds identity(int count) {
    return new VertexIds(count, null);
  }

  /**
   * Ids given by a table.
   *
   * @param originals count 64-bit ids, strictly ascending as unsigned numbers, in native byte order
   * @return translates by binary search in the table, which must live as long
   */
  public static VertexIds table(MemorySegment originals) {
    return new VertexIds(Math.toIntExact(originals.byteSize() / Long.BYTES), originals);
  }

  /** {@return number of vertices} */
  public int count() {
    return count;
  }

  /** {@return whether dense and original ids are the same} */
  public boolean isIdentity() {
    return originals == null;
  }

  /**
   * The original id of a dense vertex.
   *
   * @param vertex dense, 0 to {@link #count} - 1
   * @return unsigned
   */
  public long original(int vertex) {
    return originals == null ? vertex : originals.getAtIndex(ValueLayout.JAVA_LONG, vertex);
  }

  /**
   * {@return the dense vertex of an original id, or -1 when the graph has no such vertex}
   *
   * @param original an id, unsigned
   */
  public int dense(long original) {
    if (originals == null) {
      return Long.compareUnsigned(original, count) < 0 ? (int) original : -1;
    }
    return (int) BinarySearch.unsigned(originals, count, original);
  }

  /** {@return off-heap bytes held} */
  public long bytes() {
    return originals == null ? 0 : originals.byteSize();
  }
}
