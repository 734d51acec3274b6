package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.ClusteringCoefficients;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.Optional;

/** Triangles of a graph: in total, by vertex, by edge, and as clustering coefficients. */
final class ShardedTriangles {
  private final ShardedRun run;
  private final CountArray byVertex;
  private final EdgeSums byEdge;
  private BigInteger total = BigInteger.ZERO;

  private ShardedTriangles(TriangleCount job, ShardedRun run) {
    this.run = run;
    this.byVertex =
        job.perVertex() || job.clustering() ? new CountArray(run.graph().vertexCount()) : null;
    this.byEdge = job.perEdge() ? new EdgeSums(run.graph(), run.parallelism()) : null;
  }

  static Answer run(TriangleCount job, ShardedRun run) {
    ShardedTriangles triangles = new ShardedTriangles(job, run);
    TriangleCount inShard =
        new TriangleCount(
            job.perVertex() || job.clustering(),
            job.perEdge(),
            false,
            job.ordering(),
            job.method(),
            job.tuning());
    run.forEachDifference(1, 2, inShard, triangles::add);
    return triangles.answer(job);
  }

  private void add(Graph part, Answer answer, boolean plus) {
    Answer.Triangles found = (Answer.Triangles) answer;
    total = plus ? total.add(found.triangles()) : total.subtract(found.triangles());
    StopMeter meter = run.meter();
    if (byVertex != null) {
      VertexCounts.add(byVertex, part, found.perVertex().orElseThrow(), plus, meter);
    }
    if (byEdge != null) {
      byEdge.add(part, found.perEdge().orElseThrow(), plus, meter);
    }
  }

  private Answer answer(TriangleCount job) {
    return new Answer.Triangles(
        total,
        job.perVertex() ? Optional.of(byVertex) : Optional.empty(),
        Optional.ofNullable(byEdge).map(EdgeSums::counts),
        job.clustering()
            ? Optional.of(
                ClusteringCoefficients.of(run.graph().graph(), byVertex, total, run.meter()))
            : Optional.empty());
  }
}
