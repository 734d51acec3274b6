package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.cpu.maxclique.reduction.PagedRows;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/**
 * Sets up the enumeration below one root of the degeneracy order: a maximal clique is met at its
 * vertex u of largest rank, so the candidates are N⁺(u) and the excluded vertices are the
 * neighbours of larger rank, each as its row over the candidates.
 *
 * <p>One instance per thread.
 */
final class RootEnumeration {
  private final OrientedGraph graph;
  private final PagedRows later;
  private final MaximalCliquePolicy policy;
  private final Enumeration enumeration;
  private final SmallEnumeration small;
  private final LargeEnumeration large;
  private final int[] local;
  private int[] members = new int[64];
  private int[] names = new int[64];

  /**
   * Prepares a thread.
   *
   * @param later the neighbours of larger rank of each rank
   */
  RootEnumeration(
      OrientedGraph graph, PagedRows later, MaximalCliquePolicy policy, int minimumSize) {
    this.graph = graph;
    this.later = later;
    this.policy = policy;
    this.enumeration = new Enumeration(policy, minimumSize);
    this.small = new SmallEnumeration(policy, enumeration);
    this.large = new LargeEnumeration(policy, enumeration, small);
    this.local = new int[graph.vertexCount()];
  }

  Enumeration enumeration() {
    return enumeration;
  }

  SmallEnumeration small() {
    return small;
  }

  LargeEnumeration large() {
    return large;
  }

  /** Enumerates the maximal cliques whose vertex of largest rank is {@code root}. */
  void run(int root) {
    int count = graph.outDegree(root);
    if (count == 0 || count + 1 < enumeration.minimumSize()) {
      return;
    }
    mark(root, count);
    try {
      enumeration.choose(0, graph.vertex(root));
      if (count <= Long.SIZE) {
        runSmall(root, count);
      } else {
        large.run(matrix(root, count), 1);
      }
    } finally {
      unmark(count);
    }
  }

  /** The rows below a root of one out-neighbour or more, whatever their number. */
  LargeEnumeration.Matrix matrix(int root) {
    int count = graph.outDegree(root);
    mark(root, count);
    try {
      return matrix(root, count);
    } finally {
      unmark(count);
    }
  }

  private void mark(int root, int count) {
    if (members.length < count) {
      members = new int[Math.max(count, 2 * members.length)];
    }
    graph.copyTargets(root, members);
    for (int i = 0; i < count; i++) {
      local[members[i]] = i + 1;
    }
  }

  private void unmark(int count) {
    for (int i = 0; i < count; i++) {
      local[members[i]] = 0;
    }
  }

  private void runSmall(int root, int count) {
    long[] rows = small.rows();
    Arrays.fill(rows, 0, count, 0);
    long all = count == Long.SIZE ? -1L : (1L << count) - 1;
    for (int i = 0; i < count; i++) {
      long row = rowOf(members[i], members[i]);
      rows[i] |= row;
      for (long bits = row; bits != 0; bits &= bits - 1) {
        rows[Long.numberOfTrailingZeros(bits)] |= 1L << i;
      }
    }
    if (enumeration.listing()) {
      for (int i = 0; i < count; i++) {
        small.vertices()[i] = graph.vertex(members[i]);
      }
    }
    int earlier = later.length(root);
    int[] page = later.page(root);
    int start = later.start(root);
    long[] excluded = small.excluded(earlier);
    int kept = 0;
    for (int i = 0; i < earlier; i++) {
      long row = rowOf(page[start + i], root);
      if (row == all) {
        return;
      }
      if (row != 0) {
        excluded[kept++] = row;
      }
    }
    small.run(all, kept, 1);
  }

  /**
   * A vertex's neighbours below {@code end} among the candidates, of which there are at most 64.
   */
  private long rowOf(int vertex, int end) {
    long row = 0;
    long stop = graph.offset(vertex + 1);
    long i = graph.offset(vertex);
    enumeration.work(stop - i);
    for (; i < stop; i++) {
      int other = graph.target(i);
      if (other >= end) {
        break;
      }
      int bit = local[other];
      if (bit != 0) {
        row |= 1L << (bit - 1);
      }
    }
    return row;
  }

  private LargeEnumeration.Matrix matrix(int root, int count) {
    int earlier = later.length(root);
    int words = (count + 63) >>> 6;
    long longs = ((long) count + earlier) * words;
    if (longs * Long.BYTES > policy.maximumMatrixBytes()) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the bit matrix of "
              + count
              + " candidates and "
              + earlier
              + " earlier neighbours exceeds its bound");
    }
    long[] rows = new long[(int) longs];
    names = new int[count];
    for (int i = 0; i < count; i++) {
      names[i] = graph.vertex(members[i]);
      fillRow(rows, i, words, members[i], members[i]);
      for (int w = 0; w < words; w++) {
        for (long bits = rows[i * words + w]; bits != 0; bits &= bits - 1) {
          int j = (w << 6) + Long.numberOfTrailingZeros(bits);
          if (j < i) {
            rows[j * words + (i >>> 6)] |= 1L << i;
          }
        }
      }
    }
    int[] page = later.page(root);
    int start = later.start(root);
    int at = count;
    for (int i = 0; i < earlier; i++) {
      // A neighbour that shares at most this edge with the candidates excludes nothing: keep no
      // row.
      if (fillRow(rows, at, words, page[start + i], root)) {
        at++;
      }
    }
    return new LargeEnumeration.Matrix(count, at, words, rows, names);
  }

  private boolean fillRow(long[] rows, int row, int words, int vertex, int end) {
    int base = row * words;
    boolean any = false;
    long stop = graph.offset(vertex + 1);
    long i = graph.offset(vertex);
    enumeration.work(stop - i);
    for (; i < stop; i++) {
      int other = graph.target(i);
      if (other >= end) {
        break;
      }
      int bit = local[other] - 1;
      if (bit >= 0) {
        rows[base + (bit >>> 6)] |= 1L << bit;
        any = true;
      }
    }
    return any;
  }
}
