package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.kclique.plan.RootSample;
import io.cliquestream.kernels.cpu.maxclique.reduction.PagedRows;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.part.RootRange;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How much work an enumeration of maximal cliques is, by a sample of roots, before it starts. A
 * sampled root is enumerated as the job would; one that takes too long is left to random descents
 * ({@link MaximalTreeEstimate}). The same for the same graph on every run.
 *
 * @param rows list elements read for the matrices of all roots
 * @param words touched by the search
 * @param cliques maximal cliques
 * @param roots sampled
 * @param magnitude whether that is an order of magnitude only: roots were left to descents
 */
public record MaximalForecast(
    double rows, double words, double cliques, int roots, boolean magnitude) {
  /** Roots of the sample. */
  private static final int SAMPLED_ROOTS = 384;

  /** Words after which a root is left to descents, and after which those are enough. */
  private static final long ROOT_WORDS = 300_000;

  /** Words of all roots of the sample together, after which each is left to few descents. */
  private static final long ALL_WORDS = 100_000_000;

  private static final int FEWEST_DESCENTS = 8;

  /** Ends a root that takes too long. */
  private static final class BudgetSpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetSpentException() {
      super("sampling budget spent", null, false, false);
    }
  }

  /**
   * A forecast; takes some hundred milliseconds where the search is long.
   *
   * @param minimumSize of the cliques that are looked for
   */
  public static MaximalForecast of(OrientedGraph graph, JobControl control, int minimumSize) {
    MaximalCliquePolicy policy = MaximalCliquePolicy.DEFAULT;
    StopMeter meter = new StopMeter(control);
    List<RootSample.Member> members = new RootSample(graph, control, SAMPLED_ROOTS).members();
    PagedRows later =
        CpuMaximalCliques.larger(graph, RootRange.ALL.within(graph.vertexCount()), meter);
    RootEnumeration roots = new RootEnumeration(graph, later, policy, minimumSize);
    Enumeration enumeration = roots.enumeration();
    MaximalTreeEstimate tree =
        new MaximalTreeEstimate(policy, minimumSize, meter, new SplittableRandom(1));
    double words = 0;
    double cliques = 0;
    boolean magnitude = false;
    long[] most = new long[1];
    enumeration.pause(
        () -> {
          control.checkStopped();
          if (enumeration.allWork() > most[0]) {
            throw new BudgetSpentException();
          }
        });
    for (RootSample.Member member : members) {
      control.checkStopped();
      int root = member.root();
      if (graph.outDegree(root) == 0 || graph.outDegree(root) + 1 < minimumSize) {
        continue;
      }
      long before = enumeration.allWork();
      enumeration.tally(new MaximalTally());
      double below;
      double found;
      long read = read(graph, later, root);
      most[0] = before + read + ROOT_WORDS;
      try {
        roots.run(root);
        below = Math.max(0, enumeration.allWork() - before - read);
        found = cliques(enumeration.tally());
      } catch (BudgetSpentException e) {
        magnitude = true;
        MaximalTreeEstimate.Below mean =
            tree.mean(
                roots.matrix(root),
                FEWEST_DESCENTS,
                enumeration.allWork() < ALL_WORDS ? ROOT_WORDS : 0);
        below = Math.max(ROOT_WORDS, mean.work());
        found = Math.max(cliques(enumeration.tally()), mean.cliques());
      }
      words += member.weight() * below;
      cliques += member.weight() * found;
    }
    return new MaximalForecast(allRead(graph, later), words, cliques, members.size(), magnitude);
  }

  private static double cliques(MaximalTally tally) {
    BigInteger sum = BigInteger.ZERO;
    for (int size = 0; size < tally.sizes(); size++) {
      sum = sum.add(tally.count(size));
    }
    return sum.doubleValue();
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
