package io.cliquestream.worker.graphs;

import io.cliquestream.kernels.change.rows.RowView;
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

  static final int MOST_NEIGHBORS = 1 << 20;

  /** Keeps copies. */
  public Neighborhood {
    vertices = List.copyOf(vertices);
    edges = List.copyOf(edges);
  }

  /** What is read of a graph. */
  private interface Rows {
    /** The vertex of an id, or negative when there is none. */
    int vertex(long id);

    long id(int vertex);

    long degree(int vertex);

    /** At most so many, ascending. */
    int[] neighbors(int vertex, int most);

    boolean hasEdge(int first, int second);
  }

  /** Of a graph: vertices are dense. */
  private record GraphRows(Graph graph) implements Rows {
    @Override
    public int vertex(long id) {
      return graph.ids().dense(id);
    }

    @Override
    public long id(int vertex) {
      return graph.originalId(vertex);
    }

    @Override
    public long degree(int vertex) {
      return graph.offset(vertex + 1) - graph.offset(vertex);
    }

    @Override
    public int[] neighbors(int vertex, int most) {
      int[] row = new int[(int) Math.min(most, degree(vertex))];
      for (int i = 0; i < row.length; i++) {
        row[i] = graph.neighbor(graph.offset(vertex) + i);
      }
      return row;
    }

    @Override
    public boolean hasEdge(int first, int second) {
      return graph.hasEdge(first, second);
    }
  }

  /** Of a version that shares its rows: vertices are slots. */
  private record SharedRows(RowView rows) implements Rows {
    @Override
    public int vertex(long id) {
      return rows.slot(id);
    }

    @Override
    public long id(int vertex) {
      return rows.id(vertex);
    }

    @Override
    public long degree(int vertex) {
      return rows.degree(vertex);
    }

    @Override
    public int[] neighbors(int vertex, int most) {
      return rows.neighbors(vertex, most);
    }

    @Override
    public boolean hasEdge(int first, int second) {
      return rows.hasEdge(first, second);
    }
  }

  /**
   * Around some vertices of a graph.
   *
   * @param asked original ids; those that the graph does not have are left out
   * @param most vertices shown, those asked for among them
   */
  public static Neighborhood of(Graph graph, List<Long> asked, int most) {
    return of(new GraphRows(graph), asked, most);
  }

  /** The same of a version that shares its rows; no whole graph is made of it. */
  public static Neighborhood of(RowView rows, List<Long> asked, int most) {
    return of(new SharedRows(rows), asked, most);
  }

  private static Neighborhood of(Rows graph, List<Long> asked, int most) {
    Set<Integer> shown = new LinkedHashSet<>();
    for (long id : asked) {
      int vertex = graph.vertex(id);
      if (vertex >= 0 && shown.size() < most) {
        shown.add(vertex);
      }
    }
    Map<Integer, Integer> beside = new HashMap<>();
    int left = MOST_NEIGHBORS;
    boolean whole = true;
    for (int vertex : shown) {
      int[] row = graph.neighbors(vertex, left);
      left -= row.length;
      whole &= row.length == graph.degree(vertex);
      for (int neighbor : row) {
        if (!shown.contains(neighbor)) {
          beside.merge(neighbor, 1, Integer::sum);
        }
      }
    }
    List<Integer> all = new ArrayList<>(shown);
    // Slots do not ascend by id; two workers that hold the version either way answer alike.
    beside.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(
                    (one, other) ->
                        Long.compareUnsigned(graph.id(one.getKey()), graph.id(other.getKey()))))
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
    return new Neighborhood(all.stream().map(graph::id).toList(), edges, whole);
  }
}
