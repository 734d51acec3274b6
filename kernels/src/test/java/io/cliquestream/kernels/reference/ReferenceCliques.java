package io.cliquestream.kernels.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Everything about cliques, read off the list of all of them. */
public final class ReferenceCliques {
  private final SmallGraph graph;
  private final List<Integer> cliques = new ArrayList<>();

  public ReferenceCliques(SmallGraph graph) {
    this.graph = graph;
    extend(0, 0);
  }

  /** Adds every clique that holds {@code clique} and further vertices from {@code next} on. */
  private void extend(int clique, int next) {
    for (int v = next; v < graph.vertexCount(); v++) {
      if ((clique & ~graph.row(v)) == 0) {
        cliques.add(clique | 1 << v);
        extend(clique | 1 << v, v + 1);
      }
    }
  }

  /** All cliques of one size as bit sets. */
  public List<Integer> ofSize(int size) {
    return cliques.stream().filter(clique -> Integer.bitCount(clique) == size).toList();
  }

  public long count(int size) {
    return ofSize(size).size();
  }

  public long countThrough(int vertex, int size) {
    return ofSize(size).stream().filter(clique -> (clique >> vertex & 1) != 0).count();
  }

  public long countThrough(int first, int second, int size) {
    int edge = 1 << first | 1 << second;
    return ofSize(size).stream().filter(clique -> (clique & edge) == edge).count();
  }

  /** Size of the largest clique; 0 for the empty graph. */
  public int cliqueNumber() {
    return cliques.stream().mapToInt(Integer::bitCount).max().orElse(0);
  }

  /** Maximum cliques, vertices ascending, in lexicographic order. */
  public List<int[]> maximumCliques() {
    return ofSize(cliqueNumber()).stream()
        .map(SmallGraph::members)
        .sorted(Arrays::compare)
        .toList();
  }

  /** Maximal cliques as bit sets. */
  public List<Integer> maximal() {
    return cliques.stream().filter(this::isMaximal).toList();
  }

  /** Whether no vertex extends the clique. */
  public boolean isMaximal(int clique) {
    for (int v = 0; v < graph.vertexCount(); v++) {
      if ((clique >> v & 1) == 0 && (clique & ~graph.row(v)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Number of maximal cliques of each size that occurs. */
  public SortedMap<Integer, Long> maximalBySize() {
    SortedMap<Integer, Long> sizes = new TreeMap<>();
    maximal().forEach(clique -> sizes.merge(Integer.bitCount(clique), 1L, Long::sum));
    return sizes;
  }
}
