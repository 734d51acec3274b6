package io.cliquestream.worker.directory;

import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Graphs by id, as their holders tell. The directory's lock guards it. */
final class GraphTable {
  private final int most;
  private final TreeMap<String, ListedGraph> graphs = new TreeMap<>();
  private boolean full;

  GraphTable(int most) {
    this.most = most;
  }

  /** Takes in what a holder told; one too many is left out, and {@link #isFull} says so. */
  void put(ListedGraph graph) {
    if (graphs.size() < most || graphs.containsKey(graph.id())) {
      graphs.put(graph.id(), graph);
    } else {
      full = true;
    }
  }

  void remove(String id) {
    graphs.remove(id);
    full &= graphs.size() >= most;
  }

  /** Whether graphs are missing for want of room. */
  boolean isFull() {
    return full;
  }

  Optional<ListedGraph> get(String id) {
    return Optional.ofNullable(graphs.get(id));
  }

  Collection<ListedGraph> all() {
    return graphs.values();
  }

  Page<ListedGraph> page(Predicate<ListedGraph> filter, String after, int limit) {
    var items = new ArrayList<ListedGraph>();
    boolean more = false;
    int total = 0;
    for (ListedGraph graph : graphs.values()) {
      if (filter.test(graph)) {
        total++;
        if (graph.id().compareTo(after) > 0) {
          if (items.size() < limit) {
            items.add(graph);
          } else {
            more = true;
          }
        }
      }
    }
    return new Page<>(items, total, more ? Optional.of(items.getLast().id()) : Optional.empty());
  }
}
