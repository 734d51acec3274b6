package io.cliquestream.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.BlockedLoops;
import io.cliquestream.worker.config.HttpSettings;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ManagementServerTest {
  @Test
  void servesMetricsAndHealth() throws Exception {
    Vertx vertx = BlockedLoops.vertx();
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var metrics = new WorkerMetrics(registry);
    metrics.timer(Metric.PREPARE).record(Duration.ofMillis(5));
    metrics.counter(Metric.REJECTIONS, "code", "CHUNK_MISSING").increment();
    var healthy = new AtomicBoolean();
    var server =
        new ManagementServer(vertx, new HttpSettings("localhost", 0), registry)
            .readyWhen("broker", healthy::get)
            .readyWhen("engine", () -> true);
    int port = server.start().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    try (var client = HttpClient.newHttpClient()) {
      assertThat(get(client, port, "/live").statusCode()).isEqualTo(200);
      var notReady = get(client, port, "/ready");
      assertThat(notReady.statusCode()).isEqualTo(503);
      assertThat(notReady.body()).contains("broker", "engine");
      healthy.set(true);
      assertThat(get(client, port, "/ready").statusCode()).isEqualTo(200);
      assertThat(get(client, port, "/metrics").body())
          .contains("cliquestream_prepare_seconds_bucket", "cliquestream_prepare_seconds_count 1")
          .contains("cliquestream_rejections_versions_total{code=\"CHUNK_MISSING\"} 1.0");
      assertThat(get(client, port, "/other").statusCode()).isEqualTo(404);
    } finally {
      server.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
      vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
      BlockedLoops.requireNone();
    }
  }

  private static HttpResponse<String> get(HttpClient client, int port, String path)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
