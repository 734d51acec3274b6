package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.worker.directory.WorkerRecords;
import io.cliquestream.worker.service.WorkerService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several workers, one picture; and what is left of it when a topic is missing. */
final class ApiGroupTest {
  @Test
  void twoWorkersAnswerAlike(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 4)) {
      WorkerService one = group.start("one", Map.of());
      WorkerService two = group.start("two", Map.of());
      for (int i = 0; i < 8; i++) {
        group.publish("g" + i, 1, 1, 2, 2, 3, 3, 1);
        group.client.run(ApiGroup.triangles("job-" + i, "g" + i).build(), ApiGroup.WAIT);
      }
      for (WorkerService worker : List.of(one, two)) {
        group.await(worker, "/jobs?state=succeeded", jobs -> jobs.get("total").asInt() == 8);
        group.await(worker, "/graphs?place=memory", graphs -> graphs.get("total").asInt() == 8);
        // Each of them holds something, and both know of both.
        JsonNode partitions =
            group.await(
                worker,
                "/partitions",
                list -> Set.copyOf(list.findValuesAsText("worker")).equals(Set.of("one", "two")));
        assertThat(partitions.get("items")).hasSize(4);
        assertThat(ApiGroup.json(group.get(worker, "/workers")).get("items")).hasSize(2);
      }
      for (String path :
          List.of("/jobs", "/jobs?limit=3&text=JOB", "/graphs", "/jobs/job-3", "/graphs/g5")) {
        // A graph may move between two looks, and its old holder be told of for a moment; jobs
        // never do.
        long deadline = System.nanoTime() + ApiGroup.WAIT.toNanos();
        while (!listed(group, two, path).equals(listed(group, one, path))
            && System.nanoTime() - deadline < 0) {
          TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(listed(group, two, path)).as(path).isEqualTo(listed(group, one, path));
      }
    }
  }

  /** What a worker answers, but for when it was told. */
  private static String listed(ApiGroup group, WorkerService worker, String path) throws Exception {
    return ApiGroup.json(group.get(worker, path)).toString().replaceAll("\"seen\":[^,]*,", "");
  }

  @Test
  void aWorkerDrainsWhenAnotherOneIsAskedToTellIt(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 2)) {
      WorkerService one = group.start("one", Map.of());
      WorkerService two = group.start("two", Map.of());
      group.await(one, "/workers", list -> list.get("items").size() == 2);
      assertThat(
              group.post(one, "/drain", "{\"worker\":\"two\",\"note\":\"upgrade\"}").statusCode())
          .isEqualTo(202);
      two.drainAsked().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      assertThat(one.drainAsked().isComplete()).isFalse();
      // Whoever runs it ends it then, in order, and the others know at once.
      group.stop(two);
      group.await(one, "/workers", list -> list.get("items").size() == 1);
      assertThat(newest(group, "w/two")).as("it said good-bye").isNull();
      assertThat(newest(group, "d/two")).as("a request that stayed for ever").isNull();
      // The next worker of that name is not told what its predecessor was told.
      WorkerService again = group.start("two", Map.of());
      group.await(again, "/overview", now -> now.get("caughtUp").asBoolean());
      assertThat(again.drainAsked().isComplete()).isFalse();
    }
  }

  @Test
  void whoAskedWhileAWorkerEndedMadeAnOrderlyStopLogADefect(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 2);
        var askers = Executors.newVirtualThreadPerTaskExecutor()) {
      WorkerService worker = group.start("one", Map.of());
      group.publish("g", 1, 1, 2, 2, 3, 3, 1);
      group.client.run(ApiGroup.triangles("job", "g").build(), ApiGroup.WAIT);
      group.await(worker, "/jobs?state=succeeded", jobs -> jobs.get("total").asInt() == 1);
      var answered = new ConcurrentHashMap<Integer, Integer>();
      try (var log = new ErrorLog()) {
        List<Future<?>> asking = new ArrayList<>();
        for (String path :
            List.of("/overview", "/jobs", "/jobs/job", "/graphs/g/neighborhood?of=1")) {
          asking.add(askers.submit(() -> askUntilItIsGone(group, worker, path, answered)));
        }
        group.stop(worker);
        for (Future<?> asker : asking) {
          asker.get(60, TimeUnit.SECONDS);
        }
        assertThat(log.text().lines().filter(line -> line.contains("ERROR"))).isEmpty();
      }
      assertThat(answered).containsKey(200).doesNotContainKey(500);
    }
  }

  private static Void askUntilItIsGone(
      ApiGroup group, WorkerService worker, String path, Map<Integer, Integer> answered)
      throws Exception {
    try {
      while (true) {
        answered.merge(group.get(worker, path).statusCode(), 1, Integer::sum);
      }
    } catch (IOException e) {
      return null; // The port is closed.
    }
  }

  @Test
  void aDrainAskedForBeforeAWorkersFirstReportWasForgotten(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 2);
        var producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", group.bootstrap),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      var records = new WorkerRecords(group.topics().workers());
      // The client knows its way before, so that nothing is waited for below.
      producer.send(records.drained("nobody")).get(60, TimeUnit.SECONDS);
      WorkerService worker = group.connecting("early", Map.of());
      producer.send(records.drain("early", "somebody", "at once")).get(60, TimeUnit.SECONDS);
      worker.drainAsked().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  /** What the newest record of a key on the topic of workers says; null for a tombstone. */
  private static String newest(ApiGroup group, String key) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", group.bootstrap),
            new StringDeserializer(),
            new StringDeserializer())) {
      var partition = new TopicPartition(group.topics().workers(), 0);
      consumer.assign(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      consumer.seekToBeginning(List.of(partition));
      var told = new HashMap<String, String>();
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofSeconds(1))
            .forEach(record -> told.put(record.key(), record.value()));
      }
      assertThat(told).containsKey(key);
      return told.get(key);
    }
  }

  @Test
  void aMissingTopicIsSaidAndNothingElseFails(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", group.bootstrap))) {
        admin.deleteTopics(List.of(group.topics().workers())).all().get(60, TimeUnit.SECONDS);
      }
      WorkerService worker = group.start("one", Map.of());
      group.publish("g", 1, 1, 2, 2, 3, 3, 1);
      group.client.run(ApiGroup.triangles("job", "g").build(), ApiGroup.WAIT);
      group.await(worker, "/jobs?state=succeeded", jobs -> jobs.get("total").asInt() == 1);
      JsonNode overview = group.await(worker, "/overview", now -> now.get("degraded").size() == 1);
      assertThat(overview.at("/degraded/0/part").asText()).isEqualTo(group.topics().workers());
      assertThat(overview.at("/degraded/0/reason").asText()).contains("no such topic");
      // It knows itself all the same.
      assertThat(ApiGroup.json(group.get(worker, "/workers")).get("items")).hasSize(1);
      assertThat(group.post(worker, "/drain", "{}").statusCode()).isEqualTo(202);
    }
  }

  @Test
  void aRefusedDeltaIsReplayedOnceItsBaseIsThere(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", Map.of());
      group.delta("g", 5, 6, 3, 4, 4, 1);
      JsonNode list = group.await(worker, "/dead-letters", l -> l.get("total").asInt() == 1);
      assertThat(list.at("/items/0/cause/code").asText()).isEqualTo("DELTA_BASE_MISSING");
      String position = list.at("/items/0/position").asText();
      JsonNode letter = ApiGroup.json(group.get(worker, "/dead-letters/" + position));
      assertThat(letter.at("/payload/message").asText()).isEqualTo("cliquestream.v1.GraphRecord");
      assertThat(letter.at("/payload/text").asText()).contains("\"baseVersion\" : \"5\"");
      group.publish("g", 5, 1, 2, 2, 3, 3, 1);
      group.client.run(ApiGroup.triangles("before", "g").build(), ApiGroup.WAIT);

      HttpResponse<String> replay =
          group.post(
              worker, "/dead-letters/" + position + "/replay", "{\"note\":\"base published\"}");
      assertThat(replay.statusCode()).as(replay.body()).isEqualTo(202);
      assertThat(ApiGroup.json(replay).at("/position/topic").asText())
          .isEqualTo(group.topics().graphs());
      group.await(worker, "/graphs/g", g -> g.at("/versions/0/state").asText().equals("ready"));
      group.client.run(ApiGroup.triangles("after", "g").build(), ApiGroup.WAIT);
      JsonNode after = group.await(worker, "/jobs/after", job -> !job.get("result").isNull());
      assertThat(after.at("/result/answer/triangles").asText()).isEqualTo("2");
      assertThat(after.get("version").asText()).isEqualTo("6");

      group.await(worker, "/dead-letters", l -> l.get("total").asInt() == 0);
      JsonNode replayed =
          group.await(worker, "/dead-letters?state=replayed", l -> l.get("total").asInt() == 1);
      assertThat(replayed.at("/items/0/decision/note").asText()).isEqualTo("base published");
      HttpResponse<String> twice =
          group.post(worker, "/dead-letters/" + position + "/replay", "{}");
      assertThat(twice.statusCode()).isEqualTo(409);
    }
  }

  @Test
  void edgeEventsInADeadLetterCouldNotBeReplayed(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", Map.of());
      try (var events = group.client.stream("g")) {
        events.insert(3, 4);
        events.insert(4, 1);
        events.flush();
      }
      JsonNode list = group.await(worker, "/dead-letters", l -> l.get("total").asInt() == 1);
      assertThat(list.at("/items/0/cause/code").asText()).isEqualTo("GRAPH_UNKNOWN");
      String position = list.at("/items/0/position").asText();
      JsonNode letter = ApiGroup.json(group.get(worker, "/dead-letters/" + position));
      assertThat(letter.at("/payload/message").asText()).isEqualTo("cliquestream.v1.ChangeRecord");
      group.publish("g", 1, 1, 2, 2, 3, 3, 1);
      group.client.run(ApiGroup.triangles("before", "g").build(), ApiGroup.WAIT);

      HttpResponse<String> replay =
          group.post(worker, "/dead-letters/" + position + "/replay", "{}");
      assertThat(replay.statusCode()).as(replay.body()).isEqualTo(202);
      assertThat(ApiGroup.json(replay).at("/position/topic").asText())
          .isEqualTo(group.topics().changes());
      group.await(worker, "/graphs/g", g -> g.at("/versions/0/edges").asText().equals("5"));
      group.client.run(ApiGroup.triangles("after", "g").build(), ApiGroup.WAIT);
      JsonNode after = group.await(worker, "/jobs/after", job -> !job.get("result").isNull());
      assertThat(after.at("/result/answer/triangles").asText()).isEqualTo("2");
    }
  }

  @Test
  void aClientThatDoesNotKeepUpIsToldToReadAgain(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker =
          group.start("one", Map.of("api.stream-buffer", "10", "api.maximum-streams", "1"));
      HttpResponse<InputStream> stream =
          group.http.send(
              ApiGroup.request(worker, "/events?of=job", null).GET().build(),
              HttpResponse.BodyHandlers.ofInputStream());
      assertThat(group.get(worker, "/events").statusCode()).isEqualTo(429);
      try (var lines =
          new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("event: resync");
        for (int i = 0; i < 200; i++) {
          group.client.submit(ApiGroup.triangles("many-" + i, "nowhere").build());
        }
        String line = lines.readLine();
        while (!line.equals("event: resync")) {
          line = lines.readLine();
        }
      }
      // Its place is free again once it is gone.
      long deadline = System.nanoTime() + ApiGroup.WAIT.toNanos();
      int status = 429;
      while (status == 429 && System.nanoTime() < deadline) {
        HttpResponse<InputStream> next =
            group.http.send(
                ApiGroup.request(worker, "/events", null).GET().build(),
                HttpResponse.BodyHandlers.ofInputStream());
        status = next.statusCode();
        next.body().close();
      }
      assertThat(status).isEqualTo(200);
    }
  }
}
