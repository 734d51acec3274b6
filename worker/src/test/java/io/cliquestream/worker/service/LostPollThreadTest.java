package io.cliquestream.worker.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.BlockedLoops;
import io.cliquestream.worker.failure.WorkerException;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole worker whose Kafka client throws an error on the thread that polls the graphs. */
@Tag("seam")
final class LostPollThreadTest {
  /** Where a client connects, on the thread that asked it to. */
  public static final class DyingConnections extends DefaultSslEngineFactory {
    @Override
    public SSLEngine createClientSslEngine(String host, int port, String identification) {
      if (Thread.currentThread().getName().equals("cliquestream-graphs-poll")) {
        throw new NoClassDefFoundError("of a test");
      }
      return super.createClientSslEngine(host, port, identification);
    }
  }

  @Test
  void thePollThreadOfTheGraphsDiedAndTheWorkerStayedLive(@TempDir Path folder) throws Exception {
    Path properties =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SSL\nssl.engine.factory.class="
                + DyingConnections.class.getName()
                + "\n");
    try (var silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        HttpClient client = HttpClient.newHttpClient();
        WorkerService worker =
            WorkerService.start(
                WorkerSchema.schema()
                    .load(
                        null,
                        Map.of(),
                        Map.of(
                            "kafka.bootstrap",
                            "localhost:" + silent.getLocalPort(),
                            "kafka.properties-file",
                            properties.toString(),
                            "kafka.request-timeout",
                            "2s",
                            "drain.timeout",
                            "1s",
                            "http.port",
                            "0",
                            "graphs.spill-folder",
                            folder.toString())),
                BlockedLoops.vertx())) {
      WorkerException broken =
          worker.broken().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      assertThat(broken).hasMessageContaining("NoClassDefFoundError");
      assertThat(broken.code()).isEqualTo(FailureCode.FAILURE_CODE_WORKER_BROKEN);
      assertThat(worker.failure()).contains(broken);
      HttpResponse<String> live =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + worker.httpPort() + "/live"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(live.statusCode()).as(live.body()).isEqualTo(503);
      assertThat(
              new JsonObject(live.body())
                  .getJsonArray("checks").stream().map(JsonObject.class::cast))
          .filteredOn(check -> check.getString("status").equals("DOWN"))
          .singleElement()
          .satisfies(
              check -> {
                assertThat(check.getString("id")).isEqualTo("intake");
                assertThat(check.encode()).contains("NoClassDefFoundError");
              });
    }
    BlockedLoops.requireNone();
  }
}
