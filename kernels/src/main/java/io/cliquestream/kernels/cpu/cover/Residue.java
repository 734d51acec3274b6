package io.cliquestream.kernels.cpu.cover;

import java.util.Arrays;

/**
 * What decisions have left of a graph, and the decisions themselves, each of which can be undone.
 *
 * <p>A vertex is open, chosen (in the independent set), dropped (in the cover), or folded: whether
 * it is chosen follows from another vertex. Neighbour lists keep vertices that are no longer open;
 * {@code degree} counts the open ones. A fold (Chen, Kanj and Jia, 2001) replaces a vertex v of
 * degree two and its neighbours a and b, not adjacent, by one vertex: some largest set has either
 * v, or both a and b. The new vertex takes a's place.
 *
 * <p>Decisions are undone last first, which restores every list and degree: the degree of a vertex
 * stands still from its removal on. Memory: the graph twice, and the lists of folded vertices.
 */
final class Residue {
  private static final byte OPEN = 0;
  private static final byte CHOSEN = 1;
  private static final byte DROPPED = 2;
  private static final byte FOLDED = 3;

  /** In the trail: the fold that was added last. */
  private static final int FOLD = -1;

  private record Fold(int vertex, int first, int second, int[] oldList, int oldDegree, int[] won) {}

  private final int[][] neighbors;
  private final int[] degree;
  private final byte[] state;
  private int open;
  private int chosen;

  private int[] trail;
  private int trailLength;
  private Fold[] folds = new Fold[8];
  private int foldCount;

  /** Vertices whose degree fell since they were looked at. */
  private final int[] changed;

  private final boolean[] isChanged;
  private int changedCount;

  private final int[] mark;
  private int stamp;

  Residue(SparseGraph graph) {
    int n = graph.size();
    neighbors = new int[n][];
    degree = new int[n];
    for (int v = 0; v < n; v++) {
      neighbors[v] = graph.neighbors()[v].clone();
      degree[v] = neighbors[v].length;
    }
    state = new byte[n];
    open = n;
    trail = new int[n + 16];
    changed = new int[n];
    isChanged = new boolean[n];
    mark = new int[n];
    for (int v = 0; v < n; v++) {
      touch(v);
    }
  }

  int size() {
    return degree.length;
  }

  /** Vertices without a decision. */
  int open() {
    return open;
  }

  /** Vertices that the independent set has so far, one for each fold included. */
  int chosen() {
    return chosen;
  }

  boolean isOpen(int vertex) {
    return state[vertex] == OPEN;
  }

  /** Open neighbours. */
  int degree(int vertex) {
    return degree[vertex];
  }

  /** The neighbours, open or not; at least the {@link #degree} open ones. */
  int[] neighbors(int vertex) {
    return neighbors[vertex];
  }

  /** Where {@link #undo} returns to. */
  int position() {
    return trailLength;
  }

  /** A vertex whose degree fell since it was returned last, or -1. */
  int nextChanged() {
    while (changedCount > 0) {
      int v = changed[--changedCount];
      isChanged[v] = false;
      if (state[v] == OPEN) {
        return v;
      }
    }
    return -1;
  }

  /** Puts an open vertex into the independent set and drops its neighbours. */
  void choose(int vertex) {
    remove(vertex, CHOSEN);
    chosen++;
    for (int w : neighbors[vertex]) {
      if (state[w] == OPEN) {
        remove(w, DROPPED);
      }
    }
  }

  /** Puts an open vertex into the cover. */
  void drop(int vertex) {
    remove(vertex, DROPPED);
  }

  /** Decides about a vertex of degree two: folds it, or chooses it when its neighbours meet. */
  void foldOrChoose(int vertex) {
    int a = -1;
    int b = -1;
    for (int w : neighbors[vertex]) {
      if (state[w] == OPEN) {
        b = a;
        a = w;
      }
    }
    if (adjacent(a, b)) {
      choose(vertex);
    } else {
      fold(vertex, a, b);
    }
  }

  /** Whether two open vertices are adjacent. */
  private boolean adjacent(int a, int b) {
    boolean first = neighbors[a].length <= neighbors[b].length;
    int[] list = neighbors[first ? a : b];
    int other = first ? b : a;
    for (int w : list) {
      if (w == other) {
        return true;
      }
    }
    return false;
  }

  private void fold(int vertex, int a, int b) {
    remove(vertex, FOLDED);
    remove(b, FOLDED);
    stamp++;
    int[] list = new int[degree[a] + degree[b]];
    int length = 0;
    for (int w : neighbors[a]) {
      if (state[w] == OPEN) {
        mark[w] = stamp;
        list[length++] = w;
      }
    }
    int shared = length;
    for (int w : neighbors[b]) {
      if (state[w] == OPEN && mark[w] != stamp) {
        list[length++] = w;
        replace(neighbors[w], b, a);
        degree[w]++;
        touch(w);
      }
    }
    if (foldCount == folds.length) {
      folds = Arrays.copyOf(folds, 2 * foldCount);
    }
    int[] won = Arrays.copyOfRange(list, shared, length);
    folds[foldCount++] = new Fold(vertex, a, b, neighbors[a], degree[a], won);
    neighbors[a] = Arrays.copyOf(list, length);
    degree[a] = length;
    chosen++;
    push(FOLD);
    touch(a);
  }

  private static void replace(int[] list, int from, int to) {
    for (int i = 0; i < list.length; i++) {
      if (list[i] == from) {
        list[i] = to;
        return;
      }
    }
    throw new IllegalStateException("neighbours are not symmetric");
  }

  private void remove(int vertex, byte decision) {
    state[vertex] = decision;
    open--;
    for (int w : neighbors[vertex]) {
      if (state[w] == OPEN) {
        degree[w]--;
        touch(w);
      }
    }
    push(vertex);
  }

  private void touch(int vertex) {
    if (!isChanged[vertex]) {
      isChanged[vertex] = true;
      changed[changedCount++] = vertex;
    }
  }

  private void push(int entry) {
    if (trailLength == trail.length) {
      trail = Arrays.copyOf(trail, 2 * trailLength);
    }
    trail[trailLength++] = entry;
  }

  /** Takes back every decision made since the trail was so long. */
  void undo(int position) {
    while (changedCount > 0) {
      isChanged[changed[--changedCount]] = false;
    }
    while (trailLength > position) {
      int entry = trail[--trailLength];
      if (entry == FOLD) {
        Fold fold = folds[--foldCount];
        folds[foldCount] = null;
        for (int w : fold.won()) {
          replace(neighbors[w], fold.first(), fold.second());
          degree[w]--;
        }
        neighbors[fold.first()] = fold.oldList();
        degree[fold.first()] = fold.oldDegree();
        chosen--;
      } else {
        chosen -= state[entry] == CHOSEN ? 1 : 0;
        for (int w : neighbors[entry]) {
          if (state[w] == OPEN) {
            degree[w]++;
          }
        }
        state[entry] = OPEN;
        open++;
      }
    }
  }

  /**
   * The independent set that the decisions make, given which of the open vertices are in it.
   *
   * @param among vertices chosen besides, all of them open
   */
  int[] independentSet(int[] among) {
    boolean[] in = new boolean[state.length];
    for (int v = 0; v < in.length; v++) {
      in[v] = state[v] == CHOSEN;
    }
    for (int v : among) {
      in[v] = true;
    }
    for (int i = foldCount - 1; i >= 0; i--) {
      Fold fold = folds[i];
      in[fold.second()] = in[fold.first()];
      in[fold.vertex()] = !in[fold.first()];
    }
    int[] set = new int[chosen + among.length];
    int length = 0;
    for (int v = 0; v < in.length; v++) {
      if (in[v]) {
        set[length++] = v;
      }
    }
    if (length != set.length) {
      throw new IllegalStateException("decisions and their number disagree");
    }
    return set;
  }

  /** The open vertices of largest degree; -1 when none is open. */
  int branchVertex() {
    int best = -1;
    for (int v = 0; v < state.length; v++) {
      if (state[v] == OPEN && (best < 0 || degree[v] > degree[best])) {
        best = v;
      }
    }
    return best;
  }

  /** The connected parts of the open vertices, smallest first. */
  int[][] parts() {
    int[] part = new int[open];
    int[][] parts = new int[4][];
    int count = 0;
    stamp++;
    for (int first = 0; first < state.length; first++) {
      if (state[first] != OPEN || mark[first] == stamp) {
        continue;
      }
      int head = 0;
      int tail = 0;
      mark[first] = stamp;
      part[tail++] = first;
      while (head < tail) {
        for (int w : neighbors[part[head++]]) {
          if (state[w] == OPEN && mark[w] != stamp) {
            mark[w] = stamp;
            part[tail++] = w;
          }
        }
      }
      if (count == parts.length) {
        parts = Arrays.copyOf(parts, 2 * count);
      }
      parts[count++] = Arrays.copyOf(part, tail);
    }
    int[][] found = Arrays.copyOf(parts, count);
    Arrays.sort(found, (a, b) -> Integer.compare(a.length, b.length));
    return found;
  }

  /** The graph on some open vertices; entry i of {@code part} becomes vertex i. */
  SparseGraph induced(int[] part) {
    int[] number = new int[state.length];
    for (int i = 0; i < part.length; i++) {
      number[part[i]] = i + 1;
    }
    int[][] lists = new int[part.length][];
    for (int i = 0; i < part.length; i++) {
      int[] list = new int[degree[part[i]]];
      int length = 0;
      for (int w : neighbors[part[i]]) {
        if (state[w] == OPEN && number[w] != 0) {
          list[length++] = number[w] - 1;
        }
      }
      lists[i] = length == list.length ? list : Arrays.copyOf(list, length);
    }
    return new SparseGraph(lists);
  }
}
