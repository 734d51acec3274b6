package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import java.util.Arrays;
import java.util.Random;

/**
 * Colours a graph with few colours, and orders it by its colour classes.
 *
 * <p>Greedy colouring of vertices that come class by class never needs more classes than there
 * were, whatever the order of the classes, and often needs fewer (Culberson, "Iterated greedy graph
 * coloring", 1992). So the classes are taken again and again: most often the last first, sometimes
 * the largest first or in a random order. Structured graphs that greedy colouring by degree is
 * helpless with come down to their structure: keller5 from 175 colours to 31.
 *
 * <p>In the order returned any subset of the vertices, too, is greedily coloured with at most as
 * many colours. One round costs n · colours · n/64 words at most. Deterministic.
 */
final class IteratedGreedy {
  private final BitGraph graph;
  private final int words;
  private final int[] order;
  private final int[] color;
  private long[] classes = new long[0];
  private int colors;

  private IteratedGreedy(BitGraph graph) {
    this.graph = graph;
    this.words = graph.words();
    this.order = new int[graph.size()];
    this.color = new int[graph.size()];
  }

  /** The same graph with its vertices class by class, the largest classes first. */
  static BitGraph ordered(BitGraph graph, int rounds, StopCheck stop) {
    IteratedGreedy greedy = new IteratedGreedy(graph);
    greedy.improve(rounds, stop);
    return graph.induced(greedy.order, graph.size());
  }

  private void improve(int rounds, StopCheck stop) {
    Random random = new Random(graph.size());
    for (int v = 0; v < order.length; v++) {
      order[v] = v;
    }
    color();
    int[] best = color.clone();
    int bestColors = colors;
    for (int round = 0; round < rounds && colors > 1; round++) {
      stop.checkStopped();
      int kind = random.nextInt(10);
      int[] rank = kind < 5 ? reversed() : kind < 8 ? bySize() : shuffled(random);
      sort(rank);
      color();
      if (colors <= bestColors) {
        bestColors = colors;
        System.arraycopy(color, 0, best, 0, best.length);
      }
    }
    System.arraycopy(best, 0, color, 0, best.length);
    colors = bestColors;
    sort(bySize());
  }

  /** Gives every vertex, in order, the first class that it has no neighbour in. */
  private void color() {
    colors = 0;
    for (int v : order) {
      int row = v * words;
      int c = 0;
      while (c < colors && meets(row, c * words)) {
        c++;
      }
      if (c == colors) {
        colors++;
        if (classes.length < colors * words) {
          classes = Arrays.copyOf(classes, 2 * colors * words);
        }
        Arrays.fill(classes, c * words, (c + 1) * words, 0);
      }
      classes[c * words + (v >>> 6)] |= 1L << v;
      color[v] = c;
    }
  }

  private boolean meets(int row, int set) {
    for (int w = 0; w < words; w++) {
      if ((graph.rows()[row + w] & classes[set + w]) != 0) {
        return true;
      }
    }
    return false;
  }

  private int[] reversed() {
    int[] rank = new int[colors];
    for (int c = 0; c < colors; c++) {
      rank[c] = colors - 1 - c;
    }
    return rank;
  }

  private int[] shuffled(Random random) {
    int[] rank = new int[colors];
    for (int c = 0; c < colors; c++) {
      int other = random.nextInt(c + 1);
      rank[c] = rank[other];
      rank[other] = c;
    }
    return rank;
  }

  private int[] bySize() {
    int[] size = new int[colors];
    for (int c : color) {
      size[c]++;
    }
    int[] firstOf = new int[order.length + 2];
    for (int s : size) {
      firstOf[order.length - s + 1]++;
    }
    for (int i = 0; i < order.length; i++) {
      firstOf[i + 1] += firstOf[i];
    }
    int[] rank = new int[colors];
    for (int c = 0; c < colors; c++) {
      rank[c] = firstOf[order.length - size[c]]++;
    }
    return rank;
  }

  /** Orders the vertices by the rank of their class. */
  private void sort(int[] rank) {
    int[] next = new int[colors + 1];
    for (int c : color) {
      next[rank[c] + 1]++;
    }
    for (int r = 0; r < colors; r++) {
      next[r + 1] += next[r];
    }
    for (int v = 0; v < color.length; v++) {
      order[next[rank[color[v]]]++] = v;
    }
  }
}
