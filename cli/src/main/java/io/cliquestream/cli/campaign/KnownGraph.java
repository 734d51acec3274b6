package io.cliquestream.cli.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small random graph and what there is in it, counted by plain recursion over rows of bits: no
 * code of the service takes part. At most 64 vertices, so a row is one word.
 */
final class KnownGraph {
  private final String id;
  private final int vertices;
  private final List<int[]> edges = new ArrayList<>();
  private final long[] rows;
  private final long[] cliques = new long[65];
  private int cliqueNumber;
  private long maximal;

  /** The graph of a seed: 24 to 48 vertices, an edge with probability 0.2 to 0.6. */
  KnownGraph(String id, long seed) {
    this.id = id;
    var random = new Random(seed);
    vertices = 24 + random.nextInt(25);
    double density = 0.2 + 0.4 * random.nextDouble();
    rows = new long[vertices];
    for (int u = 0; u < vertices; u++) {
      for (int v = u + 1; v < vertices; v++) {
        // The first edge is always there: an empty graph says little.
        if (random.nextDouble() < density || u + v == 1) {
          edges.add(new int[] {u, v});
          rows[u] |= 1L << v;
          rows[v] |= 1L << u;
        }
      }
    }
    // The service knows a vertex by its edges: one without any is no maximal clique there.
    long all = 0;
    for (int v = 0; v < vertices; v++) {
      all |= rows[v] == 0 ? 0 : 1L << v;
    }
    count(all, 0);
    maximal(all, 0);
  }

  String id() {
    return id;
  }

  int vertices() {
    return vertices;
  }

  List<int[]> edges() {
    return edges;
  }

  /** Neighbors of each vertex, a bit each. */
  long[] rows() {
    return rows.clone();
  }

  /** Cliques of exactly so many vertices. */
  long cliques(int size) {
    return cliques[size];
  }

  int cliqueNumber() {
    return cliqueNumber;
  }

  long maximalCliques() {
    return maximal;
  }

  /** The largest k for which a subgraph is left when vertices of lower degree are taken out. */
  int degeneracy() {
    int k = 0;
    while (core(k + 1) != 0) {
      k++;
    }
    return k;
  }

  /** The vertices of the largest subgraph in which all have so many neighbors. */
  private long core(int degree) {
    long left = vertices == 64 ? -1 : (1L << vertices) - 1;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int v = 0; v < vertices; v++) {
        if ((left & 1L << v) != 0 && Long.bitCount(rows[v] & left) < degree) {
          left &= ~(1L << v);
          changed = true;
        }
      }
    }
    return left;
  }

  /** Every clique once: its vertices in ascending order. */
  private void count(long candidates, int size) {
    cliques[size]++;
    cliqueNumber = Math.max(cliqueNumber, size);
    for (long left = candidates; left != 0; left &= left - 1) {
      int v = Long.numberOfTrailingZeros(left);
      long above = v == 63 ? 0 : -1L << (v + 1);
      count(candidates & rows[v] & above, size + 1);
    }
  }

  /** Bron and Kerbosch without a pivot. */
  private void maximal(long candidates, long excluded) {
    if (candidates == 0 && excluded == 0) {
      maximal++;
      return;
    }
    long open = candidates;
    long closed = excluded;
    for (long left = candidates; left != 0; left &= left - 1) {
      int v = Long.numberOfTrailingZeros(left);
      maximal(open & rows[v], closed & rows[v]);
      open &= ~(1L << v);
      closed |= 1L << v;
    }
  }
}
