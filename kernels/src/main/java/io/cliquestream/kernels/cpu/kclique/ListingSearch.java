package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.InducedSubgraph;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/** Walks the k-cliques (k ≥ 2) below roots one by one in a fixed order; for one thread. */
final class ListingSearch {
  private static final int STEPS_BETWEEN_CHECKS = 10_000;
  private static final int ELEMENTS_IN_STEP = 16;

  /** Takes a clique, dense vertices ascending, in an array that is used again. */
  @FunctionalInterface
  interface Taker {
    /** Returns false to end the walk. */
    boolean take(int[] clique);
  }

  private final OrientedGraph graph;
  private final int k;
  private final InducedSubgraph subgraph;
  private final int[] path;
  private final int[] clique;
  private long[][] levels = new long[4][];
  private Runnable stopCheck = () -> {};
  private Taker taker = found -> false;
  private long steps;
  private boolean ended;

  ListingSearch(OrientedGraph graph, int k) {
    this.graph = graph;
    this.k = k;
    this.subgraph = new InducedSubgraph(graph);
    this.path = new int[k];
    this.clique = new int[k];
  }

  /** Walks the cliques of the roots {@code first} … {@code end - 1}. */
  void run(int first, int end, Runnable newStopCheck, Taker newTaker) {
    stopCheck = newStopCheck;
    taker = newTaker;
    ended = false;
    for (int root = first; root < end && !ended; root++) {
      if (graph.outDegree(root) >= k - 1) {
        int degree = subgraph.load(root, this::elementsRead);
        path[0] = graph.vertex(root);
        long[] candidates = level(1);
        BitMatrix.fillFirst(candidates, degree);
        extend(1);
      }
    }
  }

  private void extend(int depth) {
    BitMatrix matrix = subgraph.matrix();
    int words = matrix.words();
    long[] candidates = level(depth);
    step(words);
    if (BitMatrix.count(candidates, words) < k - depth) {
      return;
    }
    for (int w = 0; w < words; w++) {
      while (candidates[w] != 0 && !ended) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(candidates[w]);
        candidates[w] &= candidates[w] - 1;
        path[depth] = graph.vertex(subgraph.rank(vertex));
        if (depth == k - 1) {
          step(1);
          System.arraycopy(path, 0, clique, 0, k);
          Arrays.sort(clique);
          ended = !taker.take(clique);
        } else {
          long[] child = level(depth + 1);
          for (int x = 0; x < words; x++) {
            child[x] = candidates[x] & matrix.bits()[vertex * words + x];
          }
          extend(depth + 1);
        }
      }
    }
  }

  private long[] level(int depth) {
    if (depth >= levels.length) {
      levels = Arrays.copyOf(levels, Math.max(depth + 1, 2 * levels.length));
    }
    int words = subgraph.matrix().words();
    if (levels[depth] == null || levels[depth].length < words) {
      levels[depth] = new long[words];
    }
    return levels[depth];
  }

  private void elementsRead(int elements) {
    step(1 + elements / ELEMENTS_IN_STEP);
  }

  private void step(long count) {
    steps += count;
    if (steps >= STEPS_BETWEEN_CHECKS) {
      steps = 0;
      stopCheck.run();
    }
  }
}
