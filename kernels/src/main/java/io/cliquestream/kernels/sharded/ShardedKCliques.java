package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.CliquesBySize;
import io.cliquestream.kernels.assembly.LocalCliqueAnswer;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.KCliqueCount;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * K-cliques of a graph: one size, a range, every size, by vertex, and by edge. Vertices and edges
 * are counted as they are, larger cliques by shard.
 */
final class ShardedKCliques {
  private ShardedKCliques() {}

  static Answer run(KCliqueCount job, ShardedRun run) {
    RootedGraph graph = run.graph();
    if (job.largest() <= 2) {
      run.plan("method", "sizes");
    }
    if (job.local()) {
      return job.largest() <= 2
          ? LocalCliqueAnswer.withoutSearch(job, graph.graph(), run.meter())
          : local(job, run);
    }
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    if (job.largest() > 2) {
      forEachDifference(
          job,
          run,
          (part, found, plus) ->
              found
                  .counts()
                  .tailMap(3)
                  .forEach(
                      (size, count) ->
                          counts.merge(size, plus ? count : count.negate(), BigInteger::add)));
    }
    return CliquesBySize.answer(job, graph.graph(), counts);
  }

  private static Answer local(KCliqueCount job, ShardedRun run) {
    RootedGraph graph = run.graph();
    CountArray byVertex = job.perVertex() ? new CountArray(graph.vertexCount()) : null;
    EdgeSums byEdge = job.perEdge() ? new EdgeSums(graph, run.parallelism()) : null;
    forEachDifference(
        job,
        run,
        (part, found, plus) -> {
          if (byVertex != null) {
            CountArray inPart = found.perVertex().orElseThrow();
            VertexCounts.add(byVertex, part, inPart, plus, run.meter());
          }
          if (byEdge != null) {
            byEdge.add(part, found.perEdge().orElseThrow(), plus, run.meter());
          }
        });
    return LocalCliqueAnswer.of(
        job, byVertex, byEdge == null ? null : byEdge.counts(), run.parallelism());
  }

  /** Takes the cliques of a shard, or of the part of it that is counted elsewhere. */
  @FunctionalInterface
  private interface SignedCliques {
    void take(Graph part, Answer.KCliques found, boolean plus);
  }

  private static void forEachDifference(KCliqueCount job, ShardedRun run, SignedCliques cliques) {
    int minimumDegree = Math.max(3, job.smallest()) - 1;
    run.forEachDifference(
        1,
        minimumDegree,
        job,
        (part, answer, plus) -> cliques.take(part, (Answer.KCliques) answer, plus));
  }
}
