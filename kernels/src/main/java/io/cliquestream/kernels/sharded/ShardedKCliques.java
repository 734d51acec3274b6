package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.CountArray;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.StopMeter;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * K-cliques of a wide graph: one size, a range, every size, and by vertex. Vertices and edges are
 * counted as they are, larger cliques by shard.
 */
final class ShardedKCliques {
  private ShardedKCliques() {}

  static Answer run(KCliqueCount job, ShardedRun run) {
    WideGraph graph = run.graph();
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    CountArray byVertex = job.perVertex() ? new CountArray(graph.vertexCount()) : null;
    if (job.largest() > 2) {
      int minimumDegree = Math.max(3, job.smallest()) - 1;
      run.forEachDifference(
          1,
          minimumDegree,
          job,
          (part, answer, plus) -> {
            Answer.KCliques found = (Answer.KCliques) answer;
            found
                .counts()
                .tailMap(3)
                .forEach(
                    (size, count) ->
                        counts.merge(size, plus ? count : count.negate(), BigInteger::add));
            if (byVertex != null) {
              CountArray inPart = found.perVertex().orElseThrow();
              VertexCounts.add(byVertex, part, inPart, plus, run.meter());
            }
          });
    } else {
      run.plan("method", "sizes");
      if (byVertex != null) {
        sizes(job.smallest(), graph, byVertex, run.meter());
      }
    }
    if (job.smallest() == 1) {
      counts.put(1, BigInteger.valueOf(graph.vertexCount()));
    }
    if (job.smallest() <= 2 && job.largest() >= 2) {
      counts.put(2, BigInteger.valueOf(graph.edgeCount()));
    }
    if (job.largest() == KCliqueCount.ALL) {
      counts.values().removeIf(count -> count.signum() == 0);
    } else {
      for (int k = job.smallest(); k <= job.largest(); k++) {
        counts.putIfAbsent(k, BigInteger.ZERO);
      }
    }
    return new Answer.KCliques(counts, Optional.ofNullable(byVertex));
  }

  private static void sizes(int k, WideGraph graph, CountArray byVertex, StopMeter meter) {
    for (long v = 0; v < graph.vertexCount(); v++) {
      meter.work(2);
      byVertex.set(v, k == 1 ? 1 : graph.degree(v));
    }
  }
}
