package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Arrays;

/**
 * The subgraph on the out-neighbours of one root as a bit matrix, thinned out to a fixpoint.
 *
 * <p>One instance per thread, reused for every root. Memory: d · ⌈d / 64⌉ longs for the largest
 * out-degree d met, and an int for every rank.
 */
public final class OutNeighborhood {
  private final CoreOrder order;
  private final MaximumCliquePolicy policy;
  private final int[] local;

  private int root;
  private int size;
  private int words;
  private int[] members = new int[64];
  private int[] degree = new int[64];
  private long[] rows = new long[64];
  private long[] alive = new long[1];
  private int aliveCount;
  private int[] picked = new int[64];

  public OutNeighborhood(CoreOrder order, MaximumCliquePolicy policy) {
    this.order = order;
    this.policy = policy;
    this.local = new int[order.count()];
  }

  /**
   * Builds the matrix of N⁺(root) and thins it out.
   *
   * <p>Rows are filled from the highest rank down: by then all bits of a row are known from above
   * but for those it adds itself, so the degree of each vertex is known when it is met and the root
   * is given up as soon as too many vertices have proved useless.
   *
   * @param target size of clique looked for, the root included
   * @return whether a clique of that size is still possible
   */
  public boolean load(int nextRoot, int target) {
    root = nextRoot;
    PagedRows rowsOf = order.rows();
    size = rowsOf.length(root);
    if (size + 1 < target) {
      return false;
    }
    grow();
    System.arraycopy(rowsOf.page(root), rowsOf.start(root), members, 0, size);
    Arrays.sort(members, 0, size);
    for (int i = 0; i < size; i++) {
      local[members[i]] = i + 1;
    }
    boolean possible = fill(target);
    for (int i = 0; i < size; i++) {
      local[members[i]] = 0;
    }
    return possible && thin(target);
  }

  private boolean fill(int target) {
    PagedRows rowsOf = order.rows();
    int spare = size + 1 - target;
    Arrays.fill(degree, 0, size, 0);
    for (int i = size - 1; i >= 0; i--) {
      int v = members[i];
      int[] page = rowsOf.page(v);
      int end = rowsOf.start(v) + rowsOf.length(v);
      int base = i * words;
      int known = degree[i];
      for (int e = rowsOf.start(v); e < end; e++) {
        int other = local[page[e]] - 1;
        if (other >= 0) {
          rows[base + (other >>> 6)] |= 1L << other;
          rows[other * words + (i >>> 6)] |= 1L << i;
          degree[other]++;
          known++;
        }
      }
      degree[i] = known;
      if (known < target - 2 && --spare < 0) {
        return false;
      }
    }
    return true;
  }

  /** Removes vertices with fewer than target - 2 neighbours left, until none is left. */
  private boolean thin(int target) {
    int needed = target - 2;
    Arrays.fill(alive, 0, words, 0);
    for (int i = 0; i < size; i++) {
      alive[i >>> 6] |= 1L << i;
    }
    aliveCount = size;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < size; i++) {
        if ((alive[i >>> 6] >>> i & 1) != 0 && degree[i] < needed) {
          alive[i >>> 6] &= ~(1L << i);
          aliveCount--;
          changed = true;
          int base = i * words;
          for (int w = 0; w < words; w++) {
            for (long bits = rows[base + w] & alive[w]; bits != 0; bits &= bits - 1) {
              degree[(w << 6) + Long.numberOfTrailingZeros(bits)]--;
            }
          }
        }
      }
      if (aliveCount + 1 < target) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    words = (size + 63) >>> 6;
    long longs = (long) size * words;
    if (longs * Long.BYTES > policy.maximumMatrixBytes()) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the bit matrix of a neighbourhood of " + size + " vertices exceeds its bound");
    }
    if (rows.length < longs) {
      rows = new long[(int) Math.min(Math.max(longs, 2L * rows.length), 1L << 30)];
    } else {
      Arrays.fill(rows, 0, (int) longs, 0);
    }
    if (members.length < size) {
      int length = Math.max(size, 2 * members.length);
      members = new int[length];
      degree = new int[length];
      picked = new int[length];
    }
    if (alive.length < words) {
      alive = new long[Math.max(words, 2 * alive.length)];
    }
  }

  /** Vertices left. */
  public int aliveCount() {
    return aliveCount;
  }

  /** The matrix as it stands, over all members, for bounds; see {@link #alive}. */
  public BitGraph view() {
    return new BitGraph(size, words, rows, members);
  }

  public long[] alive() {
    return alive;
  }

  /**
   * A clique grown greedily by taking the vertex with the most neighbours left, the root first. All
   * vertices that are adjacent to everything left are taken at once.
   *
   * @param into takes the graph's vertices
   * @return its size
   */
  public int greedyClique(int[] into, JobControl control) {
    int length = 0;
    into[length++] = order.vertices()[root];
    long[] left = Arrays.copyOf(alive, words);
    int count = aliveCount;
    while (count > 0) {
      control.checkStopped();
      int best = -1;
      int most = -1;
      int others = count - 1;
      for (int w = 0; w < words; w++) {
        for (long bits = left[w]; bits != 0; bits &= bits - 1) {
          int v = (w << 6) + Long.numberOfTrailingZeros(bits);
          int neighbors = neighborsIn(left, v);
          if (neighbors == others) {
            left[w] &= ~Long.lowestOneBit(bits);
            into[length++] = order.vertices()[members[v]];
            others--;
            most--;
          } else if (neighbors > most) {
            most = neighbors;
            best = v;
          }
        }
      }
      if (best >= 0) {
        into[length++] = order.vertices()[members[best]];
        for (int i = 0; i < words; i++) {
          left[i] &= rows[best * words + i];
        }
      }
      count = BitMatrix.count(left, words);
    }
    return length;
  }

  private int neighborsIn(long[] set, int v) {
    int base = v * words;
    int neighbors = 0;
    for (int i = 0; i < words; i++) {
      neighbors += Long.bitCount(set[i] & rows[base + i]);
    }
    return neighbors;
  }

  /**
   * What is left as a matrix of its own, in the order in which it is best searched: the vertex of
   * least degree last, then again among the others (a degeneracy order within the neighbourhood).
   */
  public BitGraph compact() {
    int left = aliveCount;
    int count = 0;
    int[] remaining = new int[aliveCount];
    for (int w = 0; w < words; w++) {
      for (long bits = alive[w]; bits != 0; bits &= bits - 1) {
        remaining[count++] = (w << 6) + Long.numberOfTrailingZeros(bits);
      }
    }
    while (left > 0) {
      int least = left - 1;
      for (int i = left - 2; i >= 0; i--) {
        if (degree[remaining[i]] < degree[remaining[least]]) {
          least = i;
        }
      }
      int v = remaining[least];
      left--;
      System.arraycopy(remaining, least + 1, remaining, least, left - least);
      picked[left] = v;
      for (int i = 0; i < left; i++) {
        int u = remaining[i];
        if ((rows[v * words + (u >>> 6)] >>> u & 1) != 0) {
          degree[u]--;
        }
      }
    }
    BitGraph whole = view();
    BitGraph graph = whole.induced(picked, aliveCount);
    for (int i = 0; i < aliveCount; i++) {
      graph.vertices()[i] = order.vertices()[graph.vertices()[i]];
    }
    return graph;
  }
}
