package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.ColorBound;
import io.cliquestream.kernels.cpu.maxclique.dense.CoverChoice;
import io.cliquestream.kernels.cpu.maxclique.dense.DenseSearch;
import io.cliquestream.kernels.cpu.maxclique.dense.DenseTreeEstimate;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import io.cliquestream.kernels.cpu.maxclique.reduction.OutNeighborhood;
import io.cliquestream.kernels.cpu.maxclique.symmetry.SymmetricParts;
import io.cliquestream.kernels.cpu.schedule.BudgetSpentException;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MaximumClique;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * How much work a search for a maximum clique is, before it starts: heuristics and bounds are the
 * job's own, and what they leave to a search is sampled. A sampled subproblem is searched as the
 * job would; one that takes too long is left to random descents ({@link DenseTreeEstimate}) with
 * the largest clique known as the bound, which is the length of the proof. The same for the same
 * graph on every run.
 *
 * @param size of the largest clique found
 * @param survivors vertices that bounds leave
 * @param end what comes after the bounds
 * @param cells of the matrices that are made for roots
 * @param coverVertices of complements, for each node of their vertex covers
 * @param nodes branches taken
 * @param words touched by the bounds of the search
 * @param sampled subproblems in the sample
 * @param magnitude whether that is an order of magnitude only: subproblems were left to descents,
 *     or to covers that did not end
 */
public record MaximumForecast(
    int size,
    int survivors,
    End end,
    double cells,
    double coverVertices,
    double nodes,
    double words,
    int sampled,
    boolean magnitude) {

  /** What the job does when its heuristics and bounds are done. */
  public enum End {
    /** Nothing: they prove the clique. */
    BOUNDS,
    /** A vertex cover of the complement of all that is left. */
    COVER,
    /** A search of parts by symmetry. */
    SYMMETRY,
    /** A search below roots. */
    ROOTS
  }

  private static final MaximumSamplePolicy SAMPLE = MaximumSamplePolicy.DEFAULT;

  /** A forecast; takes up to about a second where the search is long. */
  public static MaximumForecast of(PreparedGraph graph, MaximumClique job, JobControl control) {
    if (graph.graph().vertexCount() == 0) {
      return new MaximumForecast(0, 0, End.BOUNDS, 0, 0, 0, 0, 0, false);
    }
    try (CpuScheduler scheduler = new CpuScheduler(1)) {
      CpuJobRun run = new CpuJobRun(graph, control, clique -> {}, scheduler);
      return new Sampling(job, control, CpuMaximumClique.bounded(job, run)).forecast();
    }
  }

  /** A search of one subproblem on the caller's thread, as long as its budget lasts. */
  private record Trial(
      BitGraph graph, int[] prefix, Incumbent incumbent, JobControl control, long mostWords)
      implements DenseSearch.Task {
    @Override
    public void pause(DenseSearch search) {
      control.checkStopped();
      if (search.work() > mostWords) {
        throw new BudgetSpentException();
      }
    }

    @Override
    public void checkStopped() {
      control.checkStopped();
    }
  }

  private static final class Sampling {
    private final MaximumClique job;
    private final JobControl control;
    private final CpuMaximumClique.Bounded bounded;
    private final Incumbent incumbent;
    private final MaximumCliquePolicy policy = MaximumCliquePolicy.DEFAULT;
    private final CoverChoice cover;
    private final DenseTreeEstimate tree;
    private DenseSearch search;
    private long wordsBefore;
    private double made;
    private double cells;
    private double coverVertices;
    private double nodes;
    private double words;
    private boolean magnitude;

    Sampling(MaximumClique job, JobControl control, CpuMaximumClique.Bounded bounded) {
      this.job = job;
      this.control = control;
      this.bounded = bounded;
      this.incumbent = bounded.incumbent();
      this.cover = CoverChoice.of(job, ResidualPolicy.DEFAULT.withCoverNodes(SAMPLE.coverNodes()));
      this.tree = new DenseTreeEstimate(policy, new StopMeter(control), new SplittableRandom(1));
      this.search = new DenseSearch(policy, null);
    }

    MaximumForecast forecast() {
      if (bounded.bounds().candidates(incumbent.target()) == 0) {
        return ended(End.BOUNDS, 0);
      }
      if (bounded.order().count() <= ResidualPolicy.DEFAULT.mostVertices() && !job.all()) {
        Optional<MaximumForecast> whole = asAWhole(ResidualSearch.matrix(bounded.order()));
        if (whole.isPresent()) {
          return whole.get();
        }
      }
      List<MaximumRootSample.Member> members =
          MaximumRootSample.of(
              bounded.order(), bounded.bounds().roots(incumbent.target()), control);
      OutNeighborhood neighborhood = new OutNeighborhood(bounded.order(), policy);
      double all = 0;
      double cost = 0;
      int sampled = 0;
      for (MaximumRootSample.Member member : members) {
        control.checkStopped();
        all += member.cost();
        if (!isSpent(sampled)) {
          root(neighborhood, member);
          cost += member.cost();
          sampled++;
        }
      }
      scale(all / cost);
      return ended(End.ROOTS, sampled);
    }

    private MaximumForecast ended(End end, int sampled) {
      return new MaximumForecast(
          incumbent.size(),
          bounded.order().count(),
          end,
          cells,
          coverVertices,
          nodes,
          words,
          sampled,
          magnitude);
    }

    private Optional<MaximumForecast> asAWhole(BitGraph graph) {
      if (isCovered(graph, new int[0], 1)) {
        return Optional.of(ended(End.COVER, 0));
      }
      if (job.search().isPresent()) {
        return Optional.empty();
      }
      Optional<List<SymmetricParts.Part>> parts =
          SymmetricParts.of(
              graph, ResidualPolicy.DEFAULT, incumbent.target(), false, false, control);
      if (parts.isEmpty()) {
        return Optional.empty();
      }
      List<SymmetricParts.Part> shuffled = new ArrayList<>(parts.get());
      Collections.shuffle(shuffled, new Random(1));
      double all = 1;
      double cost = 1;
      int sampled = 0;
      for (SymmetricParts.Part part : shuffled) {
        double size = part.graph().size();
        all += size * size;
        if (!isSpent(sampled)) {
          subproblem(part.graph(), part.prefix(), 1);
          cost += size * size;
          sampled++;
        }
      }
      scale(all / cost);
      return Optional.of(ended(End.SYMMETRY, sampled));
    }

    private boolean isSpent(int sampled) {
      boolean spent =
          sampled >= SAMPLE.fewestProblems()
              && wordsBefore + search.work() + tree.touched() + made > SAMPLE.allWords();
      magnitude |= spent;
      return spent;
    }

    /** What the sample found stands for more. */
    private void scale(double factor) {
      cells *= factor;
      coverVertices *= factor;
      nodes *= factor;
      words *= factor;
    }

    /** Whether a cover ended; one that did not takes all the nodes that the job gives it. */
    private boolean isCovered(BitGraph graph, int[] prefix, double weight) {
      if (!cover.isFor(graph)) {
        return false;
      }
      long before = cover.nodes();
      boolean found =
          before < SAMPLE.allCoverNodes() && cover.isFound(graph, prefix, incumbent, control);
      coverVertices +=
          weight
              * graph.size()
              * (found ? cover.nodes() - before : ResidualPolicy.DEFAULT.coverNodes());
      magnitude |= !found;
      return found;
    }

    private void root(OutNeighborhood neighborhood, MaximumRootSample.Member member) {
      int root = member.root();
      int target = incumbent.target();
      double weight = member.weight();
      double length = bounded.order().rows().length(root);
      made += length * 64;
      cells += weight * length * 64;
      if (!neighborhood.load(root, target)) {
        return;
      }
      int[] prefix = {bounded.order().vertices()[root]};
      if (neighborhood.aliveCount() > 0) {
        ColorBound bound = search.bound();
        bound.reset(neighborhood.view());
        if (bound.colors(neighborhood.alive(), Integer.MAX_VALUE) + 1 < target) {
          return;
        }
      }
      double alive = neighborhood.aliveCount();
      made += alive * alive;
      cells += weight * alive * alive;
      BitGraph graph = neighborhood.compact();
      if (incumbent.ties() || !isCovered(graph, prefix, weight)) {
        subproblem(graph, prefix, weight);
      }
    }

    private void subproblem(BitGraph graph, int[] prefix, double weight) {
      long wordsStart = search.work();
      long nodesStart = search.nodes();
      if (wordsBefore + wordsStart < SAMPLE.searchedWords()) {
        try {
          search.run(
              new Trial(graph, prefix, incumbent, control, wordsStart + SAMPLE.problemWords()));
          nodes += weight * (search.nodes() - nodesStart);
          words += weight * (search.work() - wordsStart);
          return;
        } catch (BudgetSpentException e) {
          // What it left open is of no use to another search.
          wordsBefore += search.work();
          search = new DenseSearch(policy, null);
        }
      }
      magnitude = true;
      DenseTreeEstimate.Tree mean =
          tree.mean(
              graph, prefix.length, incumbent, SAMPLE.fewestDescents(), SAMPLE.descentWords());
      nodes += weight * mean.nodes();
      words += weight * mean.work();
    }
  }
}
