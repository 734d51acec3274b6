package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The subgraph induced on N⁺(u), one root u after the other. Local vertex 0 is the out-neighbour of
 * largest rank, so that walks that take the lowest bit first go towards the hubs, along the
 * orientation.
 *
 * <p>Memory for one thread: 4 bytes for each vertex of the graph (which rank has which local id),
 * and D · ⌈D/64⌉ longs for out-degree D.
 */
public final class InducedSubgraph {
  private final OrientedGraph graph;
  private final MemorySegment targets;
  private final int[] localIds;
  private final int[] ranks;
  private final long[] wideRow;
  private final BitMatrix matrix = new BitMatrix();

  public InducedSubgraph(OrientedGraph graph) {
    this.graph = graph;
    this.targets = graph.targets();
    this.localIds = new int[graph.vertexCount()];
    this.ranks = new int[graph.maximumOutDegree()];
    this.wideRow = new long[BitMatrix.words(graph.maximumOutDegree()) + 1];
  }

  /** Adjacency of the present root's out-neighbours. */
  public BitMatrix matrix() {
    return matrix;
  }

  /** How many vertices the subgraph of a root has, without building it. */
  int outDegree(int root) {
    return graph.outDegree(root);
  }

  /** Rank of a local vertex. */
  public int rank(int local) {
    return ranks[matrix.size() - 1 - local];
  }

  /**
   * Moves to a root. Row after row gets its upper triangle; the lower one is mirrored at the end,
   * so most of the time goes to reading lists, a few steps without a branch for each element.
   *
   * @param read told after each row how many elements were read for it; may throw to give up
   * @return its out-degree
   */
  public int load(int root, IntConsumer read) {
    int degree = graph.copyTargets(root, ranks);
    matrix.reset(degree);
    for (int i = 0; i < degree; i++) {
      localIds[ranks[i]] = degree - i;
    }
    try {
      for (int i = 1; i < degree; i++) {
        long begin = graph.offset(ranks[i]);
        int length = (int) (graph.offset(ranks[i] + 1) - begin);
        int local = degree - 1 - i;
        if ((long) i * KCliquePolicy.SEARCH_RATIO < length) {
          search(local, i, begin, length);
        } else if (degree < Long.SIZE) {
          matrix.bits()[local] = stream(begin, length);
        } else {
          streamWide(local, begin, length);
        }
        read.accept(length);
      }
    } finally {
      for (int i = 0; i < degree; i++) {
        localIds[ranks[i]] = 0;
      }
    }
    matrix.mirror();
    return degree;
  }

  /** Looks every earlier candidate up in the list; ranks and list both ascend. */
  private void search(int local, int candidates, long begin, int length) {
    long[] bits = matrix.bits();
    int row = local * matrix.words();
    int low = 0;
    for (int j = 0; j < candidates && low < length; j++) {
      int wanted = ranks[j];
      low = (int) (BinarySearch.firstInt(targets, begin + low, begin + length, wanted) - begin);
      if (low < length && target(begin, low) == wanted) {
        int other = matrix.size() - 1 - j;
        bits[row + (other >>> 6)] |= 1L << other;
      }
    }
  }

  /** Looks every element of the list up among fewer than 64 candidates; bit −1 takes the others. */
  private long stream(long begin, int length) {
    long row = 0;
    for (int j = 0; j < length; j++) {
      row |= 1L << localIds[target(begin, j)];
    }
    return row >>> 1;
  }

  /** The same for any number: a word before the row takes the elements that are no candidates. */
  private void streamWide(int local, long begin, int length) {
    int words = matrix.words();
    Arrays.fill(wideRow, 0, words + 1, 0);
    for (int j = 0; j < length; j++) {
      int bit = localIds[target(begin, j)] + Long.SIZE - 1;
      wideRow[bit >>> 6] |= 1L << bit;
    }
    System.arraycopy(wideRow, 1, matrix.bits(), local * words, words);
  }

  private int target(long begin, int index) {
    return targets.get(ValueLayout.JAVA_INT, (begin + index) << 2);
  }
}
