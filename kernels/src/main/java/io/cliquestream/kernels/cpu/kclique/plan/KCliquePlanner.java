package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.cpu.kclique.search.OrientationSearch;
import io.cliquestream.kernels.cpu.kclique.search.PivotSearch;
import io.cliquestream.kernels.cpu.kclique.search.RootSearch;
import io.cliquestream.kernels.cpu.schedule.BudgetSpentException;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.math.BigInteger;
import java.util.List;

/**
 * Chooses between orientation and pivoting by trying both on a sample.
 *
 * <p>Each method counts its steps below a sample of roots ({@link RootSample}) within a budget;
 * what the sample stands for is the prediction. Where the budget does not do, random descents tell
 * how large the tree of the method is ({@link PivotTreeEstimate}, {@link OrientationTreeEstimate}),
 * for progress and for the answer that it is hopeless. Steps, not seconds, are compared, so the
 * choice is the same on every run.
 */
public final class KCliquePlanner {
  /**
   * What the sample says.
   *
   * @param method the cheaper method
   * @param orientationSteps predicted steps; an order of magnitude when the budget ended the sample
   * @param pivotSteps predicted steps; an order of magnitude when the budget ended the sample
   * @param beyondBudget predicted steps of the chosen method when the budget ended its sample, else
   *     0
   */
  public record Plan(
      KCliqueMethod method, double orientationSteps, double pivotSteps, double beyondBudget) {
    /** Predicted steps of the chosen method. */
    public double steps() {
      double sampled = method == KCliqueMethod.PIVOTING ? pivotSteps : orientationSteps;
      return Math.max(sampled, beyondBudget);
    }
  }

  /**
   * What a sample says of one search.
   *
   * @param steps predicted; too few where the sample did not end
   * @param complete whether the budget sufficed
   */
  public record Sample(double steps, boolean complete) {}

  private final OrientedGraph graph;
  private final JobControl control;
  private final List<RootSample.Member> roots;

  public KCliquePlanner(OrientedGraph graph, JobControl control) {
    this.graph = graph;
    this.control = control;
    this.roots = new RootSample(graph, control, KCliquePolicy.SAMPLED_ROOTS).members();
  }

  /** What the sample says of one pass of pivoting over a range of sizes. */
  public Sample pass(int smallest, int largest) {
    return sample(new PivotSearch(graph, smallest, largest), 0);
  }

  /** Steps of the same as random descents tell them. */
  public double passEstimate(int smallest, int largest) {
    return new PivotTreeEstimate(graph, control, smallest, largest).steps(roots);
  }

  /**
   * Cliques of one size: those below a sample of roots, larger than that of a choice of method,
   * since a list is no order of magnitude; random descents where that does not end.
   */
  public double cliques(int size) {
    List<RootSample.Member> sampled =
        new RootSample(graph, control, KCliquePolicy.COUNTED_ROOTS).members();
    OrientationSearch search = new OrientationSearch(graph, size);
    double sum = 0;
    try {
      search.begin(new Budget<>(control, search));
      for (RootSample.Member member : sampled) {
        BigInteger before = search.total();
        search.root(member.root());
        sum += member.weight() * search.total().subtract(before).doubleValue();
      }
      return sum;
    } catch (BudgetSpentException e) {
      return OrientationTreeEstimate.ofCliques(graph, control, size).steps(sampled);
    }
  }

  /** Compares the methods for the sizes from {@code smallest} to {@code largest}. */
  public Plan plan(int smallest, int largest) {
    Sample pivot = pass(smallest, largest);
    double pivotSteps = pivot.steps;
    if (!pivot.complete) {
      pivotSteps = Math.max(pivotSteps, passEstimate(smallest, largest));
    }
    double orientationSteps = 0;
    boolean complete = true;
    int highest = Math.min(largest, graph.maximumOutDegree() + 1);
    int k = Math.max(3, smallest);
    for (; k <= highest; k++) {
      Sample sample = sample(new OrientationSearch(graph, k), orientationSteps);
      complete = sample.complete;
      orientationSteps +=
          complete
              ? sample.steps
              : Math.max(sample.steps, new OrientationTreeEstimate(graph, control, k).steps(roots));
      if (!complete || orientationSteps > pivotSteps * KCliquePolicy.PIVOT_STEP_COST) {
        break;
      }
    }
    // Sizes beyond one that is too much already would only be worse.
    boolean pivoting =
        orientationSteps > pivotSteps * KCliquePolicy.PIVOT_STEP_COST || (!complete && k < highest);
    if (pivoting) {
      double beyond = pivot.complete ? 0 : pivotSteps;
      return new Plan(KCliqueMethod.PIVOTING, orientationSteps, pivotSteps, beyond);
    }
    double beyond = complete ? 0 : orientationSteps;
    return new Plan(KCliqueMethod.ORIENTATION, orientationSteps, pivotSteps, beyond);
  }

  /** Predicted steps over all roots; incomplete when the budget ran out first. */
  private <S extends RootSearch<S>> Sample sample(S search, double stepsBefore) {
    double sum = 0;
    double weight = 0;
    long before = 0;
    try {
      search.begin(new Budget<>(control, search));
      for (RootSample.Member member : roots) {
        before = search.steps();
        weight = member.weight();
        search.root(member.root());
        sum += weight * (search.steps() - before);
      }
    } catch (BudgetSpentException e) {
      return new Sample(Math.max(sum + weight * (search.steps() - before), stepsBefore), false);
    }
    return new Sample(sum, true);
  }

  /** Lets the search run on the calling thread until its budget is spent. */
  private record Budget<S extends RootSearch<S>>(JobControl control, S search) implements Slice<S> {
    @Override
    public void checkStopped() {
      control.checkStopped();
      if (search.steps() > KCliquePolicy.SAMPLING_STEPS) {
        throw new BudgetSpentException();
      }
    }

    @Override
    public boolean shouldSplit() {
      return false;
    }

    @Override
    public boolean offer(Part<S> part) {
      return false;
    }
  }
}
