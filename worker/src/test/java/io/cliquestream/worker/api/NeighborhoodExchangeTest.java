package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.worker.service.WorkerService;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neighborhoods of graphs that another worker holds. */
final class NeighborhoodExchangeTest {
  @Test
  void onlyTheHolderToldANeighborhood(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 4)) {
      WorkerService one = group.start("one", Map.of());
      WorkerService two = group.start("two", Map.of());
      for (int i = 0; i < 6; i++) {
        group.publish("g" + i, 1, 1, 2, 2, 3, 3, 1, 3, 4);
        group.delta("g" + i, 1, 2, 4, 5, 5, 1);
      }
      for (WorkerService worker : List.of(one, two)) {
        awaitReady(group, worker);
      }
      var holders = new HashMap<String, Integer>();
      for (int i = 0; i < 6; i++) {
        String path = "/graphs/g" + i;
        holders.merge(ApiGroup.json(group.get(one, path)).get("worker").asText(), 1, Integer::sum);
        for (String asked :
            List.of("?of=1,3&version=1", "?of=1,3", "?of=5&limit=2", "?of=1&version=9")) {
          HttpResponse<String> first = group.get(one, path + "/neighborhood" + asked);
          HttpResponse<String> second = group.get(two, path + "/neighborhood" + asked);
          assertThat(first.statusCode())
              .as(first.body())
              .isEqualTo(asked.endsWith("=9") ? 400 : 200);
          assertThat(second.statusCode()).as(second.body()).isEqualTo(first.statusCode());
          assertThat(second.body()).isEqualTo(first.body());
        }
        JsonNode newest = ApiGroup.json(group.get(two, path + "/neighborhood?of=5"));
        assertThat(newest.get("version").asText()).isEqualTo("2");
        assertThat(newest.get("vertices").findValuesAsText("id")).containsExactly("5", "1", "4");
      }
      assertThat(holders.keySet()).containsExactlyInAnyOrder("one", "two");
      assertThat(exchanged(awaitTopic(group, NeighborhoodExchangeTest::isSettled))).isNotEmpty();
    }
  }

  @Test
  void aHolderThatIsGoneIsSaidInTime(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 2)) {
      WorkerService one = group.start("one", Map.of("api.neighborhood-wait", "1s"));
      // As a worker that was killed leaves them; the partition is nobody's.
      write(group, "w/gone", "{\"state\":\"active\"}", System.currentTimeMillis());
      write(
          group,
          "g/lost",
          "{\"partition\":99,\"worker\":\"gone\",\"versions\":[]}",
          System.currentTimeMillis());
      group.await(one, "/graphs/lost", _ -> true);
      HttpResponse<String> late = group.get(one, "/graphs/lost/neighborhood?of=1&version=1");
      assertThat(late.statusCode()).as(late.body()).isEqualTo(503);
      assertThat(ApiGroup.json(late).at("/error/code").asText()).isEqualTo("UNAVAILABLE");
      assertThat(late.body()).contains("gone did not answer");
      awaitTopic(group, NeighborhoodExchangeTest::isSettled);

      write(group, "w/gone", null, System.currentTimeMillis());
      group.await(one, "/workers", list -> !list.toString().contains("\"gone\""));
      HttpResponse<String> unknown = group.get(one, "/graphs/lost/neighborhood?of=1&version=1");
      assertThat(unknown.statusCode()).isEqualTo(503);
      assertThat(unknown.body()).contains("is not heard of");
      assertThat(exchanged(topic(group))).hasSize(1);
    }
  }

  @Test
  void aHolderThatEndsLeavesNoQuestionOpen(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 4)) {
      WorkerService one = group.start("one", Map.of("api.neighborhood-wait", "1s"));
      WorkerService two = group.start("two", Map.of());
      for (int i = 0; i < 6; i++) {
        group.publish("g" + i, 1, 1, 2, 2, 3, 3, 1, 3, 4);
        group.delta("g" + i, 1, 2, 4, 5, 5, 1);
      }
      awaitReady(group, one);
      group.stop(two);
      for (int i = 0; i < 6; i++) {
        String path = "/graphs/g" + i + "/neighborhood?of=1";
        HttpResponse<String> answer = group.get(one, path);
        if (answer.statusCode() != 200) {
          // Until it holds the graph itself.
          assertThat(ApiGroup.json(answer).at("/error/code").asText())
              .as(answer.body())
              .isIn("UNAVAILABLE", "GRAPH_UNKNOWN", "VERSION_UNKNOWN");
        }
        group.await(one, path, around -> around.get("version").asText().equals("2"));
      }
      // One that said good-bye may not have been asked at all.
      awaitTopic(group, topic -> exchanged(topic).values().stream().allMatch(String::isEmpty));
    }
  }

  @Test
  void whatTheDeadLeftOnTheTopicStayed(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      long before = System.currentTimeMillis() - 120_000;
      String question =
          "{\"graph\":\"g\",\"version\":\"1\",\"vertices\":[\"1\"],\"limit\":9,"
              + "\"waitMillis\":5000,\"asker\":\"gone\"}";
      write(group, "q/one/before", question, before);
      write(group, "q/gone/other", question, before);
      write(group, "a/unread", "{\"asker\":\"gone\",\"answer\":{}}", before);
      group.start("one", Map.of());
      Map<String, String> left = awaitTopic(group, NeighborhoodExchangeTest::isSettled);
      assertThat(exchanged(left).keySet())
          .containsExactlyInAnyOrder("q/one/before", "q/gone/other", "a/unread");
    }
  }

  @Test
  void whoMayNotSeeAGraphHasNobodyAsked(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      Path file = folder.resolve("access");
      Files.writeString(
          file,
          "acme operator token-sha256=%s tenants=acme graphs=acme.%n".formatted(digest("acmes")));
      Map<String, String> settings =
          Map.of("http.access-file", file.toString(), "api.neighborhood-wait", "1s");
      WorkerService one = group.start("one", settings);
      write(group, "w/gone", "{\"state\":\"active\"}", System.currentTimeMillis());
      for (String graph : List.of("other.g", "acme.g")) {
        write(
            group,
            "g/" + graph,
            "{\"partition\":99,\"worker\":\"gone\",\"versions\":[]}",
            System.currentTimeMillis());
      }
      group.await(one, "/graphs/acme.g", "acmes", _ -> true);
      String of = "/neighborhood?of=1&version=1";
      assertThat(group.get(one, "/graphs/other.g" + of, "acmes").statusCode()).isEqualTo(404);
      // The same asker's other question is on the topic behind it.
      assertThat(group.get(one, "/graphs/acme.g" + of, "acmes").statusCode()).isEqualTo(503);
      assertThat(exchanged(awaitTopic(group, NeighborhoodExchangeTest::isSettled))).hasSize(1);
    }
  }

  @Test
  void aNeighborhoodOfADeltasVersionMadeTheWholeGraph(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService one = group.start("one", Map.of());
      group.publish("g", 1, 1, 2, 2, 3, 3, 1, 3, 4);
      group.delta("g", 1, 2, 4, 5, 5, 1);
      group.await(one, "/graphs/g", NeighborhoodExchangeTest::isReady);
      long misses = misses(group, one);
      JsonNode around = ApiGroup.json(group.get(one, "/graphs/g/neighborhood?of=4,5"));
      assertThat(around.get("vertices").findValuesAsText("id")).containsExactly("4", "5", "1", "3");
      assertThat(around.get("whole").asBoolean()).isTrue();
      assertThat(misses(group, one)).isEqualTo(misses);
    }
  }

  /** As the worker tells once it has told again. */
  private static long misses(ApiGroup group, WorkerService worker) throws Exception {
    String before = seen(ApiGroup.json(group.get(worker, "/workers")));
    String told = seen(group.await(worker, "/workers", list -> !seen(list).equals(before)));
    return group
        .await(worker, "/workers", list -> !seen(list).equals(told) && !seen(list).equals(before))
        .at("/items/0/cache/misses")
        .asLong();
  }

  private static String seen(JsonNode workers) {
    return workers.at("/items/0/seen").asText();
  }

  private static void awaitReady(ApiGroup group, WorkerService worker) throws Exception {
    for (int i = 0; i < 6; i++) {
      group.await(worker, "/graphs/g" + i, NeighborhoodExchangeTest::isReady);
    }
  }

  private static boolean isReady(JsonNode graph) {
    return graph.findValuesAsText("state").stream().filter("ready"::equals).count() == 2;
  }

  private static String digest(String token) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
  }

  private static void write(ApiGroup group, String key, String value, long written)
      throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", group.bootstrap),
            new StringSerializer(),
            new StringSerializer())) {
      producer
          .send(new ProducerRecord<>(group.topics().workers(), 0, written, key, value))
          .get(60, TimeUnit.SECONDS);
    }
  }

  private static boolean isSettled(Map<String, String> topic) {
    return exchanged(topic).values().stream().allMatch(String::isEmpty)
        && !exchanged(topic).isEmpty();
  }

  /** Questions and answers alone. */
  private static Map<String, String> exchanged(Map<String, String> topic) {
    var kept = new HashMap<>(topic);
    kept.keySet().removeIf(key -> !key.startsWith("q/") && !key.startsWith("a/"));
    return kept;
  }

  private static Map<String, String> awaitTopic(
      ApiGroup group, Predicate<Map<String, String>> wanted) throws Exception {
    long deadline = System.nanoTime() + ApiGroup.WAIT.toNanos();
    while (true) {
      Map<String, String> topic = topic(group);
      if (wanted.test(topic)) {
        return topic;
      }
      assertThat(System.nanoTime() - deadline).as(exchanged(topic).toString()).isLessThan(0);
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  /** The newest value of every key, an empty text for a tombstone. */
  private static Map<String, String> topic(ApiGroup group) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", group.bootstrap),
            new StringDeserializer(),
            new StringDeserializer())) {
      var partition = new TopicPartition(group.topics().workers(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      var newest = new HashMap<String, String>();
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(
                record -> newest.put(record.key(), record.value() == null ? "" : record.value()));
      }
      return newest;
    }
  }
}
