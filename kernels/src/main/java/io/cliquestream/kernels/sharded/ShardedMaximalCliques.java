package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.StopMeter;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Maximal cliques of a wide graph: those of a shard that have a root and that no vertex before the
 * shard's roots extends. Such a vertex is a neighbour of the clique's vertex of smallest degree,
 * whose row in the wide graph is searched.
 */
final class ShardedMaximalCliques {
  private final MaximalCliques job;
  private final ShardedRun run;
  private final WideGraph graph;
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
          run.run(shard.prepared(), all, clique -> cliques.judge(shard, clique), work);
          run.control().partialCount(BigInteger.valueOf(cliques.found));
          return true;
        });
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    cliques.bySize.forEach((size, count) -> counts.put(size, BigInteger.valueOf(count)));
    return new Answer.Maximal(BigInteger.valueOf(cliques.found), counts);
  }

  private void judge(Shard shard, int[] clique) {
    meter.work(clique.length);
    if (!shard.hasRoot(clique)) {
      return;
    }
    long[] vertices = shard.wideVertices(clique);
    if (isExtendedBelow(shard.firstRoot(), vertices)) {
      return;
    }
    bySize.merge(vertices.length, 1L, Long::sum);
    found++;
    if (job.list() && listed < job.limit()) {
      listed++;
      run.sink().accept(vertices);
    }
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
