package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A graph as sets of sets, built the obvious way. */
final class ReferenceGraph {
  private static final Comparator<Long> UNSIGNED = Long::compareUnsigned;

  final NavigableMap<Long, NavigableSet<Long>> rows = new TreeMap<>(UNSIGNED);
  long loops;

  static ReferenceGraph of(long[] ids) {
    ReferenceGraph graph = new ReferenceGraph();
    for (int i = 0; i < ids.length; i += 2) {
      if (ids[i] == ids[i + 1]) {
        graph.loops++;
      } else {
        graph.add(ids[i], ids[i + 1]);
      }
    }
    return graph;
  }

  boolean add(long from, long to) {
    rows.computeIfAbsent(to, id -> new TreeSet<>(UNSIGNED)).add(from);
    return rows.computeIfAbsent(from, id -> new TreeSet<>(UNSIGNED)).add(to);
  }

  boolean has(long from, long to) {
    return rows.containsKey(from) && rows.get(from).contains(to);
  }

  boolean remove(long from, long to) {
    if (!has(from, to)) {
      return false;
    }
    removeArc(from, to);
    removeArc(to, from);
    return true;
  }

  private void removeArc(long from, long to) {
    rows.get(from).remove(to);
    if (rows.get(from).isEmpty()) {
      rows.remove(from);
    }
  }

  long edges() {
    return rows.values().stream().mapToLong(NavigableSet::size).sum() / 2;
  }

  /** Asserts that a graph is this one, row by row, in ids of the input. */
  void assertSame(Graph graph, String what) {
    assertThat(graph.vertexCount()).as(what).isEqualTo(rows.size());
    assertThat(graph.edgeCount()).as(what).isEqualTo(edges());
    int v = 0;
    for (var row : rows.entrySet()) {
      assertThat(graph.ids().original(v)).as(what).isEqualTo(row.getKey());
      assertThat(graph.ids().dense(row.getKey())).as(what).isEqualTo(v);
      int[] neighbors = new int[graph.degree(v)];
      graph.copyNeighbors(v, neighbors);
      long[] originals = new long[neighbors.length];
      for (int i = 0; i < neighbors.length; i++) {
        originals[i] = graph.ids().original(neighbors[i]);
      }
      assertThat(originals)
          .as(what)
          .containsExactly(row.getValue().stream().mapToLong(Long::longValue).toArray());
      v++;
    }
  }
}
