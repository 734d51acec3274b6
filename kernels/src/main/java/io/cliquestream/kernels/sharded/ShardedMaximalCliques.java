package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.MaximalCliques;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Maximal cliques of a graph: those of a shard that have a root and that no vertex before the
 * shard's roots extends. Such a vertex is a neighbour of every vertex of the clique: where one of
 * them has no neighbour before the roots there is none, else the row of the one of smallest degree
 * is searched in the whole graph.
 */
final class ShardedMaximalCliques {
  private final MaximalCliques job;
  private final ShardedRun run;
  private final RootedGraph graph;
  private final StopMeter meter;
  private final SortedMap<Integer, Long> bySize = new TreeMap<>();
  private long listed;
  private long found;

  private ShardedMaximalCliques(MaximalCliques job, ShardedRun run) {
    this.job = job;
    this.run = run;
    this.graph = run.graph();
    this.meter = run.meter();
  }

  static Answer run(MaximalCliques job, ShardedRun run) {
    ShardedMaximalCliques cliques = new ShardedMaximalCliques(job, run);
    // Each clique must be seen to be judged.
    MaximalCliques all = new MaximalCliques(job.minimumSize(), true, Long.MAX_VALUE);
    run.forEachShard(
        1,
        () -> Math.max(1, job.minimumSize() - 1),
        (shard, work) -> {
          try (VertexSubset extendable = cliques.extendable(shard)) {
            run.run(
                shard.prepared(), all, clique -> cliques.judge(shard, extendable, clique), work);
          }
          run.control().partialCount(BigInteger.valueOf(cliques.found));
          return true;
        });
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    cliques.bySize.forEach((size, count) -> counts.put(size, BigInteger.valueOf(count)));
    return new Answer.Maximal(BigInteger.valueOf(cliques.found), counts);
  }

  /** The vertices of a shard with a neighbour before its roots. */
  private VertexSubset extendable(Shard shard) {
    Graph part = shard.graph();
    long firstRoot = shard.firstRoot();
    VertexSubset extendable = new VertexSubset(part.vertexCount());
    try {
      run.parallelism()
          .forRanges(
              part.vertexCount(),
              1 << 10,
              (from, to) -> {
                StopMeter rows = run.meter();
                for (long v = from; v < to; v++) {
                  if (hasNeighborBefore(part.originalId(v), firstRoot, rows)) {
                    var _ = extendable.add(v);
                  }
                }
              });
      return extendable;
    } catch (Throwable failure) {
      extendable.close();
      throw failure;
    }
  }

  private boolean hasNeighborBefore(long vertex, long firstRoot, StopMeter rows) {
    long end = graph.rowOffset(vertex + 1);
    for (long i = graph.rowOffset(vertex); i < end; i++) {
      rows.work(2);
      if (graph.precedes(graph.neighborAt(i), firstRoot)) {
        return true;
      }
    }
    return false;
  }

  private void judge(Shard shard, VertexSubset extendable, int[] clique) {
    meter.work(clique.length);
    if (!shard.hasRoot(clique)) {
      return;
    }
    long[] vertices = shard.wholeVertices(clique);
    if (areAll(extendable, clique) && isExtendedBelow(shard.firstRoot(), vertices)) {
      return;
    }
    bySize.merge(vertices.length, 1L, Long::sum);
    found++;
    if (job.list() && listed < job.limit()) {
      listed++;
      run.sink().accept(vertices);
    }
  }

  private static boolean areAll(VertexSubset subset, int[] clique) {
    for (int vertex : clique) {
      if (!subset.contains(vertex)) {
        return false;
      }
    }
    return true;
  }

  private boolean isExtendedBelow(long firstRoot, long[] clique) {
    long least = clique[0];
    for (long vertex : clique) {
      least = graph.degree(vertex) < graph.degree(least) ? vertex : least;
    }
    long end = graph.rowOffset(least + 1);
    for (long i = graph.rowOffset(least); i < end; i++) {
      meter.work(4);
      long candidate = graph.neighborAt(i);
      if (graph.precedes(candidate, firstRoot) && isAdjacentToAll(candidate, least, clique)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAdjacentToAll(long candidate, long known, long[] clique) {
    for (long vertex : clique) {
      meter.work(16);
      if (vertex != known && !graph.hasEdge(candidate, vertex)) {
        return false;
      }
    }
    return true;
  }
}
