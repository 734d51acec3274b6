package io.cliquestream.kernels.cpu.cover;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Graphs with few edges whose largest independent sets are known, by formula or by trying. */
public final class SparseGraphs {
  private SparseGraphs() {}

  /** Decides on an edge, a &lt; b. */
  public interface Edge {
    boolean test(int a, int b);
  }

  /** Families of any number of vertices, 3 or more. */
  public enum Family {
    EDGELESS,
    MATCHING,
    TRIANGLES,
    CLIQUES_OF_FIVE,
    PATH,
    BINARY_TREE,
    STAR,
    GRID_OF_EIGHT,
    COMPLETE_BIPARTITE;

    /** The edge rule. */
    public Edge edge() {
      return switch (this) {
        case EDGELESS -> (a, b) -> false;
        case MATCHING -> (a, b) -> a / 2 == b / 2;
        case TRIANGLES -> (a, b) -> a / 3 == b / 3;
        case CLIQUES_OF_FIVE -> (a, b) -> a / 5 == b / 5;
        case PATH -> (a, b) -> b == a + 1;
        case BINARY_TREE -> (a, b) -> a == (b - 1) / 2;
        case STAR -> (a, b) -> a == 0;
        case GRID_OF_EIGHT -> (a, b) -> b == a + 8 || (b == a + 1 && b % 8 != 0);
        case COMPLETE_BIPARTITE -> (a, b) -> a % 2 != b % 2;
      };
    }

    SparseGraph graph(int n) {
      return of(n, edge());
    }

    /** Size of the largest independent set; of bipartite graphs by counting one colour. */
    public int independenceNumber(int n) {
      return switch (this) {
        case EDGELESS -> n;
        case MATCHING, PATH, COMPLETE_BIPARTITE -> (n + 1) / 2;
        case TRIANGLES -> (n + 2) / 3;
        case CLIQUES_OF_FIVE -> (n + 4) / 5;
        case STAR -> n - 1;
        case BINARY_TREE -> tree(0, n)[0];
        case GRID_OF_EIGHT -> n / 8 * 4 + (n % 8 + 1) / 2;
      };
    }

    /** Largest sets of a subtree: of all, and of those without its root. */
    private static int[] tree(int root, int n) {
      if (root >= n) {
        return new int[] {0, 0};
      }
      int[] left = tree(2 * root + 1, n);
      int[] right = tree(2 * root + 2, n);
      int without = left[0] + right[0];
      return new int[] {Math.max(without, 1 + left[1] + right[1]), without};
    }
  }

  /** The graph of a rule. */
  static SparseGraph of(int n, Edge rule) {
    List<List<Integer>> lists = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      lists.add(new ArrayList<>());
    }
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        if (rule.test(a, b)) {
          lists.get(a).add(b);
          lists.get(b).add(a);
        }
      }
    }
    return new SparseGraph(
        lists.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new));
  }

  /** Each pair with the probability that gives this degree on average. */
  static SparseGraph random(int n, double degree, Random random) {
    return of(n, (a, b) -> random.nextDouble() * n < degree);
  }

  /** The same graph under other numbers, lists in another order. */
  static SparseGraph shuffled(SparseGraph graph, Random random) {
    List<Integer> number = new ArrayList<>();
    for (int v = 0; v < graph.size(); v++) {
      number.add(v);
    }
    Collections.shuffle(number, random);
    int[][] lists = new int[graph.size()][];
    for (int v = 0; v < graph.size(); v++) {
      List<Integer> list = new ArrayList<>();
      for (int w : graph.neighbors()[v]) {
        list.add(number.get(w));
      }
      Collections.shuffle(list, random);
      lists[number.get(v)] = list.stream().mapToInt(Integer::intValue).toArray();
    }
    return new SparseGraph(lists);
  }

  /** By trying everything; at most 30 vertices. */
  static int independenceNumber(SparseGraph graph) {
    int[] rows = new int[graph.size()];
    for (int v = 0; v < rows.length; v++) {
      for (int w : graph.neighbors()[v]) {
        rows[v] |= 1 << w;
      }
    }
    return largest(rows, (1 << rows.length) - 1);
  }

  private static int largest(int[] rows, int left) {
    if (left == 0) {
      return 0;
    }
    int v = Integer.numberOfTrailingZeros(left);
    int without = left & ~(1 << v);
    int with = 1 + largest(rows, without & ~rows[v]);
    return (without & rows[v]) == 0 ? with : Math.max(with, largest(rows, without));
  }
}
