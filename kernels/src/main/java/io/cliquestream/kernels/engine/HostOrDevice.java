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
  /** Host: an edge of a degeneracy order and orientation; 23 to 29 on the three larger of them. */
  private static final double HOST_EDGE_NANOS = 27;

  /** Longest that the host may try a search whose length nobody can predict. */
  private static final double MOST_TRIAL_NANOS = 10e6;

  private HostOrDevice() {}

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
      double device = KCliqueForecast.deviceStartNanos(edges);
      double host = HOST_EDGE_NANOS * edges;
      if (host < device) {
        KCliqueForecast forecast =
            KCliqueForecast.of(
                graph.oriented(job.ordering().orElse(Ordering.DEGENERACY), control),
                control,
                Math.max(3, job.smallest()),
                job.largest());
        host += forecast.hostNanos(threads);
        device = forecast.deviceNanos(edges);
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
        (long)
            Math.min(
                MOST_TRIAL_NANOS, KCliqueForecast.deviceStartNanos(graph.graph().edgeCount())));
  }
}
