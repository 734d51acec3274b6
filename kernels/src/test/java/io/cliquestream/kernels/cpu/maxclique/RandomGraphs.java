package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Random;

/** Seeded graphs of every shape that clique searches treat differently. */
public final class RandomGraphs {
  /** Number of shapes that {@link #of} goes through. */
  public static final int SHAPES = 12;

  private RandomGraphs() {}

  /**
   * A graph of a seed; {@code seed % SHAPES} chooses the shape.
   *
   * @param most most vertices
   */
  public static Graph of(long seed, int most) {
    Random random = new Random(seed);
    int n = 2 + random.nextInt(most - 1);
    return switch ((int) (seed % SHAPES)) {
      case 0 -> uniform(random, n, 0.15);
      case 1 -> uniform(random, n, 0.5);
      case 2 -> uniform(random, n, 0.8);
      case 3 -> uniform(random, n, 0.95);
      case 4 -> planted(random, n);
      case 5 -> multipartite(n, v -> v / 2, true);
      case 6 -> {
        int parts = 1 + random.nextInt(Math.max(1, n / 2));
        yield multipartite(n, v -> v % (parts + 1), true);
      }
      case 7 -> multipartite(n, v -> v / 3, true);
      case 8 -> {
        int size = 2 + random.nextInt(4);
        yield multipartite(n, v -> v / size, false);
      }
      case 9 -> star(n);
      case 10 -> joined(random, n);
      case 11 -> nearMultipartite(random, n);
      default -> throw new IllegalStateException("no such shape");
    };
  }

  /** Each pair with a probability. */
  public static Graph uniform(Random random, int n, double probability) {
    return where(n, (a, b) -> random.nextDouble() < probability);
  }

  /** Complete between different parts, or, inside parts only, a disjoint union of cliques. */
  public static Graph multipartite(
      int n, java.util.function.IntUnaryOperator part, boolean between) {
    return where(n, (a, b) -> (part.applyAsInt(a) != part.applyAsInt(b)) == between);
  }

  private static Graph planted(Random random, int n) {
    int size = 1 + random.nextInt(n);
    return where(n, (a, b) -> (a < size && b < size) || random.nextDouble() < 0.2);
  }

  private static Graph star(int n) {
    return where(n, (a, b) -> a == 0);
  }

  /** Two random graphs with every edge between them. */
  private static Graph joined(Random random, int n) {
    return where(n, (a, b) -> (a % 2 != b % 2) || random.nextDouble() < 0.4);
  }

  private static Graph nearMultipartite(Random random, int n) {
    return where(n, (a, b) -> (a / 3 != b / 3) == (random.nextDouble() < 0.93));
  }

  /** Decides on an edge, a &lt; b. */
  public interface Edge {
    boolean test(int a, int b);
  }

  /** The graph of a rule; with the edge of the last two vertices when the rule gives none. */
  public static Graph where(int n, Edge rule) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
          if (rule.test(a, b)) {
            edges.add(a, b);
          }
        }
      }
      if (edges.size() == 0) {
        edges.add(n - 2, n - 1);
      }
      return GraphBuilder.build(edges);
    }
  }
}
