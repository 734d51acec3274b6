package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;

/**
 * Names the isomorphism class of a pattern: two patterns have equal codes exactly when they are
 * isomorphic, whatever their labels. The code is stable; it may be stored.
 *
 * <p>Definition: for an order of the vertices write, for j = 1 … n-1, the adjacency bits (0,j),
 * (1,j) … (j-1,j) one after the other, the first bit being the most significant of n(n-1)/2. The
 * code is the greatest number over all orders. Its text is n, ":" and the number in lower-case
 * hexadecimal, such as 3:7 for the triangle and 3:6 for the wedge.
 *
 * <p>The search fixes the order vertex by vertex and follows only those vertices whose bits are
 * greatest, which is exact because earlier bits weigh more than all later ones together.
 *
 * @param vertexCount 2 to 8
 * @param bits the greatest adjacency number, at most 28 bits
 */
public record CanonicalCode(int vertexCount, int bits) {

  /**
   * {@return the code of a pattern's class; its labels do not count}
   *
   * @param pattern of 2 to 8 vertices
   */
  public static CanonicalCode of(Pattern pattern) {
    Search search = new Search(pattern);
    search.extend(0, 0, 0);
    return new CanonicalCode(pattern.vertexCount(), search.best);
  }

  /**
   * {@return a pattern with this code, without labels, its vertices in the order that gives the
   * code}
   */
  public Pattern pattern() {
    int[] ends = new int[2 * Integer.bitCount(bits)];
    int bit = vertexCount * (vertexCount - 1) / 2 - 1;
    int used = 0;
    for (int j = 1; j < vertexCount; j++) {
      for (int i = 0; i < j; i++, bit--) {
        if ((bits >> bit & 1) != 0) {
          ends[used++] = i;
          ends[used++] = j;
        }
      }
    }
    return Pattern.of(ends);
  }

  @Override
  public String toString() {
    return vertexCount + ":" + Integer.toHexString(bits);
  }

  private static final class Search {
    private final Pattern pattern;
    private final int[] order;
    private int best = -1;

    Search(Pattern pattern) {
      this.pattern = pattern;
      this.order = new int[pattern.vertexCount()];
    }

    void extend(int level, int used, int bits) {
      if (level == order.length) {
        best = Math.max(best, bits);
        return;
      }
      int greatest = -1;
      for (int v = 0; v < order.length; v++) {
        if ((used >> v & 1) == 0) {
          greatest = Math.max(greatest, column(level, v));
        }
      }
      for (int v = 0; v < order.length; v++) {
        if ((used >> v & 1) == 0 && column(level, v) == greatest) {
          order[level] = v;
          extend(level + 1, used | 1 << v, bits << level | greatest);
        }
      }
    }

    private int column(int level, int v) {
      int column = 0;
      for (int i = 0; i < level; i++) {
        column = column << 1 | (pattern.hasEdge(order[i], v) ? 1 : 0);
      }
      return column;
    }
  }
}
