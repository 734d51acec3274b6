package io.cliquestream.kernels.cpu.cover;

import java.util.Arrays;

/**
 * The linear relaxation of the vertex cover of what is open: each vertex 0, ½ or 1, the two ends of
 * an edge 1 together.
 *
 * <p>Its value is half the size of a largest matching of the bipartite graph with every vertex on
 * both sides, and a smallest cover of that graph (Kőnig) is twice a solution. Nemhauser and Trotter
 * (1975): some smallest vertex cover has all vertices of value 1 and none of value 0; what goes is
 * a crown and the like. What stays is ½ each, so no independent set of it has more than half of it.
 *
 * <p>The matching is found by breadth-first augmenting paths from a greedy one: O(vertices · edges)
 * at worst, near linear on the sparse graphs meant. One instance for one residue.
 */
final class LinearProgram {
  private final Residue residue;
  private final int[] rightOf;
  private final int[] leftOf;
  private final int[] reachedFrom;
  private final int[] seen;
  private final int[] queue;
  private int stamp;
  private int value;

  LinearProgram(Residue residue) {
    this.residue = residue;
    int n = residue.size();
    rightOf = new int[n];
    leftOf = new int[n];
    reachedFrom = new int[n];
    seen = new int[n];
    queue = new int[n];
  }

  /**
   * Solves it for what is open, and makes the decisions that follow.
   *
   * @return whether there were any
   */
  boolean reduce(CoverBudget budget) {
    match(budget);
    int n = residue.size();
    stamp++;
    int tail = 0;
    boolean[] leftReached = new boolean[n];
    for (int v = 0; v < n; v++) {
      if (residue.isOpen(v) && rightOf[v] < 0) {
        leftReached[v] = true;
        queue[tail++] = v;
      }
    }
    for (int head = 0; head < tail; head++) {
      for (int w : residue.neighbors(queue[head])) {
        if (residue.isOpen(w) && seen[w] != stamp) {
          seen[w] = stamp;
          int next = leftOf[w];
          if (!leftReached[next]) {
            leftReached[next] = true;
            queue[tail++] = next;
          }
        }
      }
    }
    boolean decided = false;
    for (int v = 0; v < n; v++) {
      // Value 0: its left copy is reached, so not in the cover, and its right copy is not reached.
      if (residue.isOpen(v) && leftReached[v] && seen[v] != stamp) {
        residue.choose(v);
        decided = true;
      }
    }
    return decided;
  }

  /** Edges of the matching that the last solution had: twice its value. */
  int matched() {
    return value;
  }

  /** Finds its value alone. */
  void match(CoverBudget budget) {
    int n = residue.size();
    Arrays.fill(rightOf, -1);
    Arrays.fill(leftOf, -1);
    value = 0;
    budget.work(n);
    for (int v = 0; v < n; v++) {
      if (!residue.isOpen(v)) {
        continue;
      }
      for (int w : residue.neighbors(v)) {
        if (residue.isOpen(w) && leftOf[w] < 0) {
          rightOf[v] = w;
          leftOf[w] = v;
          value++;
          break;
        }
      }
    }
    // A vertex without a path now has none later either, so nothing is seen twice in vain.
    stamp++;
    for (int v = 0; v < n; v++) {
      if (residue.isOpen(v) && rightOf[v] < 0) {
        int end = path(v, budget);
        if (end >= 0) {
          augment(end);
          value++;
          stamp++;
        }
      }
    }
  }

  /** The free right vertex that a path from a free left vertex leads to, or -1. */
  private int path(int from, CoverBudget budget) {
    int tail = 0;
    queue[tail++] = from;
    for (int head = 0; head < tail; head++) {
      int v = queue[head];
      budget.work(1L + residue.degree(v));
      for (int w : residue.neighbors(v)) {
        if (residue.isOpen(w) && seen[w] != stamp) {
          seen[w] = stamp;
          reachedFrom[w] = v;
          if (leftOf[w] < 0) {
            return w;
          }
          queue[tail++] = leftOf[w];
        }
      }
    }
    return -1;
  }

  private void augment(int end) {
    int right = end;
    while (right >= 0) {
      int left = reachedFrom[right];
      int next = rightOf[left];
      rightOf[left] = right;
      leftOf[right] = left;
      right = next;
    }
  }
}
