package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An orbit of a graph's vertices, by their names, and automorphisms of the graph that map any of
 * its vertices to any other one.
 *
 * @param members the orbit's vertices, ascending
 * @param names the graph's vertices, ascending
 * @param images for each automorphism the vertices that those go to
 */
public record SymmetricOrbit(int[] members, int[] names, List<int[]> images) {

  /**
   * An orbit with as few automorphisms as make it one.
   *
   * @param orbit the graph's numbers of its vertices
   * @param maps automorphisms, by the graph's numbers
   */
  static SymmetricOrbit of(BitGraph graph, int[] orbit, List<int[]> maps) {
    Integer[] order = new Integer[graph.size()];
    Arrays.setAll(order, v -> v);
    Arrays.sort(order, (a, b) -> Integer.compare(graph.vertices()[a], graph.vertices()[b]));
    int[] names = Arrays.stream(order).mapToInt(v -> graph.vertices()[v]).toArray();
    int[] members = Arrays.stream(orbit).map(v -> graph.vertices()[v]).sorted().toArray();
    int[] set = new int[graph.size()];
    Arrays.setAll(set, v -> v);
    List<int[]> images = new ArrayList<>();
    for (int[] map : maps) {
      boolean joins = false;
      for (int v : orbit) {
        int from = set[v];
        int to = set[map[v]];
        if (from != to) {
          joins = true;
          for (int u : orbit) {
            set[u] = set[u] == from ? to : set[u];
          }
        }
      }
      if (joins) {
        images.add(Arrays.stream(order).mapToInt(v -> graph.vertices()[map[v]]).toArray());
      }
    }
    return new SymmetricOrbit(members, names, images);
  }

  /** Vertices of the orbit. */
  int size() {
    return members.length;
  }

  boolean has(int name) {
    return Arrays.binarySearch(members, name) >= 0;
  }

  /** How many of the first {@code length} vertices are in the orbit. */
  int common(int[] vertices, int length) {
    int count = 0;
    for (int i = 0; i < length; i++) {
      count += has(vertices[i]) ? 1 : 0;
    }
    return count;
  }

  /**
   * The sets that some sets of the graph's vertices are mapped to, by any number of the
   * automorphisms one after the other, and themselves.
   *
   * @param most sets after which to give up
   * @return each ascending; more than {@code most} where it gave up
   */
  Set<VertexSet> closure(Collection<VertexSet> sets, int most, StopCheck stop) {
    Set<VertexSet> closed = new HashSet<>(sets);
    ArrayDeque<VertexSet> open = new ArrayDeque<>(closed);
    while (!open.isEmpty() && closed.size() <= most) {
      stop.checkStopped();
      VertexSet next = open.poll();
      for (int[] image : images) {
        int[] mapped =
            Arrays.stream(next.vertices())
                .map(v -> image[Arrays.binarySearch(names, v)])
                .sorted()
                .toArray();
        VertexSet other = new VertexSet(mapped);
        if (closed.add(other)) {
          open.add(other);
        }
      }
    }
    return closed;
  }

  /**
   * A set of vertices that is compared by value.
   *
   * @param vertices ascending
   */
  public record VertexSet(int[] vertices) {
    @Override
    public boolean equals(Object other) {
      return other instanceof VertexSet set && Arrays.equals(vertices, set.vertices);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(vertices);
    }
  }
}
