package io.cliquestream.kernels.cpu.part;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.match.CpuMotifPlans;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.maxclique.CpuMaximumClique;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
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
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.kernels.pattern.Motif;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Parts of jobs on the CPU engine. Any number of threads may use it at the same time. */
public record CpuParts(CpuScheduler scheduler) implements Parts {
  @Override
  public Optional<PartPlan> cut(PreparedGraph graph, Job job, int wanted, JobControl control) {
    if (wanted < 1) {
      throw new IllegalArgumentException(wanted + " parts");
    }
    CpuJobRun run = new CpuJobRun(graph, control, ListingSink.NONE, scheduler);
    return new PartCutter(run, wanted).cut(job);
  }

  @Override
  public PartialAnswer run(PreparedGraph graph, Part part, JobControl control) {
    List<int[]> listed = new ArrayList<>();
    CpuJobRun run = new CpuJobRun(graph, control, listed::add, scheduler, part.roots());
    return run.run(() -> partial(part, run, listed));
  }

  private static PartialAnswer partial(Part part, CpuJobRun run, List<int[]> listed) {
    return switch (part.job()) {
      case TriangleCount count -> {
        var found = (Answer.Triangles) CpuAlgorithms.answer(count, run);
        yield new PartialAnswer(
            named(PartSums.TRIANGLES, found.triangles()),
            0,
            List.of(),
            true,
            found.perVertex(),
            found.perEdge());
      }
      case KCliqueCount count when count.local() -> {
        var found = (Answer.KCliques) CpuAlgorithms.answer(count, run);
        yield new PartialAnswer(
            new TreeMap<>(), 0, List.of(), true, found.perVertex(), found.perEdge());
      }
      case KCliqueCount count ->
          PartialAnswer.ofSums(PartSums.bySize(CpuKCliqueCount.sums(count, run)));
      case MaximumClique search -> maximum(search, part, run);
      case MaximalCliques enumeration -> {
        var found = (Answer.Maximal) CpuAlgorithms.answer(enumeration, run);
        yield PartialAnswer.ofListing(PartSums.bySize(found.bySize()), listed, true);
      }
      case MotifCensus census ->
          PartialAnswer.ofSums(
              CpuAlgorithms.byFormulas(census)
                  ? new MotifCounter(run).sums(Motif.ofSize(census.size()), Induced.VERTEX)
                  : CpuMotifPlans.sums(census, run));
      case PatternMatch match when match.list() -> {
        var found = (Answer.Matches) CpuAlgorithms.answer(match, run);
        yield PartialAnswer.ofListing(new TreeMap<>(), listed, found.complete());
      }
      case PatternMatch match -> PartialAnswer.ofSums(CpuPatternMatch.sums(match, run));
      case CliqueListing listing -> {
        var found = (Answer.Listed) CpuAlgorithms.answer(listing, run);
        yield PartialAnswer.ofListing(new TreeMap<>(), listed, found.complete());
      }
      case CliqueEstimate estimate -> throw PartCutter.uncut(estimate);
      case CoreDecomposition decomposition -> throw PartCutter.uncut(decomposition);
    };
  }

  private static PartialAnswer maximum(MaximumClique search, Part part, CpuJobRun run) {
    Answer.Maximum found =
        CpuMaximumClique.searchRoots(search, run, part.orderBound(), part.knownSize());
    return found.cliqueNumber() == 0 ? PartialAnswer.NOTHING : PartSums.of(found);
  }

  private static SortedMap<String, BigInteger> named(String name, BigInteger value) {
    return new TreeMap<>(Map.of(name, value));
  }

  @Override
  public Answer answer(
      PreparedGraph graph, Job job, PartialSum sum, JobControl control, ListingSink sink) {
    Answer answer = PartSums.answer(graph.graph(), job, sum, control);
    if (lists(job)) {
      for (int[] listed : sum.listed()) {
        control.checkStopped();
        sink.accept(listed);
      }
    }
    return answer;
  }

  private static boolean lists(Job job) {
    return switch (job) {
      case CliqueListing _ -> true;
      case MaximalCliques enumeration -> enumeration.list();
      case PatternMatch match -> match.list();
      case TriangleCount _,
          KCliqueCount _,
          MaximumClique _,
          MotifCensus _,
          CliqueEstimate _,
          CoreDecomposition _ ->
          false;
    };
  }
}
