package io.cliquestream.kernels.cpu;

import io.cliquestream.kernels.cpu.core.CpuCoreNumbers;
import io.cliquestream.kernels.cpu.estimate.CpuCliqueEstimate;
import io.cliquestream.kernels.cpu.kclique.CpuCliqueListing;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.maxclique.CpuMaximumClique;
import io.cliquestream.kernels.cpu.maximalclique.CpuMaximalCliques;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.cpu.motif.WalkMaps;
import io.cliquestream.kernels.cpu.triangle.CpuTriangleCount;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.Optional;

/**
 * Most host memory that a job of the CPU engine takes, from the shape of its graph. Each algorithm
 * says in its {@code bytes} what it allocates; here is what all have in common.
 */
public final class CpuMemory {
  /** Plans, counters, the answer's totals, small arrays at their first sizes. */
  private static final long EVERY_JOB = 1L << 20;

  private static final long EVERY_THREAD = 64L << 10;

  private CpuMemory() {}

  /**
   * Most bytes of a job.
   *
   * @param threads of the engine
   * @param pageBytes of pages whose size the algorithm may choose; see {@link
   *     io.cliquestream.kernels.control.JobControl#pageBytes()}
   */
  public static JobBytes of(Job job, GraphShape graph, int threads, long pageBytes) {
    JobBytes own =
        switch (job) {
          case TriangleCount count -> CpuTriangleCount.bytes(count, graph, threads);
          case KCliqueCount count -> CpuKCliqueCount.bytes(count, graph, threads);
          case MaximumClique search -> CpuMaximumClique.bytes(search, graph, threads);
          case MaximalCliques search -> CpuMaximalCliques.bytes(search, graph, threads);
          case MotifCensus census -> motifs(census, graph, threads, pageBytes);
          case PatternMatch match -> CpuPatternMatch.bytes(match, graph, threads, pageBytes);
          case CliqueListing listing -> CpuCliqueListing.bytes(listing, graph, threads);
          case CliqueEstimate estimate -> CpuCliqueEstimate.bytes(estimate, graph, threads);
          case CoreDecomposition decomposition -> CpuCoreNumbers.bytes(decomposition, graph);
        };
    return own.plus(new JobBytes(EVERY_JOB + EVERY_THREAD * threads, 4096));
  }

  private static JobBytes motifs(MotifCensus job, GraphShape graph, int threads, long pageBytes) {
    if (CpuAlgorithms.byFormulas(job)) {
      return MotifCounter.bytes(graph, threads, pageBytes);
    }
    JobBytes plans = CpuPatternMatch.planBytes(graph, threads);
    return job.method().equals(Optional.of(MotifMethod.FORMULAS))
        ? plans.or(WalkMaps.bytes(graph, threads, pageBytes))
        : plans;
  }
}
