package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.kclique.plan.RootCost;
import io.cliquestream.kernels.cpu.kclique.plan.RootSample;
import io.cliquestream.kernels.cpu.maxclique.reduction.PagedRows;
import io.cliquestream.kernels.cpu.schedule.BudgetSpentException;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.part.RootRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * How much work an enumeration of maximal cliques is, by a sample of roots, before it starts. A
 * sampled root is enumerated as the job would; one that takes too long is left to random descents
 * ({@link MaximalTreeEstimate}). The same for the same graph on every run.
 *
 * @param listElements read for the matrices of all roots
 * @param words touched by the search
 * @param cliques maximal cliques
 * @param vertices of all cliques together
 * @param roots sampled
 * @param magnitude whether that is an order of magnitude only: roots were left to descents
 */
public record MaximalForecast(
    double listElements,
    double words,
    double cliques,
    double vertices,
    int roots,
    boolean magnitude) {
  private static final MaximalSamplePolicy SAMPLE = MaximalSamplePolicy.DEFAULT;

  /**
   * A forecast; takes some hundred milliseconds where the search is long.
   *
   * @param minimumSize of the cliques that are looked for
   * @param listing whether all of them are listed, so that none are counted as products
   */
  public static MaximalForecast of(
      OrientedGraph graph, JobControl control, int minimumSize, boolean listing) {
    MaximalCliquePolicy policy = MaximalCliquePolicy.DEFAULT;
    StopMeter meter = new StopMeter(control);
    // In no order, so that what is left out when the budget is spent is like the rest.
    List<RootSample.Member> members =
        new ArrayList<>(new RootSample(graph, control, SAMPLE.sampledRoots()).members());
    Collections.shuffle(members, new Random(1));
    PagedRows later =
        CpuMaximalCliques.larger(graph, RootRange.ALL.within(graph.vertexCount()), meter);
    RootEnumeration roots = new RootEnumeration(graph, later, policy, minimumSize);
    Enumeration enumeration = roots.enumeration();
    MaximalTreeEstimate tree =
        new MaximalTreeEstimate(policy, minimumSize, listing, meter, new SplittableRandom(1));
    double words = 0;
    double cliques = 0;
    double vertices = 0;
    boolean magnitude = false;
    double cost = 0;
    int sampled = 0;
    int left = 0;
    long[] most = new long[1];
    enumeration.output(listing ? clique -> {} : null);
    enumeration.pause(
        () -> {
          control.checkStopped();
          if (enumeration.allWork() > most[0]) {
            throw new BudgetSpentException();
          }
        });
    for (RootSample.Member member : members) {
      control.checkStopped();
      if (sampled >= SAMPLE.fewestRoots()
          && enumeration.allWork() + tree.touched() > SAMPLE.allWords()) {
        magnitude = true;
        break;
      }
      sampled++;
      int root = member.root();
      cost += member.weight() * RootCost.of(graph, root);
      if (graph.outDegree(root) == 0 || graph.outDegree(root) + 1 < minimumSize) {
        continue;
      }
      long before = enumeration.allWork();
      enumeration.tally(new MaximalTally());
      double below;
      double found;
      long read = read(graph, later, root);
      long patience = left < SAMPLE.patience() ? SAMPLE.rootWords() : SAMPLE.fewRootWords();
      most[0] = before + read + patience;
      try {
        roots.run(root);
        below = Math.max(0, enumeration.allWork() - before - read);
        found = cliques(enumeration.tally());
      } catch (BudgetSpentException e) {
        left++;
        magnitude = true;
        most[0] = Long.MAX_VALUE;
        MaximalTreeEstimate.Below mean =
            tree.mean(roots.matrix(root), SAMPLE.fewestDescents(), SAMPLE.descentWords());
        below = Math.max((double) patience, mean.work());
        found = Math.max(cliques(enumeration.tally()), mean.cliques());
      }
      words += member.weight() * below;
      cliques += member.weight() * found;
      vertices +=
          member.weight() * found * meanSize(enumeration.tally(), graph.outDegree(root) + 1);
    }
    double all = 0;
    for (RootSample.Member member : members) {
      all += member.weight() * RootCost.of(graph, member.root());
    }
    double share = Math.max(1, all) / Math.max(1, cost);
    return new MaximalForecast(
        allRead(graph, later),
        words * share,
        cliques * share,
        vertices * share,
        sampled,
        magnitude);
  }

  private static double cliques(MaximalTally tally) {
    BigInteger sum = BigInteger.ZERO;
    for (int size = 0; size < tally.sizes(); size++) {
      sum = sum.add(tally.count(size));
    }
    return sum.doubleValue();
  }

  /** Of the cliques that were found; where none was, the largest there can be. */
  private static double meanSize(MaximalTally tally, int largest) {
    double sum = 0;
    for (int size = 0; size < tally.sizes(); size++) {
      sum += size * tally.count(size).doubleValue();
    }
    double cliques = cliques(tally);
    return cliques == 0 ? largest : sum / cliques;
  }

  /** Elements of the lists that the matrix of a root is made of. */
  private static long read(OrientedGraph graph, PagedRows later, int root) {
    long read = 0;
    long end = graph.offset(root + 1);
    for (long i = graph.offset(root); i < end; i++) {
      read += graph.outDegree(graph.target(i));
    }
    int start = later.start(root);
    for (int i = 0; i < later.length(root); i++) {
      read += graph.outDegree(later.page(root)[start + i]);
    }
    return read;
  }

  /** The same of all roots: every list is read for each neighbour of its vertex. */
  private static double allRead(OrientedGraph graph, PagedRows later) {
    double read = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      double list = graph.outDegree(v);
      read += list * (list + later.length(v));
    }
    return read;
  }
}
