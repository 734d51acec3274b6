package io.cliquestream.worker.engines;

import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import java.util.function.ToDoubleFunction;

/** The meters of an engine and its GPU; a worker without one has the engine's alone. */
public final class DeviceMetrics {
  private DeviceMetrics() {}

  public static void bind(Engine engine, WorkerMetrics metrics) {
    metrics.gauge(Metric.ENGINE, engine, _ -> 1, "kind", engine.kind().label());
    if (engine.device().isEmpty()) {
      return;
    }
    metrics.gauge(Metric.DEVICE_READY, engine, of(status -> status.ready() ? 1 : 0));
    metrics.gauge(Metric.DEVICE_MEMORY, engine, of(DeviceStatus::usedBytes));
    metrics.gauge(Metric.DEVICE_MEMORY_PEAK, engine, of(DeviceStatus::peakBytes));
    metrics.gauge(Metric.DEVICE_MEMORY_BUDGET, engine, of(DeviceStatus::budgetBytes));
    metrics.gauge(Metric.DEVICE_CACHE, engine, of(DeviceStatus::cachedBytes));
    metrics.gauge(Metric.DEVICE_GRAPHS, engine, of(DeviceStatus::cachedGraphs));
    metrics.count(Metric.DEVICE_CACHE_HITS, engine, of(DeviceStatus::cacheHits));
    metrics.count(Metric.DEVICE_CACHE_MISSES, engine, of(DeviceStatus::cacheMisses));
    metrics.count(Metric.DEVICE_CACHE_EVICTIONS, engine, of(DeviceStatus::cacheEvictions));
    metrics.gauge(Metric.DEVICE_LANES, engine, of(DeviceStatus::lanes));
    metrics.gauge(Metric.DEVICE_BUSY_LANES, engine, of(DeviceStatus::busyLanes));
    metrics.gauge(Metric.DEVICE_WAITING, engine, of(DeviceStatus::waitingJobs));
    metrics.count(Metric.DEVICE_JOBS, engine, of(DeviceStatus::deviceJobs), "engine", "cuda");
    metrics.count(Metric.DEVICE_JOBS, engine, of(DeviceStatus::hostJobs), "engine", "cpu");
    metrics.count(Metric.DEVICE_FAULTS, engine, of(DeviceStatus::faults));
  }

  private static ToDoubleFunction<Engine> of(ToDoubleFunction<DeviceStatus> value) {
    return engine -> engine.device().map(value::applyAsDouble).orElse(0.0);
  }
}
