package io.cliquestream.kernels.cpu.part;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.CliquesBySize;
import io.cliquestream.kernels.assembly.ClusteringCoefficients;
import io.cliquestream.kernels.assembly.LocalCliqueAnswer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.match.CpuMotifPlans;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.pattern.Motif;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The names of sums, and the answers that whole sums make. */
final class PartSums {
  static final String TRIANGLES = "triangles";
  private static final String CLIQUES = "cliques";

  private PartSums() {}

  /** Sums named by clique size. */
  static SortedMap<String, BigInteger> bySize(SortedMap<Integer, BigInteger> counts) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    counts.forEach((size, count) -> sums.put(Integer.toString(size), count));
    return sums;
  }

  private static SortedMap<Integer, BigInteger> bySize(PartialSum sum) {
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    sum.sums().forEach((size, count) -> counts.put(Integer.parseInt(size), count));
    return counts;
  }

  /** The largest cliques of a part, or of the whole. */
  static PartialAnswer of(Answer.Maximum found) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    found.count().ifPresent(count -> sums.put(CLIQUES, count));
    return PartialAnswer.ofMaximum(found.cliqueNumber(), sums, found.cliques());
  }

  static Answer answer(Graph graph, Job job, PartialSum sum, JobControl control) {
    if (!sum.isWhole()) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the sum has " + sum.count() + " of " + sum.parts() + " parts: that is no answer");
    }
    StopMeter meter = new StopMeter(control);
    return switch (job) {
      case TriangleCount count -> triangles(graph, count, sum, meter);
      case KCliqueCount count when count.local() ->
          LocalCliqueAnswer.of(
              count,
              sum.perVertex().orElse(null),
              sum.perEdge().orElse(null),
              Parallelism.SEQUENTIAL.until(control));
      case KCliqueCount count -> CliquesBySize.answer(count, graph, bySize(sum));
      case MaximumClique search ->
          new Answer.Maximum(
              sum.cliqueNumber(),
              sum.cliqueNumber(),
              search.all() ? Optional.of(sum.sum(CLIQUES)) : Optional.empty(),
              sum.listed());
      case MaximalCliques _ -> {
        SortedMap<Integer, BigInteger> counts = bySize(sum);
        BigInteger total = counts.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        yield new Answer.Maximal(total, counts);
      }
      case MotifCensus census -> motifs(census, sum);
      case PatternMatch match when match.list() ->
          new Answer.Matches(BigInteger.valueOf(sum.listed().size()), sum.complete());
      case PatternMatch match -> new Answer.Matches(CpuPatternMatch.count(match, sum.sums()), true);
      case CliqueListing _ -> new Answer.Listed(sum.listed().size(), sum.complete());
      case CliqueEstimate _, CoreDecomposition _ -> throw PartCutter.uncut(job);
    };
  }

  private static Answer triangles(Graph graph, TriangleCount job, PartialSum sum, StopMeter meter) {
    BigInteger total = sum.sum(TRIANGLES);
    Optional<CountArray> perVertex = sum.perVertex();
    return new Answer.Triangles(
        total,
        job.perVertex() ? perVertex : Optional.empty(),
        sum.perEdge(),
        job.clustering()
            ? Optional.of(ClusteringCoefficients.of(graph, perVertex.orElseThrow(), total, meter))
            : Optional.empty());
  }

  private static Answer motifs(MotifCensus census, PartialSum sum) {
    if (!CpuAlgorithms.byFormulas(census)) {
      return CpuMotifPlans.answer(census, sum.sums());
    }
    List<Motif> motifs = Motif.ofSize(census.size());
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    MotifCounter.counts(motifs, Induced.VERTEX, sum.sums())
        .forEach((motif, count) -> counts.put(motif.label(), count));
    return new Answer.Motifs(counts);
  }
}
