package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.assembly.CliquesBySize;
import io.cliquestream.kernels.cuda.enumerate.CudaMotifCensus;
import io.cliquestream.kernels.cuda.enumerate.DividedSums;
import io.cliquestream.kernels.cuda.maxclique.CudaMaximumClique;
import io.cliquestream.kernels.cuda.maximalclique.CudaMaximalCliques;
import io.cliquestream.kernels.cuda.share.PhaseUnits;
import io.cliquestream.kernels.cuda.triangle.CudaTriangleCount;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.slice.SliceLog;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Jobs that GPUs do together: those whose pieces follow from the graph alone. What they found is
 * added up, and what they did is compared with all that was to be done.
 */
final class CudaSharing implements Sharing {
  static final CudaSharing INSTANCE = new CudaSharing();

  private CudaSharing() {}

  @Override
  public boolean isShared(Job job) {
    return switch (job) {
      case TriangleCount count -> CudaTriangleCount.isShared(count);
      case KCliqueCount count -> !count.local();
      case MaximumClique search -> !search.isBreadthFirst();
      case MaximalCliques enumeration -> !enumeration.list();
      case PatternMatch match -> !match.list() && !match.pattern().isLabelled();
      case MotifCensus census -> CudaMotifCensus.has(census);
      case CliqueListing _, CliqueEstimate _, CoreDecomposition _ -> false;
    };
  }

  /** All maximum cliques stay: the first device looks for their size before others can help. */
  @Override
  public boolean isSharedBeyondHost(Job job) {
    return isShared(job) && !(job instanceof MaximumClique search && search.all());
  }

  @Override
  public JobOutcome outcome(PreparedGraph graph, Job job, List<ShareOutcome> shares) {
    check(shares);
    ShareOutcome first = shares.getFirst();
    return new JobOutcome(
        EngineKind.CUDA,
        answer(graph, job, all(shares)),
        first.plan(),
        first.prepareNanos(),
        first.computeNanos(),
        first.copyNanos(),
        first.planNanos(),
        first.memory(),
        SliceLog.merged(shares.stream().map(ShareOutcome::slices).toList()));
  }

  /** Every phase that a device has begun is whole. */
  private static void check(List<ShareOutcome> shares) {
    SortedMap<Integer, Long> missing = new TreeMap<>();
    for (ShareOutcome share : shares) {
      for (PhaseUnits done : share.done()) {
        long left = missing.getOrDefault(done.phase(), done.allUnits()) - done.units();
        missing.put(done.phase(), left);
      }
    }
    missing.forEach(
        (phase, units) -> {
          if (units != 0) {
            throw new ComputeException(
                FailureCode.INTERNAL,
                "the devices left " + units + " units of phase " + phase + " of a count");
          }
        });
  }

  /** Of searches for maximum cliques only what is of the largest size counts. */
  private static PartialAnswer all(List<ShareOutcome> shares) {
    int most = shares.stream().mapToInt(share -> share.part().cliqueNumber()).max().orElseThrow();
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    List<int[]> listed = new ArrayList<>();
    for (ShareOutcome share : shares) {
      PartialAnswer part = share.part();
      if (part.cliqueNumber() == most) {
        part.sums().forEach((name, sum) -> sums.merge(name, sum, BigInteger::add));
        listed.addAll(part.listed());
      }
    }
    return PartialAnswer.ofMaximum(most, sums, listed);
  }

  @Override
  public Answer answer(PreparedGraph graph, Job job, PartialAnswer all) {
    SortedMap<String, BigInteger> sums = all.sums();
    return switch (job) {
      case TriangleCount _ ->
          Answer.Triangles.total(sums.get(CudaTriangleCount.TRIANGLES).longValueExact());
      case KCliqueCount count ->
          CliquesBySize.answer(count, graph.vertexTotal(), graph.edgeTotal(), bySize(sums));
      case MaximumClique search -> CudaMaximumClique.answer(search, all);
      case MaximalCliques _ -> CudaMaximalCliques.answer(sums);
      case MotifCensus census -> DividedSums.motifs(census.size(), sums);
      case PatternMatch _ -> DividedSums.matches(sums);
      case CliqueListing _, CliqueEstimate _, CoreDecomposition _ ->
          throw new ComputeException(
              FailureCode.INTERNAL, "jobs of the kind " + job.name() + " are not shared");
    };
  }

  private static SortedMap<Integer, BigInteger> bySize(SortedMap<String, BigInteger> sums) {
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    sums.forEach((size, count) -> counts.put(Integer.parseInt(size), count));
    return counts;
  }
}
