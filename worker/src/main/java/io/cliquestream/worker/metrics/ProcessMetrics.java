package io.cliquestream.worker.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;

/** What the Java runtime and the operating system tell of this process, and what was built. */
public final class ProcessMetrics implements AutoCloseable {
  private static final double NANOS = 1e9;

  private final JvmGcMetrics collections = new JvmGcMetrics();

  /**
   * Registers the meters jvm_*, process_*, system_* and cliquestream_build_info.
   *
   * @param registry without meters yet: what is left out must be said before the first
   */
  public ProcessMetrics(MeterRegistry registry) {
    // Names that Prometheus's own rules refuse; the first has a standard one, below.
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    collections.bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    ProcessHandle process = ProcessHandle.current();
    FunctionCounter.builder("process.cpu", process, ProcessMetrics::cpuSeconds)
        .description("Processor time of this process, all threads together")
        .baseUnit("seconds")
        .register(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    BuildInfo build = BuildInfo.read();
    Gauge.builder("cliquestream.build.info", () -> 1)
        .description("1; its labels say what runs")
        .tag("version", build.version())
        .tag("commit", build.commit())
        .tag("java", Runtime.version().toString())
        .register(registry);
  }

  private static double cpuSeconds(ProcessHandle process) {
    return process.info().totalCpuDuration().map(time -> time.toNanos() / NANOS).orElse(0.0);
  }

  @Override
  public void close() {
    collections.close();
  }
}
