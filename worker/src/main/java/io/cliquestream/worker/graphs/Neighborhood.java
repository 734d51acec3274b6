package io.cliquestream.worker.graphs;

import io.cliquestream.kernels.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A few vertices of a graph, those beside them that have the most edges to them, and every edge
 * among all of these: what is drawn around a clique that was found.
 *
 * <p>Reads the rows of the vertices that are asked for, up to {@link #MOST_NEIGHBORS} entries, and
 * looks up each pair of what it shows: at most {@link #MOST_VERTICES} squared searches.
 *
 * @param vertices original ids: those asked for, then those beside them
 * @param edges by position in {@code vertices}, the smaller first
 * @param whole whether every neighbor of the vertices asked for is shown
 */
public record Neighborhood(List<Long> vertices, List<int[]> edges, boolean whole) {
  /** Vertices shown at most. */
  public static final int MOST_VERTICES = 200;

  static final long MOST_NEIGHBORS = 1 << 20;

  /** Keeps copies. */
  public Neighborhood {
    vertices = List.copyOf(vertices);
    edges = List.copyOf(edges);
  }

  /**
   * Around some vertices of a graph.
   *
   * @param asked original ids; those that the graph does not have are left out
   * @param most vertices shown, those asked for among them
   */
  public static Neighborhood of(Graph graph, List<Long> asked, int most) {
    Set<Integer> shown = new LinkedHashSet<>();
    for (long id : asked) {
      int vertex = graph.ids().dense(id);
      if (vertex >= 0 && shown.size() < most) {
        shown.add(vertex);
      }
    }
    Map<Integer, Integer> beside = new HashMap<>();
    long read = 0;
    boolean whole = true;
    for (int vertex : shown) {
      for (long i = graph.offset(vertex); i < graph.offset(vertex + 1); i++) {
        if (++read > MOST_NEIGHBORS) {
          whole = false;
          break;
        }
        int neighbor = graph.neighbor(i);
        if (!shown.contains(neighbor)) {
          beside.merge(neighbor, 1, Integer::sum);
        }
      }
    }
    List<Integer> all = new ArrayList<>(shown);
    beside.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(Math.max(0, most - shown.size()))
        .forEach(entry -> all.add(entry.getKey()));
    whole &= all.size() == shown.size() + beside.size();
    List<int[]> edges = new ArrayList<>();
    for (int first = 0; first < all.size(); first++) {
      for (int second = first + 1; second < all.size(); second++) {
        if (graph.hasEdge(all.get(first), all.get(second))) {
          edges.add(new int[] {first, second});
        }
      }
    }
    return new Neighborhood(all.stream().map(graph::originalId).toList(), edges, whole);
  }
}
