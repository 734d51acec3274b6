package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.ClusteringCoefficients;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.ranked.EdgeCounts;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.part.RootRange;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * Counts triangles on the CPU: in total, by vertex, by edge, and as clustering coefficients. A
 * total has those of hubs from {@link HubWork}; see {@link WedgeWork} for all others.
 *
 * <p>Memory beside the answer: 8 bytes for each edge and vertex ({@link IncomingEdges}), as much
 * again for counts by vertex or edge, at most 4 MB for a total ({@link HubBitRows}), and for each
 * thread n/8 bytes, or 4·n with such counts.
 */
public final class CpuTriangleCount {
  private CpuTriangleCount() {}

  /**
   * Runs the job. A stop leaves a lower bound of the total.
   *
   * @throws ComputeException OPTION_INVALID for a method other than wedges
   */
  public static Answer run(TriangleCount job, CpuJobRun run) {
    requireWedges(job);
    OrientedGraph oriented = run.oriented(job.ordering().orElse(Ordering.DEGREE));
    run.plan("method", "oriented-wedges");
    boolean perVertex = job.perVertex() || job.clustering();
    RootRange roots = run.roots(oriented.vertexCount());
    // Counts by vertex or edge ask for every triangle's place, which bits in common do not tell.
    int hubs = perVertex || job.perEdge() ? 0 : TrianglePolicy.hubs(oriented, run.meter());
    RootRange others = new RootRange(Math.max(hubs, roots.first()), Math.max(hubs, roots.end()));
    HubBitRows rows = new HubBitRows(oriented, roots.within(hubs), run.meter());
    try (IncomingEdges incoming = new IncomingEdges(oriented, others, run.control());
        TriangleTotals totals =
            new TriangleTotals(oriented, perVertex, job.perEdge(), run.control().memory())) {
      WedgeChunks chunks =
          new WedgeChunks(oriented, incoming, run.scheduler().threadCount(), run.meter());
      HubWork hubWork = new HubWork(oriented, rows, run.meter());
      boolean anyHub = rows.hubs().size() > 0;
      double total = chunks.total() + (anyHub ? hubWork.total() : 0);
      run.plan("oriented-wedges", Math.round(total));
      run.control().beginPhase(Phase.COMPUTING, total);
      WedgeWork work = new WedgeWork(oriented, incoming, chunks, totals);
      try {
        if (anyHub) {
          run.scheduler().run(run.control(), hubWork);
        }
        run.scheduler().run(run.control(), work);
        return answer(job, run, oriented, totals, hubWork.triangles() + work.triangles());
      } catch (StoppedException e) {
        throw e.withPartial(Answer.Triangles.total(hubWork.triangles() + work.triangles()));
      }
    }
  }

  private static Answer answer(
      TriangleCount job,
      CpuJobRun run,
      OrientedGraph oriented,
      TriangleTotals totals,
      long triangles) {
    boolean perVertex = job.perVertex() || job.clustering();
    CountArray byVertex = perVertex ? byVertex(oriented, totals, run.meter()) : null;
    return new Answer.Triangles(
        BigInteger.valueOf(triangles),
        job.perVertex() ? Optional.of(byVertex) : Optional.empty(),
        job.perEdge()
            ? Optional.of(
                EdgeCounts.of(
                    run, oriented, (edge, to, index) -> to.set(index, totals.ofEdge(edge))))
            : Optional.empty(),
        job.clustering()
            ? Optional.of(ClusteringCoefficients.of(run.graph(), byVertex, triangles, run.meter()))
            : Optional.empty());
  }

  /**
   * Estimated work of each middle vertex, by rank: its incoming edges and the prefixes before them.
   */
  public static IntToDoubleFunction costs(OrientedGraph graph, StopMeter meter) {
    float[] costs = new float[graph.vertexCount()];
    for (int u = 0; u < graph.vertexCount(); u++) {
      meter.work(1 + 2L * graph.outDegree(u));
      long begin = graph.offset(u);
      for (long e = begin; e < graph.offset(u + 1); e++) {
        costs[graph.target(e)] += (float) (e - begin + TrianglePolicy.EDGE_COST);
      }
    }
    return v -> costs[v];
  }

  /**
   * Most memory of a job: incoming edges, totals and the answer off the heap, 8 bytes a piece each;
   * on it the borders of chunks (of which there are so many a thread, or one for so much work; 16
   * bytes, and at most three times that while the arrays grow), the rows' first edges for counts by
   * edge, and each thread's marks.
   */
  public static JobBytes bytes(TriangleCount job, GraphShape graph, int threads) {
    long n = graph.vertices();
    long m = graph.edges();
    long degree = graph.degeneracyBound();
    boolean perVertex = job.perVertex() || job.clustering();
    long offHeap = 8 * (n + 1) + 8 * m;
    offHeap += perVertex ? 16 * n : 0;
    offHeap += job.clustering() ? 8 * n : 0;
    offHeap += job.perEdge() ? 16 * m : 0;
    double wedges = m * (degree / 2.0 + TrianglePolicy.EDGE_COST);
    double chunks =
        Math.min(
            (double) m,
            (double) threads * TrianglePolicy.CHUNKS_PER_THREAD
                + wedges / TrianglePolicy.LARGEST_CHUNK);
    boolean located = perVertex || job.perEdge();
    long thread = n / 8 + 4 * degree + (located ? 4 * n + 8 * degree : 0);
    long heap = (long) (48 * chunks) + (job.perEdge() ? 8 * (n + 1) : 0) + threads * thread;
    if (!located) {
      long hubs = Math.min(n, TrianglePolicy.MOST_HUBS);
      heap += HubBitRows.bytes(hubs) + HubWork.bytes(m) + threads * (hubs / 8 + 4 * degree + 64);
    }
    return new JobBytes(heap, offHeap);
  }

  private static void requireWedges(TriangleCount job) {
    job.method()
        .filter(method -> method != TriangleMethod.WEDGES)
        .ifPresent(
            method -> {
              throw new ComputeException(
                  FailureCode.OPTION_INVALID,
                  "the CPU engine counts triangles by wedges; the method "
                      + method.text()
                      + " is one of the CUDA engine's");
            });
  }

  private static CountArray byVertex(
      OrientedGraph oriented, TriangleTotals totals, StopMeter meter) {
    CountArray counts = new CountArray(oriented.vertexCount());
    for (int rank = 0; rank < oriented.vertexCount(); rank++) {
      meter.work(4);
      counts.set(oriented.vertex(rank), totals.ofVertex(rank));
    }
    return counts;
  }
}
