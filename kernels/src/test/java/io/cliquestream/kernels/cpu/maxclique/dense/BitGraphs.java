package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.cpu.maxclique.RandomGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Small graphs as bit matrices, symmetric ones above all, and what is true of them. */
public final class BitGraphs {
  private BitGraphs() {}

  /** The graph of a rule on 0 … n-1, a &lt; b. */
  public static BitGraph where(int n, RandomGraphs.Edge rule) {
    BitGraph graph = BitGraph.empty(n, IntStream.range(0, n).toArray());
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        if (rule.test(a, b)) {
          graph.connect(a, b);
        }
      }
    }
    return graph;
  }

  public static BitGraph random(Random random, int n, double probability) {
    return where(n, (a, b) -> random.nextDouble() < probability);
  }

  /** Vertices on a circle, adjacent at some distances. */
  public static BitGraph circulant(Random random, int n, double probability) {
    boolean[] near = new boolean[n];
    for (int d = 1; d <= n / 2; d++) {
      near[d] = random.nextDouble() < probability;
      near[n - d] = near[d];
    }
    return where(n, (a, b) -> near[b - a]);
  }

  /** Pairs out of {@code points}, adjacent when disjoint. */
  public static BitGraph disjointPairs(int points) {
    int n = points * (points - 1) / 2;
    int[] pair = new int[n];
    int count = 0;
    for (int i = 0; i < points; i++) {
      for (int j = 0; j < i; j++) {
        pair[count++] = 1 << i | 1 << j;
      }
    }
    return where(n, (a, b) -> (pair[a] & pair[b]) == 0);
  }

  /** Words of some bits, adjacent at so many differences at least. */
  public static BitGraph hamming(int bits, int distance) {
    return where(1 << bits, (a, b) -> Integer.bitCount(a ^ b) >= distance);
  }

  /** Every vertex of one random graph replaced by a copy of another. */
  public static BitGraph product(Random random, int outer, int inner) {
    BitGraph first = random(random, outer, 0.5);
    BitGraph second = random(random, inner, 0.5);
    return where(
        outer * inner,
        (a, b) ->
            a / inner == b / inner
                ? second.connected(a % inner, b % inner)
                : first.connected(a / inner, b / inner));
  }

  /** The same graph under other numbers, and with names that are not numbers of vertices. */
  public static BitGraph shuffled(BitGraph graph, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, graph.size()).boxed().toList());
    Collections.shuffle(order, random);
    BitGraph moved =
        graph.induced(order.stream().mapToInt(Integer::intValue).toArray(), graph.size());
    int[] names = Arrays.stream(moved.vertices()).map(v -> 1_000 + 3 * v).toArray();
    return new BitGraph(moved.size(), moved.words(), moved.rows(), names);
  }

  /** By trying everything. */
  public static int cliqueNumber(BitGraph graph) {
    return largest(graph, graph.all(), 0);
  }

  private static int largest(BitGraph graph, long[] left, int from) {
    int best = 0;
    for (int v = from; v < graph.size(); v++) {
      if ((left[v >>> 6] >>> v & 1) != 0) {
        long[] next = left.clone();
        for (int w = 0; w < next.length; w++) {
          next[w] &= graph.rows()[v * graph.words() + w];
        }
        best = Math.max(best, 1 + largest(graph, next, v + 1));
      }
    }
    return best;
  }

  /** Every clique of a size by name, ascending, in lexicographic order; by trying everything. */
  public static List<int[]> cliques(BitGraph graph, int size) {
    List<int[]> found = new ArrayList<>();
    collect(graph, graph.all(), 0, new int[size], 0, found);
    found.sort(CliqueCollector.LEXICOGRAPHIC);
    return found;
  }

  private static void collect(
      BitGraph graph, long[] left, int from, int[] chosen, int count, List<int[]> found) {
    if (count == chosen.length) {
      found.add(Arrays.stream(chosen).map(v -> graph.vertices()[v]).sorted().toArray());
      return;
    }
    for (int v = from; v < graph.size(); v++) {
      if ((left[v >>> 6] >>> v & 1) != 0) {
        long[] next = left.clone();
        for (int w = 0; w < next.length; w++) {
          next[w] &= graph.rows()[v * graph.words() + w];
        }
        chosen[count] = v;
        collect(graph, next, v + 1, chosen, count + 1, found);
      }
    }
  }
}
