package io.cliquestream.worker.trace;

import io.cliquestream.worker.config.ConfigurationException;
import io.cliquestream.worker.config.TraceSettings;
import io.cliquestream.worker.metrics.BuildInfo;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends spans to an OTLP receiver: in batches, from a thread of its own, out of a bounded queue. A
 * receiver that is away or slow costs the spans, and nothing else.
 *
 * @param account of what became of spans
 * @param provider where spans begin
 */
public record TraceExport(SpanAccount account, SdkTracerProvider provider)
    implements AutoCloseable {
  /** What closing may take: the last spans are worth no more. */
  public static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

  private static final int BATCH_SPANS = 512;

  /** The library's own words; kept, because a logger that nobody holds forgets its level. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  /**
   * Opens a way to the receiver; talks to nobody yet.
   *
   * @param service what the receiver shows as the sender: {@code service.name}
   * @param instance which one of them
   * @throws ConfigurationException when a setting cannot be used
   */
  public static TraceExport open(TraceSettings settings, String service, String instance) {
    // Says every failed request; SpanAccount says when failing begins and ends.
    LIBRARY.setLevel(Level.OFF);
    var exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(settings.otlpEndpoint())
            .setHeaders(settings::headers)
            .setCompression("gzip")
            .setConnectTimeout(settings.exportTimeout())
            .setTimeout(settings.exportTimeout());
    if (!settings.otlpAuthorities().toString().isEmpty()) {
      try {
        exporter.setTrustedCertificates(Files.readAllBytes(settings.otlpAuthorities()));
      } catch (IOException | IllegalArgumentException e) {
        throw new ConfigurationException(
            "traces.otlp-authorities cannot be used: " + settings.otlpAuthorities(), e);
      }
    }
    var account = new SpanAccount(settings.otlpEndpoint(), exporter.build());
    var batches =
        BatchSpanProcessor.builder(account)
            .setMaxQueueSize(settings.queuedSpans())
            .setMaxExportBatchSize(BATCH_SPANS)
            .setScheduleDelay(settings.exportInterval())
            .setExporterTimeout(settings.exportTimeout())
            .build();
    var provider =
        SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.share())))
            .setResource(Resource.create(resource(service, instance)))
            .addSpanProcessor(account.ends())
            .addSpanProcessor(batches)
            .build();
    return new TraceExport(account, provider);
  }

  private static Attributes resource(String service, String instance) {
    return Attributes.of(
        SpanNames.SERVICE_NAME,
        service,
        SpanNames.SERVICE_INSTANCE,
        instance,
        SpanNames.SERVICE_VERSION,
        BuildInfo.read().version(),
        SpanNames.NAMES_VERSION,
        SpanNames.VERSION);
  }

  /** Sends what waits, within {@link #CLOSE_LIMIT}. */
  @Override
  public void close() {
    provider.shutdown().join(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
