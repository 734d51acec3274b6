package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Patterns and motifs by trying every assignment of vertices, without any symmetry breaking. */
public final class ReferencePatterns {
  private static final Map<Pattern, Long> AUTOMORPHISMS = new ConcurrentHashMap<>();
  private static final Map<Integer, Map<Integer, Integer>> CODES = new ConcurrentHashMap<>();

  private final SmallGraph graph;
  private final int[] labels;

  public ReferencePatterns(SmallGraph graph) {
    this(graph, new int[graph.vertexCount()]);
  }

  /** With a label of every vertex. */
  public ReferencePatterns(SmallGraph graph, int[] labels) {
    this.graph = graph;
    this.labels = labels.clone();
  }

  /** Number of subgraphs of one pattern that are isomorphic to another one. */
  public static long copies(Pattern pattern, Pattern host) {
    return new ReferencePatterns(SmallGraph.of(host)).matches(pattern, Induced.EDGE);
  }

  /** Number of subgraphs that match. */
  public long matches(Pattern pattern, Induced induced) {
    long embeddings = embeddings(pattern, induced, new int[pattern.vertexCount()], 0);
    return embeddings / automorphisms(pattern);
  }

  /** Whether the vertices, in the pattern's order, are a match. */
  public boolean isMatch(Pattern pattern, Induced induced, int[] vertices) {
    if (vertices.length != pattern.vertexCount()) {
      return false;
    }
    for (int level = 0; level < vertices.length; level++) {
      if (!fits(pattern, induced, vertices, level)) {
        return false;
      }
    }
    return true;
  }

  private long embeddings(Pattern pattern, Induced induced, int[] assigned, int level) {
    if (level == pattern.vertexCount()) {
      return 1;
    }
    long sum = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      assigned[level] = v;
      if (fits(pattern, induced, assigned, level)) {
        sum += embeddings(pattern, induced, assigned, level + 1);
      }
    }
    return sum;
  }

  private boolean fits(Pattern pattern, Induced induced, int[] assigned, int level) {
    int label = pattern.label(level);
    if (label != Pattern.ANY_LABEL && label != labels[assigned[level]]) {
      return false;
    }
    for (int earlier = 0; earlier < level; earlier++) {
      boolean edge = graph.hasEdge(assigned[earlier], assigned[level]);
      boolean wanted = pattern.hasEdge(earlier, level);
      if (assigned[earlier] == assigned[level]
          || (wanted && !edge)
          || (!wanted && edge && induced == Induced.VERTEX)) {
        return false;
      }
    }
    return true;
  }

  /** Embeddings of a pattern into itself. */
  public static long automorphisms(Pattern pattern) {
    return AUTOMORPHISMS.computeIfAbsent(
        pattern, key -> countAutomorphisms(key, new int[key.vertexCount()], 0));
  }

  private static long countAutomorphisms(Pattern pattern, int[] assigned, int level) {
    if (level == pattern.vertexCount()) {
      return 1;
    }
    long sum = 0;
    for (int v = 0; v < pattern.vertexCount(); v++) {
      boolean fits = pattern.label(level) == pattern.label(v);
      for (int earlier = 0; earlier < level; earlier++) {
        fits &=
            assigned[earlier] != v
                && pattern.hasEdge(earlier, level) == pattern.hasEdge(assigned[earlier], v);
      }
      if (fits) {
        assigned[level] = v;
        sum += countAutomorphisms(pattern, assigned, level + 1);
      }
    }
    return sum;
  }

  /**
   * Connected vertex-induced subgraphs of one size by {@link #code}; classes that do not occur are
   * left out.
   */
  public Map<Integer, Long> motifs(int size) {
    Map<Integer, Long> counts = new TreeMap<>();
    collect(size, new int[size], 0, 0, counts);
    return counts;
  }

  private void collect(int size, int[] chosen, int count, int next, Map<Integer, Long> counts) {
    if (count == size) {
      int bits = 0;
      for (int i = 0, bit = 0; i < size; i++) {
        for (int j = i + 1; j < size; j++, bit++) {
          bits |= graph.hasEdge(chosen[i], chosen[j]) ? 1 << bit : 0;
        }
      }
      if (connected(size, bits)) {
        counts.merge(code(size, bits), 1L, Long::sum);
      }
      return;
    }
    for (int v = next; v < graph.vertexCount(); v++) {
      chosen[count] = v;
      collect(size, chosen, count + 1, v + 1, counts);
    }
  }

  /** The class of a pattern among the patterns of its size: equal exactly for isomorphic ones. */
  public static int code(Pattern pattern) {
    int size = pattern.vertexCount();
    int bits = 0;
    for (int i = 0, bit = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++, bit++) {
        bits |= pattern.hasEdge(i, j) ? 1 << bit : 0;
      }
    }
    return code(size, bits);
  }

  /** Least upper-triangle bit map over all orders of the vertices. */
  private static int code(int size, int bits) {
    return CODES
        .computeIfAbsent(size, key -> new ConcurrentHashMap<>())
        .computeIfAbsent(bits, key -> leastBits(size, bits, new int[size], 0, 0));
  }

  private static int leastBits(int size, int bits, int[] order, int used, int level) {
    if (level == size) {
      int relabelled = 0;
      for (int i = 0, bit = 0; i < size; i++) {
        for (int j = i + 1; j < size; j++, bit++) {
          relabelled |= edge(size, bits, order[i], order[j]) ? 1 << bit : 0;
        }
      }
      return relabelled;
    }
    int least = Integer.MAX_VALUE;
    for (int v = 0; v < size; v++) {
      if ((used >> v & 1) == 0) {
        order[level] = v;
        least = Math.min(least, leastBits(size, bits, order, used | 1 << v, level + 1));
      }
    }
    return least;
  }

  private static boolean connected(int size, int bits) {
    int reached = 1;
    for (int round = 0; round < size; round++) {
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          if (i != j && (reached >> i & 1) != 0 && edge(size, bits, i, j)) {
            reached |= 1 << j;
          }
        }
      }
    }
    return reached == (1 << size) - 1;
  }

  private static boolean edge(int size, int bits, int first, int second) {
    int low = Math.min(first, second);
    int high = Math.max(first, second);
    int bit = low * size - low * (low + 1) / 2 + high - low - 1;
    return (bits >> bit & 1) != 0;
  }
}
