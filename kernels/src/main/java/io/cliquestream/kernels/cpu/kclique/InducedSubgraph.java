package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The subgraph induced on N⁺(u), one root u after the other. Local vertex 0 is the out-neighbour of
 * largest rank, so that walks that take the lowest bit first go towards the hubs, along the
 * orientation.
 *
 * <p>Memory for one thread: 4 bytes for each vertex of the graph (which rank has which local id),
 * and D · ⌈D/64⌉ longs for out-degree D.
 */
final class InducedSubgraph {
  private final OrientedGraph graph;
  private final MemorySegment targets;
  private final int[] localIds;
  private final int[] ranks;
  private final BitMatrix matrix = new BitMatrix();

  InducedSubgraph(OrientedGraph graph) {
    this.graph = graph;
    this.targets = graph.targets();
    this.localIds = new int[graph.vertexCount()];
    this.ranks = new int[graph.maximumOutDegree()];
  }

  /** Adjacency of the present root's out-neighbours. */
  BitMatrix matrix() {
    return matrix;
  }

  /** Rank of a local vertex. */
  int rank(int local) {
    return ranks[matrix.size() - 1 - local];
  }

  /**
   * Moves to a root.
   *
   * @return its out-degree
   */
  int load(int root) {
    int degree = graph.copyTargets(root, ranks);
    matrix.reset(degree);
    for (int i = 0; i < degree; i++) {
      localIds[ranks[i]] = degree - i;
    }
    for (int i = 1; i < degree; i++) {
      long begin = graph.offset(ranks[i]);
      int length = (int) (graph.offset(ranks[i] + 1) - begin);
      int local = degree - 1 - i;
      if ((long) i * KCliquePolicy.SEARCH_RATIO < length) {
        search(local, i, begin, length);
      } else {
        stream(local, begin, length);
      }
    }
    for (int i = 0; i < degree; i++) {
      localIds[ranks[i]] = 0;
    }
    return degree;
  }

  /** Looks every earlier candidate up in the list; ranks and list both ascend. */
  private void search(int local, int candidates, long begin, int length) {
    int low = 0;
    for (int j = 0; j < candidates && low < length; j++) {
      int wanted = ranks[j];
      int high = length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (target(begin, middle) < wanted) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low < length && target(begin, low) == wanted) {
        matrix.connect(local, matrix.size() - 1 - j);
      }
    }
  }

  /** Looks every element of the list up among the candidates. */
  private void stream(int local, long begin, int length) {
    for (int j = 0; j < length; j++) {
      int id = localIds[target(begin, j)];
      if (id != 0) {
        matrix.connect(local, id - 1);
      }
    }
  }

  private int target(long begin, int index) {
    return targets.get(ValueLayout.JAVA_INT, (begin + index) << 2);
  }
}
