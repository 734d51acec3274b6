package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.cover.CoverCount;
import io.cliquestream.kernels.cpu.cover.CoverPolicy;
import io.cliquestream.kernels.cpu.cover.CoverSearch;
import io.cliquestream.kernels.cpu.cover.SparseGraph;
import java.util.Arrays;

/**
 * Maximum cliques of dense graphs as vertex covers of their complements: a clique is an independent
 * set there, what it leaves out is a cover. Where the complement has few edges a vertex, reductions
 * leave little to search, and colour bounds, which know pairs of vertices only, are weak.
 */
public final class ComplementCover {
  private ComplementCover() {}

  /** Pairs of vertices that are not adjacent. */
  public static long missingEdges(BitGraph graph) {
    long arcs = 0;
    for (long word : graph.rows()) {
      arcs += Long.bitCount(word);
    }
    return ((long) graph.size() * (graph.size() - 1) - arcs) / 2;
  }

  /** Whether the cover is expected to be found sooner than a search with colours ends. */
  public static boolean suits(BitGraph graph, ResidualPolicy policy) {
    return graph.size() >= policy.coverVertices()
        && 2.0 * missingEdges(graph) <= policy.coverDegree() * graph.size()
        && isPossible(graph, policy);
  }

  /** Whether the complement is small enough at all. */
  public static boolean isPossible(BitGraph graph, ResidualPolicy policy) {
    return graph.size() > 0
        && graph.size() <= policy.coverMostVertices()
        && missingEdges(graph) <= policy.coverMissingEdges();
  }

  /**
   * Finds a maximum clique.
   *
   * @param needed smallest clique of use
   * @param mostNodes after which to give up
   * @return vertices of the graph by their local numbers; none where there is no such clique
   */
  static CoverSearch.Outcome search(BitGraph graph, int needed, long mostNodes, StopCheck stop) {
    return CoverSearch.largest(
        complement(graph), Math.max(1, needed), CoverPolicy.DEFAULT, mostNodes, stop);
  }

  /**
   * Counts the maximum cliques.
   *
   * @param size the clique number
   * @param limit most cliques listed
   * @param mostNodes after which to give up
   * @return by the graph's local numbers
   */
  public static CoverCount.Outcome count(
      BitGraph graph, int size, long limit, long mostNodes, StopCheck stop) {
    return CoverCount.of(complement(graph), size, limit, mostNodes, stop);
  }

  private static SparseGraph complement(BitGraph graph) {
    int n = graph.size();
    int words = graph.words();
    int[][] lists = new int[n][];
    int[] list = new int[n];
    for (int v = 0; v < n; v++) {
      int length = 0;
      for (int w = 0; w < words; w++) {
        long missing = ~graph.rows()[v * words + w];
        if (w == words - 1 && (n & 63) != 0) {
          missing &= (1L << n) - 1;
        }
        for (; missing != 0; missing &= missing - 1) {
          int u = (w << 6) + Long.numberOfTrailingZeros(missing);
          list[length] = u;
          length += u == v ? 0 : 1;
        }
      }
      lists[v] = Arrays.copyOf(list, length);
    }
    return new SparseGraph(lists);
  }
}
