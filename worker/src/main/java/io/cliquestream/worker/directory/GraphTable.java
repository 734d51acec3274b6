package io.cliquestream.worker.directory;

import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.Page;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
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
    return Page.of(
        graphs.values().stream().filter(filter),
        graph -> graph.id().compareTo(after) > 0,
        limit,
        Function.identity(),
        ListedGraph::id);
  }
}
