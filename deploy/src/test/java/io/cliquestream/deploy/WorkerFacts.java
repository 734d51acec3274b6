package io.cliquestream.deploy;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.engines.DeviceMetrics;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What these tests must know of the worker: the only class here that names its classes. */
final class WorkerFacts {
  /** What the end of a worker may take beyond its drain limit. */
  static final Duration CLOSE_MARGIN = WorkerService.CLOSE_MARGIN;

  private WorkerFacts() {}

  /** Reads settings as a worker reads its environment; refuses variables that are none. */
  static void loadEnvironment(Map<String, String> environment) {
    WorkerSchema.schema().load(null, environment, Map.of());
  }

  /** {@code drain.timeout} where nobody sets it. */
  static Duration defaultDrain() {
    return WorkerSchema.schema().defaults().get(DrainSettings.class).timeout();
  }

  /** Names of all settings. */
  static List<String> settings() {
    return WorkerSchema.schema().names();
  }

  /** A worker in this process. */
  static WorkerService start(Map<String, String> settings) {
    return WorkerService.start(WorkerSchema.schema().load(null, Map.of(), settings));
  }

  /**
   * Names that a GPU, or a bomb among the records, brings; each as a gauge's and as a counter's.
   */
  static Set<String> deviceMetrics() {
    var gauges = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var counters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    for (Metric metric : Metric.values()) {
      if (metric.text().startsWith("cliquestream.device.") || metric == Metric.INTAKE_SKIPPED) {
        var _ = new WorkerMetrics(gauges).gauge(metric, metric, _ -> 1);
        new WorkerMetrics(counters).count(metric, metric, _ -> 1);
      }
    }
    return new ExposedMetrics(gauges.scrape() + counters.scrape()).names();
  }

  /** What a worker with a GPU adds, as Prometheus gets it. */
  static ExposedMetrics addedByADevice() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    // Its figures do not matter here, the meters are those that a worker with one registers.
    var device = new DeviceStatus("", true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    try (var engine = new CpuEngine(1)) {
      DeviceMetrics.bind(engine, () -> List.of(device), new WorkerMetrics(registry));
      return new ExposedMetrics(registry.scrape()).of("cliquestream_device_");
    }
  }

  /** What a process of its own needs to run the command line. */
  static String classPath() {
    // Surefire hides the real one behind a jar with a manifest.
    return System.getProperty(
        "surefire.test.class.path", System.getProperty("java.class.path", ""));
  }

  /**
   * Reads settings as {@code serve --config} does.
   *
   * @throws RuntimeException when one of them does not exist or has a wrong value
   */
  static void load(String properties) throws IOException {
    Path file = Files.createTempFile("cliquestream", ".properties");
    try {
      Files.writeString(file, properties);
      WorkerSchema.schema().load(file, Map.of(), Map.of());
    } finally {
      Files.delete(file);
    }
  }
}
