package io.cliquestream.worker.engines;

import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The meters of an engine and its GPUs; a worker without one has the engine's alone. */
public final class DeviceMetrics {
  private DeviceMetrics() {}

  /**
   * Registers the meters.
   *
   * @param devices as last seen, always the same in the same order; asked for every value, so it
   *     must not block
   */
  public static void bind(
      Engine engine, Supplier<List<DeviceStatus>> devices, WorkerMetrics metrics) {
    metrics.gauge(Metric.ENGINE, engine, _ -> 1, "kind", engine.kind().label());
    for (int i = 0; i < devices.get().size(); i++) {
      new Meters(devices, i, metrics).register();
    }
  }

  /** Of one device, which its place in the worker's list names. */
  private record Meters(Supplier<List<DeviceStatus>> devices, int place, WorkerMetrics metrics) {
    void register() {
      gauge(Metric.DEVICE_READY, status -> status.ready() ? 1 : 0);
      gauge(Metric.DEVICE_MEMORY, DeviceStatus::usedBytes);
      gauge(Metric.DEVICE_MEMORY_PEAK, DeviceStatus::peakBytes);
      gauge(Metric.DEVICE_MEMORY_BUDGET, DeviceStatus::budgetBytes);
      gauge(Metric.DEVICE_CACHE, DeviceStatus::cachedBytes);
      gauge(Metric.DEVICE_GRAPHS, DeviceStatus::cachedGraphs);
      count(Metric.DEVICE_CACHE_HITS, DeviceStatus::cacheHits);
      count(Metric.DEVICE_CACHE_MISSES, DeviceStatus::cacheMisses);
      count(Metric.DEVICE_CACHE_EVICTIONS, DeviceStatus::cacheEvictions);
      gauge(Metric.DEVICE_LANES, DeviceStatus::lanes);
      gauge(Metric.DEVICE_BUSY_LANES, DeviceStatus::busyLanes);
      gauge(Metric.DEVICE_WAITING, DeviceStatus::waitingJobs);
      count(Metric.DEVICE_JOBS, DeviceStatus::deviceJobs, "engine", "cuda");
      count(Metric.DEVICE_JOBS, DeviceStatus::hostJobs, "engine", "cpu");
      count(Metric.DEVICE_FAULTS, DeviceStatus::faults);
    }

    private void gauge(Metric metric, ToDoubleFunction<DeviceStatus> value) {
      metrics.gauge(metric, devices, of(value), tags());
    }

    private void count(Metric metric, ToDoubleFunction<DeviceStatus> value, String... more) {
      metrics.count(metric, devices, of(value), tags(more));
    }

    private ToDoubleFunction<Supplier<List<DeviceStatus>>> of(
        ToDoubleFunction<DeviceStatus> value) {
      return all -> {
        List<DeviceStatus> now = all.get();
        return place < now.size() ? value.applyAsDouble(now.get(place)) : 0.0;
      };
    }

    private String[] tags(String... more) {
      return Stream.concat(Stream.of("device", Integer.toString(place)), Stream.of(more))
          .toArray(String[]::new);
    }
  }
}
