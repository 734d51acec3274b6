package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.service.WorkerService;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every operation of the document, asked of a live worker, and its answer held against its schema.
 */
final class ApiContractTest {
  private static final List<String> KINDS =
      List.of(
          "triangles",
          "k-cliques",
          "max-clique",
          "maximal-cliques",
          "motifs",
          "match",
          "list-cliques",
          "clique-estimate",
          "core-numbers");

  private final ApiDocument document;

  ApiContractTest() throws Exception {
    document = new ApiDocument();
  }

  @Test
  void everyOperationAnswersAsItsDocumentSays(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 2)) {
      WorkerService worker = group.start("one", Map.of());
      // Four vertices, all adjacent.
      group.publish("k4", 7, 1, 2, 1, 3, 1, 4, 2, 3, 2, 4, 3, 4);
      group.delta("k4", 7, 9, 4, 5);
      ApiJobs.runOneOfEachKind(group);
      ApiJobs.spoil(group);

      walkJobs(group, worker);
      walkGraphs(group, worker);
      walkGroup(group, worker);
      walkRunning(group, worker);
      walkAlerts(group, worker);
      walkStreams(group, worker);
      walkStanding(group, worker);
      walkDeadLetters(group, worker);
      walkEvents(group, worker);
      walkFailures(group, worker);
      document.require(
          "post /graphs/{graph}/retire",
          202,
          group.post(worker, "/graphs/k4/retire", "{\"version\":\"9\",\"note\":\"done\"}"));
      group.await(
          worker, "/graphs/k4", graph -> graph.at("/versions/0/state").asText().equals("retired"));
      document.require("post /drain", 202, group.post(worker, "/drain", "{\"note\":\"upgrade\"}"));
      assertThat(worker.drainAsked().result()).contains("anonymous");
      assertThat(document.visited()).isEqualTo(document.operations());
    }
  }

  private void walkJobs(ApiGroup group, WorkerService worker) throws Exception {
    group.await(
        worker,
        "/jobs?state=succeeded,failed",
        jobs -> jobs.get("total").asInt() == KINDS.size() + 1);
    JsonNode jobs = document.require("get /jobs", 200, group.get(worker, "/jobs?limit=3"));
    assertThat(jobs.get("items")).hasSize(3);
    assertThat(jobs.get("next").isNull()).isFalse();
    for (String kind : KINDS) {
      JsonNode job = document.require("get /jobs/{job}", 200, group.get(worker, "/jobs/" + kind));
      assertThat(job.get("kind").asText()).isEqualTo(kind);
      assertThat(job.get("state").asText()).as(job.toString()).isEqualTo("succeeded");
      assertThat(job.at("/request/jobId").asText()).isEqualTo(kind);
      assertThat(job.at("/offsets/request/topic").asText()).isEqualTo(group.topics().jobs());
      Instant before = Instant.EPOCH;
      for (JsonNode step : job.get("timeline")) {
        assertThat(step.get("time").isNull()).as(job.get("timeline").toString()).isFalse();
        // The last step is by the broker's clock of the record, which is made before it is written.
        if (!step.get("step").asText().equals("received")
            && !step.get("step").asText().equals("committed")) {
          Instant time = Instant.parse(step.get("time").asText());
          assertThat(time).isAfterOrEqualTo(before);
          before = time;
        }
      }
      assertThat(job.at("/cost/predictedMillis").isNumber()).isTrue();
      assertThat(job.at("/cost/allocatedHeapBytes").asLong()).isPositive();
      assertThat(job.at("/cost/offHeapBytes").isNumber()).isTrue();
      assertThat(job.at("/cost/offHeapBytes").asLong())
          .isGreaterThanOrEqualTo(kind.equals("triangles") ? 1 : 0)
          .isLessThanOrEqualTo(job.at("/cost/predictedOffHeapBytes").asLong());
      assertThat(job.at("/cost/deviceBytes").isNull()).isTrue();
      assertThat(
              document
                  .require(
                      "get /jobs/{job}/pages", 200, group.get(worker, "/jobs/" + kind + "/pages"))
                  .get("items")
                  .size())
          .isEqualTo(
              switch (kind) {
                case "triangles", "core-numbers" -> 5;
                case "maximal-cliques" -> 2;
                case "match" -> 15;
                case "list-cliques" -> 4;
                default -> 0;
              });
    }
    assertThat(ApiGroup.json(group.get(worker, "/jobs/triangles")).at("/result/answer/triangles"))
        .hasToString("\"4\"");
    JsonNode failed = ApiGroup.json(group.get(worker, "/jobs/unknown-graph"));
    assertThat(failed.at("/failure/code").asText()).isEqualTo("GRAPH_UNKNOWN");
    assertThat(failed.at("/result/failure/category").asText()).isEqualTo("NOT_FOUND");
    JsonNode submitted =
        document.require(
            "post /jobs",
            202,
            group.post(
                worker,
                "/jobs",
                "{\"graphId\":\"k4\",\"kCliqueCount\":{\"smallestK\":3,\"largestK\":4},"
                    + "\"version\":{\"exact\":\"7\"}}"));
    String id = submitted.get("job").asText();
    JsonNode answered =
        group.await(worker, "/jobs/" + id, job -> job.get("state").asText().equals("succeeded"));
    assertThat(answered.at("/result/answer/cliques").toString())
        .isEqualTo("{\"3\":\"4\",\"4\":\"1\"}");
    assertThat(answered.get("version").asText()).isEqualTo("7");
  }

  private void walkGraphs(ApiGroup group, WorkerService worker) throws Exception {
    group.await(worker, "/graphs/k4", graph -> graph.get("versions").size() == 2);
    JsonNode graphs = document.require("get /graphs", 200, group.get(worker, "/graphs"));
    assertThat(graphs.at("/items/0/newest/version").asText()).isEqualTo("9");
    assertThat(graphs.at("/items/0/newest/edges").asInt()).isEqualTo(7);
    JsonNode graph = document.require("get /graphs/{graph}", 200, group.get(worker, "/graphs/k4"));
    assertThat(graph.at("/versions/0/base").asText()).isEqualTo("7");
    assertThat(graph.at("/versions/1/vertices").asInt()).isEqualTo(4);
    assertThat(graph.at("/versions/1/place").asText()).isEqualTo("memory");
    assertThat(graph.at("/versions/1/deviceBytes").asText("of a GPU")).isEqualTo("0");
    JsonNode around =
        document.require(
            "get /graphs/{graph}/neighborhood",
            200,
            group.get(worker, "/graphs/k4/neighborhood?of=1,2&version=7&limit=3"));
    assertThat(around.at("/vertices/0/id").asText()).isEqualTo("1");
    assertThat(around.get("vertices")).hasSize(3);
    assertThat(around.get("edges")).hasSize(3);
    assertThat(around.get("whole").asBoolean()).isFalse();
    JsonNode inUse =
        document.require(
            "post /graphs/{graph}/retire",
            409,
            group.post(worker, "/graphs/k4/retire", "{\"version\":\"7\"}"));
    assertThat(inUse.at("/error/message").asText()).contains("version 9 builds on it");
  }

  private void walkGroup(ApiGroup group, WorkerService worker) throws Exception {
    JsonNode access = document.require("get /access", 200, group.get(worker, "/access"));
    assertThat(access.get("role").asText()).isEqualTo("operator");
    group.await(worker, "/overview", now -> now.get("caughtUp").asBoolean());
    JsonNode overview = document.require("get /overview", 200, group.get(worker, "/overview"));
    assertThat(overview.get("degraded")).isEmpty();
    assertThat(overview.at("/latency/p50Millis").isNumber()).isTrue();
    JsonNode workers = document.require("get /workers", 200, group.get(worker, "/workers"));
    assertThat(workers.at("/items/0/id").asText()).isEqualTo("one");
    assertThat(workers.at("/items/0/partitions")).hasSize(2);
    document.require("get /lanes", 200, group.get(worker, "/lanes"));
    JsonNode partitions =
        document.require("get /partitions", 200, group.get(worker, "/partitions"));
    assertThat(partitions.at("/items/1/worker").asText()).isEqualTo("one");
    assertThat(partitions.at("/items/1/stage").asText()).isEqualTo("active");
    JsonNode settings =
        document.require("get /configuration", 200, group.get(worker, "/configuration"));
    assertThat(settings.get("items"))
        .anySatisfy(
            item -> {
              assertThat(item.get("name").asText()).isEqualTo("jobs.instance-id");
              assertThat(item.get("value").asText()).isEqualTo("one");
              assertThat(item.get("source").asText()).isEqualTo("flag");
            });
    document.require("get /build", 200, group.get(worker, "/build"));
    var kinds = document.require("get /job-kinds", 200, group.get(worker, "/job-kinds"));
    assertThat(kinds.get("kinds")).hasSameSizeAs(JobKind.values());
    assertThat(kinds.at("/standing/2/name").asText()).isEqualTo("alert");
    document.require("get /openapi.yaml", 200, group.get(worker, "/openapi.yaml"));
  }

  private void walkAlerts(ApiGroup group, WorkerService worker) throws Exception {
    group.client.submit(
        ApiJobs.job("tell")
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .setTrigger(Trigger.newBuilder().setEveryVersion(true))
            .setAlert(AlertOptions.newBuilder().setStart(AlertStart.ALERT_START_ALL))
            .setResultScope(ResultScope.RESULT_SCOPE_DIFFERENCE)
            .build());
    group.await(worker, "/jobs/tell/alerts", list -> list.get("items").size() == 4);
    JsonNode alerts =
        document.require("get /jobs/{job}/alerts", 200, group.get(worker, "/jobs/tell/alerts"));
    assertThat(alerts.at("/items/0/sequence").asText()).isEqualTo("4");
    assertThat(alerts.at("/items/0/kind").asText()).isEqualTo("appeared");
    assertThat(alerts.at("/items/0/vertices")).hasSize(3);
    JsonNode all = document.require("get /alerts", 200, group.get(worker, "/alerts?limit=2"));
    assertThat(all.at("/items/0")).isEqualTo(alerts.at("/items/0"));
    assertThat(all.get("items")).hasSize(2);
    assertThat(ApiGroup.json(group.get(worker, "/alerts?graph=k4&kind=appeared")).get("items"))
        .hasSize(4);
    assertThat(ApiGroup.json(group.get(worker, "/alerts?graph=k5")).get("items")).isEmpty();
    assertThat(ApiGroup.json(group.get(worker, "/alerts?kind=vanished")).get("items")).isEmpty();
    JsonNode told = document.require("get /jobs/{job}", 200, group.get(worker, "/jobs/tell?run=1"));
    assertThat(told.at("/result/alerts/matches").asText()).isEqualTo("4");
    group.await(
        worker, "/standing", list -> list.at("/items/0/state/lastAlert").asText().equals("4"));
    document.require("get /standing", 200, group.get(worker, "/standing"));
    document.require("post /jobs/{job}/cancel", 202, group.post(worker, "/jobs/tell/cancel", "{}"));
    group.await(worker, "/jobs/tell", j -> j.get("state").asText().equals("cancelled"));
  }

  /** The steps of a job that has no result yet, and of one that waits for its graph. */
  private void walkRunning(ApiGroup group, WorkerService worker) throws Exception {
    group.publish("endless", 1, dense(300));
    group.client.submit(
        JobRequest.newBuilder()
            .setJobId("endless")
            .setGraphId("endless")
            .setMaximumClique(MaximumClique.getDefaultInstance())
            .build());
    JsonNode job =
        group.await(
            worker,
            "/jobs/endless",
            one ->
                one.get("state").asText().equals("computing")
                    && !one.at("/timeline/4/time").isNull());
    assertThat(document.errors("JobDetail", job)).isEmpty();
    assertThat(job.get("result").isNull()).isTrue();
    Instant before = Instant.EPOCH;
    for (int step = 1; step <= 4; step++) {
      Instant at = Instant.parse(job.at("/timeline/" + step + "/time").asText());
      assertThat(at).as(job.get("timeline").toString()).isAfterOrEqualTo(before);
      before = at;
    }
    assertThat(job.at("/timeline/4/step").asText()).isEqualTo("prepared");
    assertThat(job.at("/timeline/5/time").isNull()).isTrue();
    group.post(worker, "/jobs/endless/cancel", "{}");
    JsonNode ended =
        group.await(worker, "/jobs/endless", one -> one.get("state").asText().equals("cancelled"));
    assertThat(ended.at("/timeline/3/time").isNull()).isFalse();
    assertThat(ended.at("/timeline/6/time").isNull()).isFalse();

    group.client.submit(
        JobRequest.newBuilder()
            .setJobId("early")
            .setGraphId("k4")
            .setVersion(VersionSelector.newBuilder().setAtLeast(1_000))
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .build());
    JsonNode waiting =
        group.await(worker, "/jobs/early", one -> !one.at("/timeline/1/time").isNull());
    assertThat(waiting.get("state").asText()).isEqualTo("waiting-for-graph");
    assertThat(waiting.at("/timeline/2/time").isNull()).isTrue();
    group.post(worker, "/jobs/early/cancel", "{}");
    group.await(worker, "/jobs/early", one -> one.get("state").asText().equals("cancelled"));
  }

  /** A random graph so dense that its maximum clique takes days. */
  private static long[] dense(int vertices) {
    var random = new java.util.SplittableRandom(1);
    var ends = java.util.stream.LongStream.builder();
    for (int u = 0; u < vertices; u++) {
      for (int v = u + 1; v < vertices; v++) {
        if (random.nextInt(10) < 9) {
          ends.add(u).add(v);
        }
      }
    }
    return ends.build().toArray();
  }

  private void walkStreams(ApiGroup group, WorkerService worker) throws Exception {
    assertThat(ApiGroup.json(group.get(worker, "/streams")).get("total").asInt()).isZero();
    try (EdgeStream stream = group.client.stream("live")) {
      stream.define(
          StreamDefinition.newBuilder()
              .setCreateGraph(true)
              .setVersionEvents(3)
              .setWindowMicros(60_000_000)
              .setAllowedLatenessMicros(2_000_000)
              .build());
      for (int i = 1; i <= 7; i++) {
        stream.insert(i, i + 1, 1_700_000_000_000_000L + i * 1_000_000L);
      }
      stream.flush();
    }
    JsonNode streams =
        group.await(
            worker,
            "/streams",
            list ->
                list.at("/items/0/events").asText().equals("7")
                    && list.at("/items/0/state").asText().equals("running"));
    assertThat(document.require("get /streams", 200, group.get(worker, "/streams")).get("total"))
        .hasToString("1");
    JsonNode one = streams.at("/items/0");
    assertThat(one.get("graph").asText()).isEqualTo("live");
    assertThat(one.get("worker").asText()).isEqualTo("one");
    assertThat(one.get("pending").asInt()).isEqualTo(1);
    assertThat(one.get("lag").asInt()).isZero();
    assertThat(one.at("/next/offset").asInt()).isPositive();
    assertThat(one.get("latest").asText()).isEqualTo("2023-11-14T22:13:27Z");
    assertThat(one.get("watermark").asText()).isEqualTo("2023-11-14T22:13:25Z");
    assertThat(one.at("/window/held").asInt()).isEqualTo(7);
    assertThat(one.at("/window/micros").asInt()).isEqualTo(60_000_000);
    assertThat(one.at("/versions/events").asInt()).isEqualTo(3);
    JsonNode graph =
        document.require("get /graphs/{graph}", 200, group.get(worker, "/graphs/live"));
    assertThat(graph.at("/stream/state").asText()).isEqualTo("running");
    assertThat(ApiGroup.json(group.get(worker, "/graphs?text=live")).at("/items/0/stream").asText())
        .isEqualTo("running");
    assertThat(ApiGroup.json(group.get(worker, "/graphs/k4")).get("stream").isNull()).isTrue();
    assertThat(ApiGroup.json(group.get(worker, "/streams?state=broken")).get("items")).isEmpty();
    assertThat(ApiGroup.json(group.get(worker, "/overview")).at("/streams/known").asInt())
        .isEqualTo(1);
    JsonNode partitions = ApiGroup.json(group.get(worker, "/partitions"));
    assertThat(partitions.get("items").findValues("changesLag"))
        .anySatisfy(lag -> assertThat(lag.isNumber()).isTrue());
  }

  private void walkStanding(ApiGroup group, WorkerService worker) throws Exception {
    group.client.submit(
        ApiJobs.job("every")
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .setTrigger(Trigger.newBuilder().setEveryMillis(200))
            .setResultScope(ResultScope.RESULT_SCOPE_DIFFERENCE)
            .build());
    group.await(worker, "/standing", list -> list.at("/items/0/runs").size() >= 2);
    JsonNode standing = document.require("get /standing", 200, group.get(worker, "/standing"));
    assertThat(standing.at("/items/0/runs/0/value").asText()).isEqualTo("4");
    assertThat(standing.at("/items/0/runs/0/difference/figures").asInt(-1)).isZero();
    assertThat(standing.at("/items/0/nextRun/on").asText()).isEqualTo("time");
    JsonNode second =
        document.require("get /jobs/{job}", 200, group.get(worker, "/jobs/every?run=2"));
    assertThat(second.at("/result/run").asText()).isEqualTo("2");
    document.require(
        "post /jobs/{job}/cancel",
        202,
        group.post(worker, "/jobs/every/cancel", "{\"reason\":\"enough\"}"));
    JsonNode cancelled =
        group.await(worker, "/jobs/every", j -> j.get("state").asText().equals("cancelled"));
    assertThat(cancelled.at("/failure/message").asText()).contains("enough");
    assertThat(cancelled.get("cancelRequested").isNull()).isFalse();
    document.require(
        "post /jobs/{job}/cancel", 409, group.post(worker, "/jobs/every/cancel", "{}"));
  }

  private void walkDeadLetters(ApiGroup group, WorkerService worker) throws Exception {
    group.await(worker, "/dead-letters", list -> list.get("total").asInt() == 2);
    JsonNode letters =
        document.require("get /dead-letters", 200, group.get(worker, "/dead-letters"));
    String newest = letters.at("/items/0/position").asText();
    String oldest = letters.at("/items/1/position").asText();
    JsonNode letter =
        document.require(
            "get /dead-letters/{position}", 200, group.get(worker, "/dead-letters/" + oldest));
    assertThat(letter.at("/cause/code").asText()).isEqualTo("RECORD_UNDECODABLE");
    assertThat(letter.at("/payload/text").asText()).isEqualTo("no job");
    assertThat(letter.get("headers").toString())
        .contains("{\"name\":\"mine\",\"value\":\"base64:AQI=\"}");
    document.require(
        "post /dead-letters/{position}/discard",
        202,
        group.post(
            worker, "/dead-letters/" + oldest + "/discard", "{\"note\":\"a typing mistake\"}"));
    JsonNode open = group.await(worker, "/dead-letters", l -> l.get("total").asInt() == 1);
    assertThat(open.at("/items/0/position").asText()).isEqualTo(newest);
    JsonNode discarded =
        ApiGroup.json(group.get(worker, "/dead-letters?state=discarded")).at("/items/0");
    assertThat(discarded.at("/decision/note").asText()).isEqualTo("a typing mistake");
    document.require(
        "post /dead-letters/{position}/replay",
        202,
        group.post(worker, "/dead-letters/" + newest + "/replay", "{}"));
    // What is no job stays none.
    group.await(worker, "/dead-letters?state=replayed", l -> l.get("total").asInt() == 1);
    JsonNode again =
        group.await(worker, "/dead-letters", l -> l.get("total").asInt() == 1).at("/items/0");
    assertThat(again.get("position").asText()).isNotEqualTo(newest);
    JsonNode replayed =
        document.require(
            "get /dead-letters/{position}",
            200,
            group.get(worker, "/dead-letters/" + again.get("position").asText()));
    assertThat(replayed.get("headers").toString())
        .contains("\"dlq_replay_of\",\"value\":\"" + newest, "\"mine\"");
  }

  private void walkEvents(ApiGroup group, WorkerService worker) throws Exception {
    HttpResponse<InputStream> stream =
        group.http.send(
            ApiGroup.request(worker, "/events?of=job,overview", null).GET().build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(stream.headers().firstValue("content-type")).contains("text/event-stream");
    try (var lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("event: resync");
      var _ = group.client.run(ApiGroup.triangles("followed", "k4").build(), ApiGroup.WAIT);
      boolean overview = false;
      String state = "";
      while (!overview || !state.equals("succeeded")) {
        String line = lines.readLine();
        if (line.equals("event: job")) {
          JsonNode job = ApiGroup.MAPPER.readTree(lines.readLine().substring("data: ".length()));
          assertThat(document.errors("Job", job)).isEmpty();
          state = job.get("id").asText().equals("followed") ? job.get("state").asText() : state;
        } else if (line.equals("event: overview")) {
          JsonNode now = ApiGroup.MAPPER.readTree(lines.readLine().substring("data: ".length()));
          assertThat(document.errors("Overview", now)).isEmpty();
          overview = true;
        }
      }
    }
    // The document's stream has no JSON body to hold against it.
    document.seen("get /events");
  }

  private void walkFailures(ApiGroup group, WorkerService worker) throws Exception {
    var bad =
        Map.of(
            "/jobs?limit=0", 400,
            "/jobs?limit=1001", 400,
            "/jobs?cursor=x", 400,
            "/jobs?state=done", 400,
            "/jobs?kind=cliques", 400,
            "/jobs?from=yesterday", 400,
            "/streams?state=flowing", 400,
            "/dead-letters?cursor=1~2~x", 400,
            "/dead-letters?state=closed", 400,
            "/events?of=jobs", 400);
    for (var entry : bad.entrySet()) {
      String path = entry.getKey().substring(0, entry.getKey().indexOf('?'));
      JsonNode error =
          document.require("get " + path, entry.getValue(), group.get(worker, entry.getKey()));
      assertThat(error.at("/error/code").asText()).isEqualTo("REQUEST_INVALID");
    }
    document.require(
        "get /graphs/{graph}/neighborhood",
        400,
        group.get(worker, "/graphs/k4/neighborhood?of=a,b"));
    document.require("get /jobs/{job}", 404, group.get(worker, "/jobs/nobody"));
    document.require("get /graphs/{graph}", 404, group.get(worker, "/graphs/nothing"));
    document.require("get /dead-letters/{position}", 404, group.get(worker, "/dead-letters/0-999"));
    document.require("get /jobs/{job}", 404, group.get(worker, "/jobs/a/b/c/d"));
    document.require("get /overview", 405, group.post(worker, "/overview", "{}"));
    document.require("post /drain", 405, group.get(worker, "/drain"));
    for (String body :
        List.of(
            "",
            "[]",
            "{",
            "{\"graphId\":\"k4\"}",
            "{\"graphId\":\"k4\",\"triangleCount\":{\"perVertexx\":true}}",
            "{\"graphId\":\"k4\",\"triangleCount\":{},\"motifCensus\":{\"size\":3}}",
            "{\"graphId\":\"k4\",\"motifCensus\":{\"size\":1e999999999}}",
            "{\"graphId\":\"k4\",\"motifCensus\":{\"size\":77}}",
            "{\"graphId\":\"no/graph\",\"triangleCount\":{}}",
            "{\"jobId\":\"a b\",\"graphId\":\"k4\",\"triangleCount\":{}}")) {
      document.require("post /jobs", 400, group.post(worker, "/jobs", body));
    }
    document.require(
        "post /jobs",
        409,
        group.post(
            worker, "/jobs", "{\"jobId\":\"triangles\",\"graphId\":\"k4\",\"triangleCount\":{}}"));
    document.require("post /jobs", 413, group.post(worker, "/jobs", " ".repeat((1 << 20) + 1)));
    document.require("post /drain", 404, group.post(worker, "/drain", "{\"worker\":\"nobody\"}"));
  }
}
