package io.cliquestream.worker.intake;

import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.cache.Place;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import java.util.Locale;

/** What can be measured of graphs by looking. */
final class GraphMetrics {
  private GraphMetrics() {}

  static void bind(
      WorkerMetrics metrics,
      HostMemory memory,
      AssemblyBudget budget,
      GraphCache cache,
      GraphCatalog catalog,
      NameMemory names) {
    metrics.gauge(Metric.OFF_HEAP, memory, m -> (double) m.used());
    metrics.gauge(Metric.OFF_HEAP_LIMIT, memory, m -> (double) m.limit());
    metrics.gauge(Metric.ASSEMBLY, budget, b -> (double) b.used());
    metrics.gauge(Metric.NAMES, names, n -> (double) n.used());
    metrics.gauge(Metric.CACHE, cache, c -> (double) c.statistics().bytes());
    metrics.gauge(Metric.CACHE_SPILL, cache, c -> (double) c.statistics().spillBytes());
    metrics.gauge(
        Metric.CACHE_SPILL_DEGRADED, cache, c -> c.statistics().isSpillDegraded() ? 1 : 0);
    metrics.count(Metric.CACHE_HITS, cache, c -> (double) c.statistics().hits());
    metrics.count(Metric.CACHE_MISSES, cache, c -> (double) c.statistics().misses());
    metrics.count(Metric.CACHE_EVICTIONS, cache, c -> (double) c.statistics().evictions());
    metrics.count(Metric.CACHE_BUILDS, cache, c -> (double) c.statistics().builds());
    metrics.count(Metric.CACHE_SPILL_FAILURES, cache, c -> (double) c.statistics().spillFailures());
    metrics.count(Metric.GRAPH_REREADS, cache, c -> (double) c.statistics().rereads());
    for (Place place : Place.values()) {
      metrics.gauge(
          Metric.GRAPH_PLACES,
          catalog,
          c -> (double) c.usable().stream().filter(graph -> graph.place() == place).count(),
          "place",
          place.name().toLowerCase(Locale.ROOT));
    }
  }
}
