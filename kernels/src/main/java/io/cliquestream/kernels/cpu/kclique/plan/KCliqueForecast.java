package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.util.Locale;

/**
 * How much work a k-clique count is, by a sample of roots, before it starts. Takes some ten
 * milliseconds, and some hundred where the sample finds no end.
 *
 * @param method the cheaper way
 * @param steps its steps, a row of candidates looked at each
 * @param magnitude whether that is an order of magnitude only, since the sample found no end
 */
public record KCliqueForecast(KCliqueMethod method, double steps, boolean magnitude) {
  private static final double YEAR_SECONDS = 365.0 * 24 * 3600;

  /**
   * GPU: a job less its kernel, and what an edge adds: transfer, ranking, orders, plan, samples.
   * Measured on one H200 with five graphs of 0.09 to 2.7 million edges: 3.3 to 6.8 ms.
   */
  private static final double DEVICE_JOB_NANOS = 3.3e6;

  private static final double DEVICE_EDGE_NANOS = 1.3;

  /** GPU: a step of the host's forecast. */
  private static final double DEVICE_STEP_NANOS = 0.05;

  /** A forecast for the sizes from {@code smallest} to {@code largest}, 3 or more. */
  public static KCliqueForecast of(
      OrientedGraph graph, JobControl control, int smallest, int largest) {
    KCliquePlanner.Plan plan = new KCliquePlanner(graph, control).plan(smallest, largest);
    double steps =
        switch (plan.method()) {
          case ORIENTATION -> plan.orientationSteps();
          case PIVOTING -> plan.pivotSteps();
        };
    return new KCliqueForecast(plan.method(), steps, plan.beyondBudget() > 0);
  }

  /** Time on so many threads of the host. */
  public double hostNanos(int threads) {
    double cost = method == KCliqueMethod.PIVOTING ? KCliquePolicy.PIVOT_STEP_COST : 1;
    return steps * cost * KCliquePolicy.STEP_NANOS / threads;
  }

  /** Time that passes on the GPU before the first clique of a graph that it does not hold. */
  public static double deviceStartNanos(long edges) {
    return DEVICE_JOB_NANOS + DEVICE_EDGE_NANOS * edges;
  }

  /** Time on one H200 for a graph that it does not hold; tells milliseconds from seconds. */
  public double deviceNanos(long edges) {
    return deviceStartNanos(edges) + steps * DEVICE_STEP_NANOS;
  }

  /**
   * Refuses what would not end.
   *
   * @param on who would count, in words
   * @throws ComputeException HOPELESS, with the estimate, when ten years would not do
   */
  public static void requireFeasible(double steps, double seconds, String on) {
    if (seconds > KCliquePolicy.HOPELESS_SECONDS) {
      throw new ComputeException(
          FailureCode.HOPELESS,
          String.format(
              Locale.ROOT,
              "counting these cliques would take about %.0g steps, or %.0g years on %s",
              steps,
              seconds / YEAR_SECONDS,
              on));
    }
  }
}
