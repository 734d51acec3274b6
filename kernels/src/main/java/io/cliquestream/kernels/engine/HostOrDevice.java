package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueTuning;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Predicts who counts cliques sooner, the host's threads or the GPU. Before its first clique the
 * GPU has to be given the graph and to orient it, so much a job and an edge; the host has to orient
 * it too, which is dearer by far, and then counts more slowly. Where orienting alone takes the host
 * longer than the GPU needs before it starts, nothing is asked; else a sample tells the steps.
 *
 * <p>Times were measured on one H200 and on cores of two EPYC and Xeon machines; they need only
 * tell milliseconds from seconds.
 */
final class HostOrDevice {
  /**
   * GPU: a job less its kernel, and what an edge adds: transfer, ranking, orders, plan, samples.
   * Measured on five graphs of 0.09 to 2.7 million edges: 3.3 to 6.8 ms.
   */
  private static final double DEVICE_JOB_NANOS = 3.3e6;

  private static final double DEVICE_EDGE_NANOS = 1.3;

  /** GPU: a step of the host's forecast. */
  private static final double DEVICE_STEP_NANOS = 0.05;

  /** Host: an edge of a degeneracy order and orientation; 23 to 29 on the three larger of them. */
  private static final double HOST_EDGE_NANOS = 27;

  /** Longest that the host may try a search whose length nobody can predict. */
  private static final double MOST_TRIAL_NANOS = 10e6;

  private HostOrDevice() {}

  /** Time that passes on the GPU before the first clique of a graph that it does not hold. */
  private static double deviceStartNanos(long edges) {
    return DEVICE_JOB_NANOS + DEVICE_EDGE_NANOS * edges;
  }

  /**
   * Whether k-cliques are counted on the host.
   *
   * @param threads of the host
   * @return why, if they are
   */
  static Optional<String> reasonForHost(
      PreparedGraph graph, KCliqueCount job, JobControl control, int threads) {
    if (job.largest() <= 2) {
      return Optional.of("vertices and edges are counted already");
    }
    if (job.tuning().equals(KCliqueTuning.none())) {
      long edges = graph.raw().map(RawEdges::pairs).orElseGet(graph::edgeTotal);
      double device = deviceStartNanos(edges);
      double host = HOST_EDGE_NANOS * edges;
      if (host < device) {
        KCliqueForecast forecast =
            KCliqueForecast.of(
                graph.oriented(job.ordering().orElse(Ordering.DEGENERACY), control),
                control,
                Math.max(3, job.smallest()),
                job.largest());
        host += forecast.hostNanos(threads);
        device += forecast.steps() * DEVICE_STEP_NANOS;
      }
      if (host < device) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "%.1f ms are predicted there, %.1f ms on the GPU",
                host / 1e6,
                device / 1e6));
      }
    }
    return Optional.empty();
  }

  /**
   * How long the host may try to find maximum cliques before the GPU is asked: as long as the GPU
   * would take to start. No sample predicts branch and bound; so the wrong guess costs that much
   * again at most.
   */
  static Duration trial(PreparedGraph graph) {
    return Duration.ofNanos(
        (long) Math.min(MOST_TRIAL_NANOS, deviceStartNanos(graph.graph().edgeCount())));
  }
}
