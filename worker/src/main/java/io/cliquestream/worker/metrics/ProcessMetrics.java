package io.cliquestream.worker.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.Optional;

/** What the Java runtime and the operating system tell of this process, and what was built. */
public final class ProcessMetrics implements AutoCloseable {
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** Registers the meters jvm_*, process_*, system_* and cliquestream_build_info. */
  public ProcessMetrics(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    collections.bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    String version =
        Optional.ofNullable(ProcessMetrics.class.getPackage().getImplementationVersion())
            .orElse("unpackaged");
    Gauge.builder("cliquestream.build.info", () -> 1)
        .description("1; its labels say what runs")
        .tag("version", version)
        .tag("java", Runtime.version().toString())
        .register(registry);
  }

  @Override
  public void close() {
    collections.close();
  }
}
