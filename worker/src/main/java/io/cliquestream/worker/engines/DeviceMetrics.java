package io.cliquestream.worker.engines;

import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The meters of an engine and its GPU; a worker without one has the engine's alone. */
public final class DeviceMetrics {
  private DeviceMetrics() {}

  /**
   * Registers the meters.
   *
   * @param device the device as last seen; asked for every value, so it must not block
   */
  public static void bind(
      Engine engine, Supplier<Optional<DeviceStatus>> device, WorkerMetrics metrics) {
    metrics.gauge(Metric.ENGINE, engine, _ -> 1, "kind", engine.kind().label());
    if (device.get().isEmpty()) {
      return;
    }
    metrics.gauge(Metric.DEVICE_READY, device, of(status -> status.ready() ? 1 : 0));
    metrics.gauge(Metric.DEVICE_MEMORY, device, of(DeviceStatus::usedBytes));
    metrics.gauge(Metric.DEVICE_MEMORY_PEAK, device, of(DeviceStatus::peakBytes));
    metrics.gauge(Metric.DEVICE_MEMORY_BUDGET, device, of(DeviceStatus::budgetBytes));
    metrics.gauge(Metric.DEVICE_CACHE, device, of(DeviceStatus::cachedBytes));
    metrics.gauge(Metric.DEVICE_GRAPHS, device, of(DeviceStatus::cachedGraphs));
    metrics.count(Metric.DEVICE_CACHE_HITS, device, of(DeviceStatus::cacheHits));
    metrics.count(Metric.DEVICE_CACHE_MISSES, device, of(DeviceStatus::cacheMisses));
    metrics.count(Metric.DEVICE_CACHE_EVICTIONS, device, of(DeviceStatus::cacheEvictions));
    metrics.gauge(Metric.DEVICE_LANES, device, of(DeviceStatus::lanes));
    metrics.gauge(Metric.DEVICE_BUSY_LANES, device, of(DeviceStatus::busyLanes));
    metrics.gauge(Metric.DEVICE_WAITING, device, of(DeviceStatus::waitingJobs));
    metrics.count(Metric.DEVICE_JOBS, device, of(DeviceStatus::deviceJobs), "engine", "cuda");
    metrics.count(Metric.DEVICE_JOBS, device, of(DeviceStatus::hostJobs), "engine", "cpu");
    metrics.count(Metric.DEVICE_FAULTS, device, of(DeviceStatus::faults));
  }

  private static ToDoubleFunction<Supplier<Optional<DeviceStatus>>> of(
      ToDoubleFunction<DeviceStatus> value) {
    return device -> device.get().map(value::applyAsDouble).orElse(0.0);
  }
}
