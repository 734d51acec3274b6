package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.maxclique.reduction.PagedRows;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.part.RootRange;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

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

  /** Runs the job. A stop leaves lower bounds of the counts. */
  public static Answer run(MaximalCliques job, CpuJobRun run) {
    MaximalCliquePolicy policy = MaximalCliquePolicy.DEFAULT;
    OrientedGraph graph = run.oriented(Ordering.DEGENERACY);
    StopMeter meter = run.meter();
    RootRange roots = run.roots(graph.vertexCount());
    EnumerationWork work =
        new EnumerationWork(
            graph, larger(graph, roots, meter), policy, job.minimumSize(), roots, meter);
    run.control().beginPhase(Phase.COMPUTING, work.allCost());
    try {
      enumerate(job, run, work, policy);
    } catch (StoppedException e) {
      throw e.withPartial(answer(work.total(), job.minimumSize()));
    }
    return answer(work.total(), job.minimumSize());
  }

  private static void enumerate(
      MaximalCliques job, CpuJobRun run, EnumerationWork work, MaximalCliquePolicy policy) {
    int chunk = 0;
    long listed = 0;
    while (job.list() && listed < job.limit() && chunk < work.allChunks()) {
      int end = Math.min(work.allChunks(), chunk + policy.listedChunks());
      work.window(chunk, end, job.limit() - listed);
      run.scheduler().run(run.control(), work);
      listed += work.drain(run.sink(), job.limit() - listed, run.control()::checkStopped);
      chunk = end;
    }
    if (chunk < work.allChunks()) {
      work.window(chunk, work.allChunks(), 0);
      run.scheduler().run(run.control(), work);
    }
  }

  /**
   * Most memory of a job. All threads: the neighbours of larger rank with the three arrays of their
   * rows, chunks, and while listing a window of buffers. A thread: four bytes a vertex, the matrix
   * below one root (at most {@link MaximalCliquePolicy#maximumMatrixBytes}), for each level two
   * sets of candidates and a list of excluded rows, which are at most the root's candidates and
   * earlier neighbours; the same again for what a join nests, and for the one thread that lists a
   * chunk again. A waiting part holds its matrix, two sets and a list of excluded rows.
   */
  public static JobBytes bytes(MaximalCliques job, GraphShape graph, int threads) {
    MaximalCliquePolicy policy = MaximalCliquePolicy.DEFAULT;
    long n = graph.vertices();
    long m = graph.edges();
    long candidates = graph.degeneracyBound();
    long around = candidates + graph.maximumDegree();
    long words = candidates / Long.SIZE + 1;
    boolean large = candidates > Long.SIZE;
    long matrix = large ? Math.min(policy.maximumMatrixBytes(), Long.BYTES * around * words) : 0;
    long level = 2 * Long.BYTES * words + 4 * Math.max(16, around) + 64;
    long levels = large ? 2 * (candidates + 1) * level : 0;
    // Excluded rows of all levels of a small search together, twice while the array grows.
    long small = 2 * Long.BYTES * around * (Long.SIZE + 2);
    long thread = 4 * n + matrix + levels + small + 12 * candidates;
    long part = 2_048 + Long.BYTES * around + (large ? matrix + level : 0);
    long listing = 0;
    if (job.list()) {
      long ints = EnumerationWork.bufferInts(policy, job.limit(), candidates);
      long cliques = Math.min(job.limit(), ints);
      listing = policy.listedChunks() * (4 * ints + 32 * cliques);
    }
    return new JobBytes(
        4 * m
            + 24 * n
            + listing
            + (threads + 1) * thread
            + SchedulePolicy.DEFAULT.maximumParts() * part,
        0);
  }

  private static Answer answer(MaximalTally total, int minimumSize) {
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

  /** Estimated work of each root, by rank. */
  public static IntToDoubleFunction costs(OrientedGraph graph, StopMeter meter) {
    int[] earlier = new int[graph.vertexCount()];
    for (long i = 0; i < graph.edgeCount(); i++) {
      meter.work(2);
      earlier[graph.target(i)]++;
    }
    return root -> EnumerationWork.cost(graph.outDegree(root), earlier[root]);
  }

  /** The neighbours of larger rank of some roots, ascending; those of others are left out. */
  static PagedRows larger(OrientedGraph graph, RootRange roots, StopMeter meter) {
    int n = graph.vertexCount();
    int[] lengths = new int[n];
    for (int u = roots.first(); u < n; u++) {
      meter.work(1 + 2L * graph.outDegree(u));
      long end = graph.offset(u + 1);
      for (long i = graph.firstTargetFrom(u, roots.first()); i < end; i++) {
        int v = graph.target(i);
        if (v >= roots.end()) {
          break;
        }
        lengths[v]++;
      }
    }
    PagedRows rows = new PagedRows(lengths);
    int[] filled = new int[n];
    for (int u = roots.first(); u < n; u++) {
      meter.work(1 + 4L * graph.outDegree(u));
      long end = graph.offset(u + 1);
      for (long i = graph.firstTargetFrom(u, roots.first()); i < end; i++) {
        int v = graph.target(i);
        if (v >= roots.end()) {
          break;
        }
        rows.page(v)[rows.start(v) + filled[v]++] = u;
      }
    }
    return rows;
  }
}
