package io.cliquestream.worker.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.worker.BlockedLoops;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a whole worker says of its health, at a broker that dies. */
@Tag("seam")
final class WorkerHealthTest {
  private static final long LIMIT_SECONDS = 60;

  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.close();
    BlockedLoops.requireNone();
  }

  @Test
  void readySaidUpForAMinuteWhenTheBrokerWasDead(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("broker");
    var broker = EmbeddedBroker.start(EmbeddedBrokerSettings.at(log, 0));
    TopicAdmin.create(
        ClientSettings.of(broker.bootstrapServers()),
        TopicSettings.defaults().withPartitions(2, 2, 1));
    var worker = start(broker, folder);
    try {
      worker
          .running()
          .toCompletionStage()
          .toCompletableFuture()
          .get(LIMIT_SECONDS, TimeUnit.SECONDS);
      JsonObject up = await(worker, true);
      assertThat(ids(up)).contains("broker", "engine", "disk");
      assertThat(ids(new JsonObject(get(worker, "/live").body())))
          .contains("job-loop", "graph-loop", "job-threads", "changes", "intake");
      everyFamilyHasHelp(get(worker, "/metrics").body());
      broker.close();
      JsonObject down = await(worker, false);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      // Jobs may know it a moment before, from a client of their own.
      while (check(down, "broker").getString("status").equals("UP") && System.nanoTime() < end) {
        Thread.sleep(50);
        down = new JsonObject(get(worker, "/ready").body());
      }
      assertThat(check(down, "broker").getString("status")).as(down.encode()).isEqualTo("DOWN");
      assertThat(check(down, "broker").getDouble("age_seconds")).isGreaterThanOrEqualTo(3.0);
      // A broker that is away is no reason to restart the worker.
      assertThat(get(worker, "/live").statusCode()).isEqualTo(200);
      // The worker ends at once when it can take leave of a broker.
      broker = EmbeddedBroker.start(EmbeddedBrokerSettings.at(log, broker.port()));
      await(worker, true);
    } finally {
      worker.close();
      broker.close();
    }
  }

  @Test
  void readyDoesNotGoUpAndDownAfterAStart(@TempDir Path folder) throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      TopicAdmin.create(
          ClientSettings.of(broker.bootstrapServers()),
          TopicSettings.defaults().withPartitions(6, 6, 1));
      try (var worker = start(broker, folder)) {
        var changes = new ArrayList<Integer>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        int sameForLooks = 0;
        while (System.nanoTime() < end && sameForLooks < 200) {
          int status = get(worker, "/ready").statusCode();
          if (changes.isEmpty() || changes.getLast() != status) {
            changes.add(status);
          }
          sameForLooks = status == 200 ? sameForLooks + 1 : 0;
          Thread.sleep(10);
        }
        assertThat(changes).as(get(worker, "/ready").body()).isIn(List.of(503, 200), List.of(200));
      }
    }
  }

  private static void everyFamilyHasHelp(String metrics) {
    var described = new HashSet<String>();
    for (String line : metrics.lines().toList()) {
      if (line.startsWith("# HELP ")) {
        String[] words = line.split(" ", 4);
        if (words.length == 4 && !words[3].isBlank()) {
          described.add(words[2]);
        }
      } else if (line.startsWith("# TYPE ")) {
        assertThat(described).contains(line.split(" ", 4)[2]);
      }
    }
    assertThat(metrics)
        .contains("jvm_memory_used_bytes", "process_uptime_seconds", "cliquestream_build_info{")
        .contains("cliquestream_dead_letters_records_total{topic=\"jobs\"} 0.0");
  }

  private JsonObject await(WorkerService worker, boolean up) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    HttpResponse<String> answer = get(worker, "/ready");
    while ((answer.statusCode() == 200) != up && System.nanoTime() < end) {
      Thread.sleep(50);
      answer = get(worker, "/ready");
    }
    assertThat(answer.statusCode() == 200).as(answer.body()).isEqualTo(up);
    return new JsonObject(answer.body());
  }

  private HttpResponse<String> get(WorkerService worker, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + worker.httpPort() + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static List<String> ids(JsonObject health) {
    return health.getJsonArray("checks").stream()
        .map(check -> ((JsonObject) check).getString("id"))
        .toList();
  }

  private static JsonObject check(JsonObject health, String id) {
    return (JsonObject)
        health.getJsonArray("checks").stream()
            .filter(check -> ((JsonObject) check).getString("id").equals(id))
            .findFirst()
            .orElseThrow();
  }

  private static WorkerService start(EmbeddedBroker broker, Path folder) {
    return WorkerService.start(
        WorkerSchema.schema()
            .load(
                null,
                Map.of(),
                Map.of(
                    "kafka.bootstrap", broker.bootstrapServers(),
                    "kafka.request-timeout", "2s",
                    "drain.timeout", "1s",
                    "http.port", "0",
                    "graphs.spill-folder", folder.toString())),
        BlockedLoops.vertx());
  }
}
