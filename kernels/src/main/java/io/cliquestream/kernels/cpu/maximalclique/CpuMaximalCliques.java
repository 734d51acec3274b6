package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.maxclique.reduction.PagedRows;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.MaximalCliques;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Enumerates maximal cliques on the CPU: Bron–Kerbosch with pivot below every root of the
 * degeneracy order (Eppstein, Löffler and Strash), on bit rows.
 *
 * <p>Listed cliques come in the order of their root's rank and, below one root, of the search; that
 * depends on the graph alone. Listing runs in windows (see {@link EnumerationWork}); once the limit
 * is reached the rest is counted.
 *
 * <p>Memory: four bytes an edge for the neighbours of larger rank, four bytes a vertex and thread,
 * and for each thread the bit rows below one root and its levels ({@link LargeEnumeration}).
 */
public final class CpuMaximalCliques {
  private CpuMaximalCliques() {}

  /** Runs the job. */
  public static Answer run(MaximalCliques job, CpuJobRun run) {
    MaximalCliquePolicy policy = MaximalCliquePolicy.DEFAULT;
    OrientedGraph graph = run.oriented(Ordering.DEGENERACY);
    StopMeter meter = run.meter();
    EnumerationWork work =
        new EnumerationWork(graph, larger(graph, meter), policy, job.minimumSize(), meter);
    run.control().beginPhase(Phase.COMPUTING, work.allCost());
    int chunk = 0;
    long listed = 0;
    while (job.list() && listed < job.limit() && chunk < work.allChunks()) {
      int end = Math.min(work.allChunks(), chunk + policy.listedChunks());
      work.window(chunk, end, true);
      run.scheduler().run(run.control(), work);
      listed += work.drain(run.sink(), job.limit() - listed, run.control()::checkStopped);
      chunk = end;
    }
    if (chunk < work.allChunks()) {
      work.window(chunk, work.allChunks(), false);
      run.scheduler().run(run.control(), work);
    }
    return answer(work.total(), job.minimumSize());
  }

  private static Answer answer(CliqueTally total, int minimumSize) {
    SortedMap<Integer, BigInteger> bySize = new TreeMap<>();
    BigInteger count = BigInteger.ZERO;
    for (int size = minimumSize; size < total.sizes(); size++) {
      BigInteger cliques = total.count(size);
      if (cliques.signum() != 0) {
        bySize.put(size, cliques);
        count = count.add(cliques);
      }
    }
    return new Answer.Maximal(count, bySize);
  }

  /** The neighbours of larger rank of each rank, ascending. */
  private static PagedRows larger(OrientedGraph graph, StopMeter meter) {
    int n = graph.vertexCount();
    int[] lengths = new int[n];
    long edges = graph.edgeCount();
    for (long i = 0; i < edges; i++) {
      meter.work(2);
      lengths[graph.target(i)]++;
    }
    PagedRows rows = new PagedRows(lengths);
    int[] filled = new int[n];
    for (int u = 0; u < n; u++) {
      meter.work(1 + 4L * graph.outDegree(u));
      long end = graph.offset(u + 1);
      for (long i = graph.offset(u); i < end; i++) {
        int v = graph.target(i);
        rows.page(v)[rows.start(v) + filled[v]++] = u;
      }
    }
    return rows;
  }
}
