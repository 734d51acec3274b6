package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.cpu.kclique.search.OrientationSearch;
import io.cliquestream.kernels.cpu.kclique.search.PivotSearch;
import io.cliquestream.kernels.cpu.kclique.search.RootSearch;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.KCliqueMethod;

/**
 * Chooses between orientation and pivoting by trying both on a sample.
 *
 * <p>The sampled roots lie evenly over the estimated work (the squares of the out-degrees), so each
 * stands for an equal share of it, and big roots are always among them. Each method counts its
 * steps below them within a budget; the ratio of steps to estimated work, times all estimated work,
 * is the prediction. Where even the budget does not do, random descents tell how large the tree of
 * the method is ({@link PivotTreeEstimate}, {@link OrientationTreeEstimate}), for progress and for
 * the answer that it is hopeless. Steps, not seconds, are compared, so the choice is the same on
 * every run.
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
      KCliqueMethod method, double orientationSteps, double pivotSteps, double beyondBudget) {}

  private record Sample(double steps, boolean complete) {}

  private final OrientedGraph graph;
  private final JobControl control;
  private final int[] roots = new int[KCliquePolicy.SAMPLED_ROOTS];
  private double totalCost;

  public KCliquePlanner(OrientedGraph graph, JobControl control) {
    this.graph = graph;
    this.control = control;
    drawRoots();
  }

  private void drawRoots() {
    StopMeter meter = new StopMeter(control);
    for (int root = 0; root < graph.vertexCount(); root++) {
      meter.work(2);
      totalCost += RootCost.of(graph, root);
    }
    double share = totalCost / roots.length;
    double passed = 0;
    int drawn = 0;
    for (int root = 0; root < graph.vertexCount() && drawn < roots.length; root++) {
      meter.work(2);
      passed += RootCost.of(graph, root);
      while (drawn < roots.length && passed >= share * (drawn + 0.5)) {
        roots[drawn++] = root;
      }
    }
    while (drawn < roots.length) {
      roots[drawn++] = graph.vertexCount() - 1;
    }
  }

  /** Compares the methods for the sizes from {@code smallest} to {@code largest}. */
  public Plan plan(int smallest, int largest) {
    Sample pivot = sample(new PivotSearch(graph, smallest, largest), 0);
    double pivotSteps = pivot.steps;
    if (!pivot.complete) {
      PivotTreeEstimate estimate = new PivotTreeEstimate(graph, control, smallest, largest);
      pivotSteps = Math.max(pivotSteps, estimate.steps(roots, totalCost));
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
              : Math.max(
                  sample.steps,
                  new OrientationTreeEstimate(graph, control, k).steps(roots, totalCost));
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
    Budget<S> budget = new Budget<>(control, search);
    double sum = 0;
    int done = 0;
    long before = 0;
    try {
      search.begin(budget);
      for (int root : roots) {
        before = search.steps();
        search.root(root);
        sum += (search.steps() - before) / RootCost.of(graph, root);
        done++;
      }
    } catch (BudgetSpentException e) {
      double last = (search.steps() - before) / RootCost.of(graph, roots[done]);
      double perCost = (sum + last) / (done + 1);
      return new Sample(Math.max(perCost * totalCost, stepsBefore), false);
    }
    return new Sample(sum / roots.length * totalCost, true);
  }

  /** Ends a sample that takes too long. */
  private static final class BudgetSpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetSpentException() {
      super("sampling budget spent", null, false, false);
    }
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
