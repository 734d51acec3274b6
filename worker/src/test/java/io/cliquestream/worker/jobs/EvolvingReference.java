package io.cliquestream.worker.jobs;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.EdgeEncoding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongToIntFunction;
import java.util.stream.Collectors;

/**
 * A small graph that a test changes, with all its versions, and what is in each by trying
 * everything.
 */
final class EvolvingReference {
  /** An edge, the smaller id first. */
  record Edge(long from, long to) implements Comparable<Edge> {
    static Edge of(long one, long other) {
      return new Edge(Math.min(one, other), Math.max(one, other));
    }

    @Override
    public int compareTo(Edge other) {
      int order = Long.compare(from, other.from);
      return order != 0 ? order : Long.compare(to, other.to);
    }
  }

  /** Ids far from dense, some of them beyond 32 bits. */
  private static final long STRIDE = 1_000_000_007L;

  final TreeMap<Long, Set<Edge>> versions = new TreeMap<>();
  private final String graphId;
  private final int vertices;
  private final Random random;

  EvolvingReference(String graphId, int vertices, long seed) {
    this.graphId = graphId;
    this.vertices = vertices;
    this.random = new Random(seed);
  }

  long id(int vertex) {
    return 5 + vertex * STRIDE;
  }

  private Edge randomEdge() {
    int one = random.nextInt(vertices);
    int other = random.nextInt(vertices - 1);
    return Edge.of(id(one), id(other < one ? other : other + 1));
  }

  /** Publishes version 1. */
  void snapshot(CliquestreamClient client, long version, int edges) {
    var chosen = new TreeSet<Edge>();
    for (int i = 0; i < edges; i++) {
      chosen.add(randomEdge());
    }
    versions.put(version, chosen);
    client.publishSnapshot(
        new SnapshotPlan(
            graphId, version, 8, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, Bounds.DEFAULT_CHUNK_BYTES),
        PayloadCompressor.NONE,
        source(chosen));
  }

  /** Publishes the next version: some edges deleted and inserted, some of them for nothing. */
  long change(CliquestreamClient client, int changes) {
    long base = versions.lastKey();
    var next = new TreeSet<>(versions.get(base));
    var deleted = new ArrayList<Edge>();
    var inserted = new ArrayList<Edge>();
    for (int i = 0; i < changes; i++) {
      boolean deletes = random.nextBoolean() && !next.isEmpty();
      if (deletes) {
        List<Edge> there = List.copyOf(versions.get(base));
        deleted.add(there.isEmpty() ? randomEdge() : there.get(random.nextInt(there.size())));
      } else {
        inserted.add(randomEdge());
      }
    }
    deleted.forEach(next::remove);
    next.addAll(inserted);
    versions.put(base + 1, next);
    client.publishDelta(
        new DeltaPlan(graphId, base, base + 1, 8, 1_000), source(inserted), source(deleted));
    return base + 1;
  }

  private static EdgeSource source(Collection<Edge> edges) {
    return EdgeSource.of(
        edges.stream()
            .flatMap(e -> List.of(e.from(), e.to()).stream())
            .mapToLong(x -> x)
            .toArray());
  }

  long triangles(long version) {
    return matches(version, Pattern.complete(3), Induced.EDGE).size();
  }

  /** The core number of each vertex, by taking away what has too few neighbours. */
  Map<Long, Integer> coreNumbers(long version) {
    var cores = new TreeMap<Long, Integer>();
    Set<Edge> left = versions.get(version);
    for (int core = 1; !left.isEmpty(); core++) {
      for (Edge edge : left) {
        cores.put(edge.from(), core);
        cores.put(edge.to(), core);
      }
      int most = core;
      int before = Integer.MAX_VALUE;
      while (left.size() < before) {
        before = left.size();
        Set<Edge> all = left;
        left =
            all.stream()
                .filter(edge -> degree(all, edge.from()) > most && degree(all, edge.to()) > most)
                .collect(Collectors.toSet());
      }
    }
    return cores;
  }

  private static long degree(Set<Edge> graph, long id) {
    return graph.stream().filter(edge -> edge.from() == id || edge.to() == id).count();
  }

  /** The edges of every subgraph that matches. */
  Set<Set<Edge>> matches(long version, Pattern pattern, Induced induced) {
    Set<Set<Edge>> found = new HashSet<>();
    extend(versions.get(version), pattern, induced, new ArrayList<>(), found);
    return found;
  }

  private void extend(
      Set<Edge> graph, Pattern pattern, Induced induced, List<Long> bound, Set<Set<Edge>> found) {
    int next = bound.size();
    if (next == pattern.vertexCount()) {
      found.add(edges(pattern, bound));
      return;
    }
    for (int vertex = 0; vertex < vertices; vertex++) {
      long id = id(vertex);
      boolean fits = !bound.contains(id);
      for (int i = 0; i < next && fits; i++) {
        boolean there = graph.contains(Edge.of(bound.get(i), id));
        fits = pattern.hasEdge(i, next) ? there : induced == Induced.EDGE || !there;
      }
      if (fits) {
        bound.add(id);
        extend(graph, pattern, induced, bound, found);
        bound.remove(next);
      }
    }
  }

  /** The edges of a match by the vertices in the pattern's order. */
  static Set<Edge> edges(Pattern pattern, List<Long> vertices) {
    var edges = new TreeSet<Edge>();
    for (int i = 0; i < pattern.vertexCount(); i++) {
      for (int j = 0; j < i; j++) {
        if (pattern.hasEdge(i, j)) {
          edges.add(Edge.of(vertices.get(i), vertices.get(j)));
        }
      }
    }
    return edges;
  }

  /**
   * Every way to lay a pattern with labels on a version, as all ways that a symmetry of the
   * labelled pattern makes of it.
   */
  Set<Set<List<Long>>> labelled(
      long version, Pattern pattern, Induced induced, LongToIntFunction labels) {
    Set<Set<List<Long>>> found = new HashSet<>();
    for (List<Long> way : ways(versions.get(version), pattern, induced, List.of())) {
      boolean fits = true;
      for (int i = 0; i < way.size(); i++) {
        fits &=
            pattern.label(i) == Pattern.ANY_LABEL
                || pattern.label(i) == labels.applyAsInt(way.get(i));
      }
      if (fits) {
        found.add(symmetric(pattern, way));
      }
    }
    return found;
  }

  private List<List<Long>> ways(
      Set<Edge> graph, Pattern pattern, Induced induced, List<Long> bound) {
    int next = bound.size();
    if (next == pattern.vertexCount()) {
      return List.of(bound);
    }
    var all = new ArrayList<List<Long>>();
    for (int vertex = 0; vertex < vertices; vertex++) {
      long id = id(vertex);
      boolean fits = !bound.contains(id);
      for (int i = 0; i < next && fits; i++) {
        boolean there = graph.contains(Edge.of(bound.get(i), id));
        fits = pattern.hasEdge(i, next) ? there : induced == Induced.EDGE || !there;
      }
      if (fits) {
        var longer = new ArrayList<>(bound);
        longer.add(id);
        all.addAll(ways(graph, pattern, induced, longer));
      }
    }
    return all;
  }

  /** A way, by vertex of the pattern, and those that its symmetries make of it. */
  static Set<List<Long>> symmetric(Pattern pattern, List<Long> way) {
    var all = new HashSet<List<Long>>();
    permute(pattern, way, new ArrayList<>(), all);
    return all;
  }

  private static void permute(
      Pattern pattern, List<Long> way, List<Integer> order, Set<List<Long>> all) {
    int next = order.size();
    if (next == way.size()) {
      all.add(order.stream().map(way::get).toList());
      return;
    }
    for (int vertex = 0; vertex < way.size(); vertex++) {
      boolean fits = !order.contains(vertex) && pattern.label(vertex) == pattern.label(next);
      for (int i = 0; i < next && fits; i++) {
        fits = pattern.hasEdge(order.get(i), vertex) == pattern.hasEdge(i, next);
      }
      if (fits) {
        order.add(vertex);
        permute(pattern, way, order, all);
        order.removeLast();
      }
    }
  }

  /** The vertices of every maximal clique of a size or more. */
  Set<Set<Long>> maximalCliques(long version, int minimumSize) {
    Set<Edge> graph = versions.get(version);
    Set<Set<Long>> cliques = new HashSet<>();
    for (int set = 1; set < 1 << vertices; set++) {
      if (isClique(graph, set) && Integer.bitCount(set) >= minimumSize) {
        boolean maximal = true;
        for (int vertex = 0; vertex < vertices && maximal; vertex++) {
          maximal = (set >> vertex & 1) != 0 || !isClique(graph, set | 1 << vertex);
        }
        // A vertex without an edge is none.
        if (maximal && Integer.bitCount(set) > 1) {
          var ids = new TreeSet<Long>();
          for (int vertex = 0; vertex < vertices; vertex++) {
            if ((set >> vertex & 1) != 0) {
              ids.add(id(vertex));
            }
          }
          cliques.add(ids);
        }
      }
    }
    return cliques;
  }

  private boolean isClique(Set<Edge> graph, int set) {
    for (int one = 0; one < vertices; one++) {
      for (int other = 0; other < one; other++) {
        if ((set >> one & set >> other & 1) != 0 && !graph.contains(Edge.of(id(one), id(other)))) {
          return false;
        }
      }
    }
    return true;
  }
}
