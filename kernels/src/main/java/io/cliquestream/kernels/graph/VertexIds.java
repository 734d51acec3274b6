package io.cliquestream.kernels.graph;

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

  /** Ids that are 0 … count-1 already. */
  public static VertexIds identity(int count) {
    return new VertexIds(count, null);
  }

  /**
   * Ids given by a table.
   *
   * @param originals count 64-bit ids, strictly ascending as unsigned numbers, in native byte order
   */
  public static VertexIds table(MemorySegment originals) {
    return new VertexIds(Math.toIntExact(originals.byteSize() / Long.BYTES), originals);
  }

  /** Number of vertices. */
  public int count() {
    return count;
  }

  /** Whether dense and original ids are the same. */
  public boolean isIdentity() {
    return originals == null;
  }

  /** The original id of a dense vertex. */
  public long original(int vertex) {
    return originals == null ? vertex : originals.getAtIndex(ValueLayout.JAVA_LONG, vertex);
  }

  /** The dense vertex of an original id, or -1 when the graph has no such vertex. */
  public int dense(long original) {
    if (originals == null) {
      return Long.compareUnsigned(original, count) < 0 ? (int) original : -1;
    }
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order =
          Long.compareUnsigned(originals.getAtIndex(ValueLayout.JAVA_LONG, middle), original);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Off-heap bytes held. */
  public long bytes() {
    return originals == null ? 0 : originals.byteSize();
  }
}
