package io.cliquestream.worker.jobs;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A set of edges, counted in the slowest way that is obviously right. */
final class ReferenceGraph {
  private final Map<Long, Set<Long>> neighbors = new HashMap<>();

  void insert(long u, long v) {
    if (u != v) {
      neighbors.computeIfAbsent(u, _ -> new HashSet<>()).add(v);
      neighbors.computeIfAbsent(v, _ -> new HashSet<>()).add(u);
    }
  }

  void delete(long u, long v) {
    neighbors.getOrDefault(u, new HashSet<>()).remove(v);
    neighbors.getOrDefault(v, new HashSet<>()).remove(u);
  }

  boolean has(long u, long v) {
    return neighbors.getOrDefault(u, Set.of()).contains(v);
  }

  long edges() {
    return neighbors.values().stream().mapToLong(Set::size).sum() / 2;
  }

  long triangles() {
    long corners = 0;
    for (var entry : neighbors.entrySet()) {
      for (long v : entry.getValue()) {
        for (long w : entry.getValue()) {
          corners += v < w && has(v, w) ? 1 : 0;
        }
      }
    }
    return corners / 3;
  }
}
