package io.cliquestream.worker.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.worker.BlockedLoops;
import io.cliquestream.worker.TestCertificates;
import io.cliquestream.worker.config.ConfigurationException;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.HttpSettings;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManagementServerTest {
  private static final PartHealth WORKS = PartHealth.up(Duration.ofMillis(1500), "answered");

  private final Vertx vertx = BlockedLoops.vertx();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicReference<PartHealth> broker = new AtomicReference<>(WORKS);
  private final AtomicReference<PartHealth> loop = new AtomicReference<>(WORKS);
  private final HttpClient client = HttpClient.newHttpClient();
  private ManagementServer server;

  @AfterEach
  void close() throws Exception {
    client.close();
    if (server != null) {
      await(server.close());
    }
    await(vertx.close());
    BlockedLoops.requireNone();
  }

  @Test
  void everyPartIsNamedWithItsAge() throws Exception {
    int port = start(Map.of());
    assertThat(get(port, "/live").statusCode()).isEqualTo(200);
    assertThat(get(port, "/ready").body())
        .isEqualTo(
            "{\"status\":\"UP\",\"checks\":[{\"id\":\"broker\",\"status\":\"UP\","
                + "\"age_seconds\":1.5,\"detail\":\"answered\"}],\"outcome\":\"UP\"}");
    broker.set(PartHealth.down(Duration.ofSeconds(5), "does not answer"));
    HttpResponse<String> notReady = get(port, "/ready");
    assertThat(notReady.statusCode()).isEqualTo(503);
    assertThat(notReady.body()).contains("\"DOWN\"", "\"age_seconds\":5.0", "does not answer");
    // Not ready is no reason for a restart; a dead thread is.
    assertThat(get(port, "/live").statusCode()).isEqualTo(200);
    loop.set(PartHealth.down(Duration.ofSeconds(20), "died"));
    assertThat(get(port, "/live").statusCode()).isEqualTo(503);
    assertThat(get(port, "/health").body()).contains("\"loop\"", "died", "\"broker\"");
    assertThat(get(port, "/other").statusCode()).isEqualTo(404);
  }

  @Test
  void metricsAreServed() throws Exception {
    var metrics = new WorkerMetrics(registry);
    metrics.timer(Metric.PREPARE).record(Duration.ofMillis(5));
    metrics.counter(Metric.REJECTIONS, "code", "CHUNK_MISSING").increment();
    int port = start(Map.of());
    assertThat(get(port, "/metrics").body())
        .contains("cliquestream_prepare_seconds_bucket", "cliquestream_prepare_seconds_count 1")
        .contains("cliquestream_rejections_versions_total{code=\"CHUNK_MISSING\"} 1.0");
  }

  @Test
  void withoutTheTokenOneLearnsWhetherTheWorkerIsReadyAndNoMore() throws Exception {
    int port = start(Map.of("http.token", "sesame"));
    for (String wrong : new String[] {null, "Bearer", "Bearer sesam", "Bearer sesame!", "sesame"}) {
      assertThat(get(port, "/metrics", wrong).statusCode()).as(wrong).isEqualTo(401);
      assertThat(get(port, "/health", wrong).statusCode()).as(wrong).isEqualTo(401);
      assertThat(get(port, "/ready", wrong).body()).isEqualTo("{\"status\":\"UP\"}");
    }
    assertThat(get(port, "/metrics", "Bearer sesame").statusCode()).isEqualTo(200);
    assertThat(get(port, "/ready", "bearer sesame").body()).contains("checks");
  }

  @Test
  void theTokenMayStandInAFile(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "open\n");
    int port = start(Map.of("http.token-file", file.toString()));
    assertThat(get(port, "/metrics").statusCode()).isEqualTo(401);
    assertThat(get(port, "/metrics", "Bearer open").statusCode()).isEqualTo(200);
  }

  @Test
  void anAddressThatOthersReachIsNotOpenedToAnybody(@TempDir Path folder) throws Exception {
    assertThatThrownBy(() -> start(Map.of("http.host", "0.0.0.0")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("http.host 0.0.0.0 is reached by other machines")
        .hasMessageContaining("http.insecure=true");
    assertThatThrownBy(
            () -> start(Map.of("http.tls-client-authorities", folder.resolve("ca.pem").toString())))
        .hasMessageContaining("needs http.tls-certificate");
    assertThatThrownBy(() -> start(Map.of("http.token-file", folder.resolve("absent").toString())))
        .hasMessageContaining("http.token-file cannot be read");
    assertThat(get(start(Map.of("http.host", "0.0.0.0", "http.token", "t")), "/live").statusCode())
        .isEqualTo(200);
    await(server.close());
    assertThat(
            get(start(Map.of("http.host", "0.0.0.0", "http.insecure", "true")), "/metrics")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void withTlsPlainTextAndStrangersAreTurnedAway(@TempDir Path folder) throws Exception {
    var own = TestCertificates.in(folder, "server");
    var known = TestCertificates.in(folder, "known");
    var stranger = TestCertificates.in(folder, "stranger");
    int port =
        start(
            Map.of(
                "http.host",
                "0.0.0.0",
                "http.tls-certificate",
                own.certificate().toString(),
                "http.tls-key",
                own.key().toString(),
                "http.tls-client-authorities",
                known.certificate().toString()));
    assertThat(status(own, known, port)).isEqualTo(200);
    assertThatThrownBy(() -> status(own, stranger, port)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> status(own, null, port)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get(port, "/live"))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(ConnectException.class);
  }

  @Test
  void aClientThatSendsItsRequestByteByByteIsCutOff() throws Exception {
    int port = start(Map.of("http.idle-timeout", "300ms"));
    try (var slow = new Socket(InetAddress.getLoopbackAddress(), port)) {
      slow.setSoTimeout(60_000);
      // Each byte is news, so an idle timeout alone would wait for ever.
      var sender =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (byte next :
                          ("GET /live HTTP/1.1\r\nx: " + "y".repeat(4_000))
                              .getBytes(StandardCharsets.US_ASCII)) {
                        slow.getOutputStream().write(next);
                        Thread.sleep(20);
                      }
                    } catch (IOException | InterruptedException e) {
                      // Cut off, as it should be.
                    }
                  });
      assertThat(endOf(slow)).isTrue();
      sender.interrupt();
    }
    assertThat(get(port, "/live").statusCode()).isEqualTo(200);
  }

  @Test
  void connectionsHeadersAndBodiesAreBounded() throws Exception {
    int port = start(Map.of("http.maximum-connections", "2", "http.header-bytes", "1KiB"));
    try (var one = new Socket(InetAddress.getLoopbackAddress(), port);
        var two = new Socket(InetAddress.getLoopbackAddress(), port)) {
      // The server has seen both when it has answered both.
      assertThat(answers(one)).isTrue();
      assertThat(answers(two)).isTrue();
      try (var three = new Socket(InetAddress.getLoopbackAddress(), port)) {
        three.setSoTimeout(60_000);
        assertThat(endOf(three)).isTrue();
      }
    }
    await(server.close());
    int second = start(Map.of("http.header-bytes", "1KiB"));
    assertThat(
            client
                .send(
                    request(second, "/live")
                        .POST(HttpRequest.BodyPublishers.ofString("body"))
                        .build(),
                    HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(413);
    assertThat(
            client
                .send(
                    request(second, "/live").DELETE().build(), HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(405);
    // Last, because the server closes the connection after it.
    assertThat(
            client
                .send(
                    request(second, "/live").header("x", "y".repeat(2_000)).build(),
                    HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(431);
  }

  private int start(Map<String, String> flags) throws Exception {
    var all = new HashMap<>(Map.of("http.port", "0"));
    all.putAll(flags);
    HttpSettings settings =
        ConfigurationSchema.of(HttpSettings.class)
            .load(null, Map.of(), all)
            .get(HttpSettings.class);
    server =
        new ManagementServer(vertx, settings, registry)
            .liveWhile("loop", loop::get)
            .readyWhile("broker", broker::get);
    return await(server.start());
  }

  private static boolean answers(Socket socket) throws IOException {
    socket.setSoTimeout(60_000);
    socket
        .getOutputStream()
        .write("GET /live HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return socket.getInputStream().read() == 'H';
  }

  /** Whether the other side closes without a word. */
  private static boolean endOf(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      throw e;
    } catch (java.net.SocketException e) {
      return true; // reset is an end as well
    }
  }

  private static int status(TestCertificates trusted, TestCertificates shown, int port)
      throws Exception {
    try (var secure = HttpClient.newBuilder().sslContext(trusted.trustedBy(shown)).build()) {
      return secure
          .send(
              HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/metrics")).build(),
              HttpResponse.BodyHandlers.ofString())
          .statusCode();
    }
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    return get(port, path, null);
  }

  private HttpResponse<String> get(int port, String path, String authorization) throws Exception {
    HttpRequest.Builder request = request(port, path);
    if (authorization != null) {
      request.header("authorization", authorization);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .version(HttpClient.Version.HTTP_1_1);
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
