package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.Trigger;
import io.cliquestream.worker.service.WorkerService;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may see and do what: every action with every role. */
final class ApiAccessTest {
  private static final String OPERATOR = "operators-token";
  private static final String VIEWER = "viewers-token";
  private static final String ACME = "acmes-token";
  private static final String LAB = "acmes-laboratory";

  /** Path and body of every action, each of which is otherwise in order or about nothing. */
  static final Map<String, String> ACTIONS =
      Map.of(
          "/jobs", "{\"graphId\":\"acme.g\",\"triangleCount\":{}}",
          "/jobs/nobody/cancel", "{}",
          "/graphs/nothing/retire", "{\"version\":\"1\"}",
          "/dead-letters/0-999/replay", "{}",
          "/dead-letters/0-999/discard", "{}",
          "/drain", "{\"worker\":\"nobody\"}");

  static final List<String> VIEWS =
      List.of(
          "/access",
          "/overview",
          "/graphs",
          "/jobs",
          "/standing",
          "/alerts",
          "/streams",
          "/workers",
          "/lanes",
          "/dead-letters",
          "/build",
          "/configuration");

  @Test
  void whoIsNotKnownSeesAndDoesNothing(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", withList(folder));
      for (String token : new String[] {null, "", "wrong", OPERATOR + "x"}) {
        for (String path : VIEWS) {
          assertThat(group.get(worker, path, token).statusCode()).as(path).isEqualTo(401);
        }
        for (var action : ACTIONS.entrySet()) {
          HttpResponse<String> answer =
              group.post(worker, action.getKey(), action.getValue(), token);
          assertThat(answer.statusCode()).as(action.getKey()).isEqualTo(401);
          assertThat(ApiGroup.json(answer).at("/error/code").asText()).isEqualTo("UNAUTHENTICATED");
        }
        assertThat(group.get(worker, "/events", token).statusCode()).isEqualTo(401);
      }
      // The document tells nothing of anybody.
      assertThat(group.get(worker, "/openapi.yaml").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aViewerReadsAndDoesNothing(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", withList(folder));
      for (String path : VIEWS) {
        assertThat(group.get(worker, path, VIEWER).statusCode()).as(path).isEqualTo(200);
      }
      for (var action : ACTIONS.entrySet()) {
        HttpResponse<String> answer =
            group.post(worker, action.getKey(), action.getValue(), VIEWER);
        assertThat(answer.statusCode()).as(action.getKey()).isEqualTo(403);
        assertThat(ApiGroup.json(answer).at("/error/code").asText()).isEqualTo("FORBIDDEN");
      }
      assertThat(worker.drainAsked().isComplete()).isFalse();
    }
  }

  @Test
  void anOperatorActs(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", withList(folder));
      for (var action : ACTIONS.entrySet()) {
        assertThat(group.post(worker, action.getKey(), action.getValue(), OPERATOR).statusCode())
            .as(action.getKey())
            .isEqualTo(action.getKey().equals("/jobs") ? 202 : 404);
      }
    }
  }

  @Test
  void whoIsBoundToATenantSeesNothingOfAnother(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", withList(folder));
      group.publish("acme.g", 1, 1, 2, 2, 3, 3, 1);
      group.publish("other.g", 1, 1, 2, 2, 3, 3, 1);
      var mine = ApiGroup.triangles("mine", "acme.g").setTenant("acme").build();
      var theirs = ApiGroup.triangles("theirs", "other.g").setTenant("other").build();
      group.client.run(mine, ApiGroup.WAIT);
      group.client.run(theirs, ApiGroup.WAIT);
      group.await(worker, "/jobs?state=succeeded", OPERATOR, j -> j.get("total").asInt() == 2);
      group.await(worker, "/graphs", OPERATOR, g -> g.get("total").asInt() == 2);

      JsonNode jobs = ApiGroup.json(group.get(worker, "/jobs", ACME));
      assertThat(jobs.get("total").asInt()).isEqualTo(1);
      assertThat(jobs.at("/items/0/id").asText()).isEqualTo("mine");
      assertThat(ApiGroup.json(group.get(worker, "/jobs?id=theirs", ACME)).get("items")).isEmpty();
      assertThat(ApiGroup.json(group.get(worker, "/overview", ACME)).at("/jobs/known").asInt())
          .isEqualTo(1);
      JsonNode graphs = ApiGroup.json(group.get(worker, "/graphs", ACME));
      assertThat(graphs.at("/items/0/id").asText()).isEqualTo("acme.g");
      assertThat(graphs.get("total").asInt()).isEqualTo(1);
      for (String path :
          List.of("/jobs/theirs", "/jobs/theirs/pages", "/graphs/other.g", "/jobs/theirs?run=0")) {
        assertThat(group.get(worker, path, ACME).statusCode()).as(path).isEqualTo(404);
      }
      assertThat(group.get(worker, "/jobs/mine", ACME).statusCode()).isEqualTo(200);
      assertThat(group.get(worker, "/configuration", ACME).statusCode()).isEqualTo(403);
      assertThat(metrics(worker, ACME)).isEqualTo(401);
      assertThat(metrics(worker, VIEWER)).isEqualTo(200);

      assertThat(group.post(worker, "/jobs/theirs/cancel", "{}", ACME).statusCode()).isEqualTo(404);
      assertThat(
              group.post(worker, "/graphs/acme.g/retire", "{\"version\":\"1\"}", ACME).statusCode())
          .isEqualTo(403);
      assertThat(group.post(worker, "/drain", "{}", ACME).statusCode()).isEqualTo(403);
      assertThat(submit(group, worker, "acme.g", "other")).isEqualTo(403);
      assertThat(submit(group, worker, "other.g", "acme")).isEqualTo(403);
      HttpResponse<String> filledIn =
          group.post(
              worker,
              "/jobs",
              "{\"jobId\":\"filled\",\"graphId\":\"acme.g\",\"triangleCount\":{}}",
              ACME);
      assertThat(filledIn.statusCode()).isEqualTo(202);
      JsonNode filled = group.await(worker, "/jobs/filled", ACME, j -> !j.get("result").isNull());
      assertThat(filled.get("tenant").asText()).isEqualTo("acme");
    }
  }

  @Test
  void theOverviewOfOneTokenWentToAnotherOfTheSameTenant(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", withList(folder));
      try (var lab = overviews(group, worker, LAB);
          var acme = overviews(group, worker, ACME)) {
        group.publish("acme.g", 1, 1, 2, 2, 3, 3, 1);
        JsonNode seen;
        do {
          seen = nextOverview(acme);
        } while (seen.at("/graphs/known").asInt() == 0);
        var job = ApiGroup.triangles("mine", "acme.g").setTenant("acme").build();
        var _ = group.client.run(job, ApiGroup.WAIT);
        do {
          seen = nextOverview(lab);
          assertThat(seen.at("/graphs/known").asInt()).isZero();
        } while (seen.at("/jobs/known").asInt() == 0);
      }
    }
  }

  private static BufferedReader overviews(ApiGroup group, WorkerService worker, String token)
      throws Exception {
    return new BufferedReader(
        new InputStreamReader(
            group
                .http
                .send(
                    ApiGroup.request(worker, "/events?of=overview", token).GET().build(),
                    HttpResponse.BodyHandlers.ofInputStream())
                .body(),
            UTF_8));
  }

  private static JsonNode nextOverview(BufferedReader events) throws Exception {
    String line = events.readLine();
    while (!line.equals("event: overview")) {
      line = events.readLine();
    }
    return ApiGroup.MAPPER.readTree(events.readLine().substring("data: ".length()));
  }

  @Test
  void whoIsBoundToATenantIsToldNothingOfAnotherByAnyList(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", withList(folder));
      var stands = Trigger.newBuilder().setEveryVersion(true);
      for (String tenant : List.of("acme", "other")) {
        String graph = tenant + ".g";
        group.publish(graph, 1, 1, 2, 2, 3);
        group.client.submit(
            ApiGroup.triangles(tenant + "-stands", graph)
                .setTenant(tenant)
                .setTrigger(stands)
                .setAlert(AlertOptions.newBuilder().setStart(AlertStart.ALERT_START_ALL))
                .build());
        // No run yet: the version that closes the triangle comes once the job stands.
        group.await(worker, "/standing", OPERATOR, s -> s.toString().contains(tenant + "-stands"));
        group.publish(graph, 2, 1, 2, 2, 3, 3, 1);
        group.await(worker, "/alerts", OPERATOR, a -> a.toString().contains(tenant + "-stands"));
        try (var stream = group.client.stream(tenant + ".river")) {
          stream.define(StreamDefinition.newBuilder().setCreateGraph(true).build());
          stream.insert(1, 2);
          stream.flush();
        }
        group.await(worker, "/streams", OPERATOR, s -> s.toString().contains(tenant + ".river"));
      }
      for (String path : List.of("/standing", "/alerts", "/streams", "/jobs", "/graphs")) {
        String told = group.get(worker, path, ACME).body();
        assertThat(told).as(path).contains("acme").doesNotContain("other");
      }
      assertThat(group.get(worker, "/jobs/acme-stands/alerts", ACME).statusCode()).isEqualTo(200);
      assertThat(group.get(worker, "/jobs/other-stands/alerts", ACME).statusCode()).isEqualTo(404);
      // They say nothing of whose they are.
      ApiJobs.spoil(group);
      JsonNode letters =
          group.await(worker, "/dead-letters", OPERATOR, l -> l.get("total").asInt() == 2);
      assertThat(ApiGroup.json(group.get(worker, "/dead-letters", ACME)).get("items")).isEmpty();
      for (JsonNode letter : letters.get("items")) {
        String at = "/dead-letters/" + letter.get("position").asText();
        assertThat(group.get(worker, at, ACME).statusCode()).isEqualTo(404);
        for (String action : List.of("/replay", "/discard")) {
          assertThat(group.post(worker, at + action, "{}", ACME).statusCode()).isEqualTo(404);
        }
      }
    }
  }

  @Test
  void everyActionOfOneWhoIsKnownIsInTheAuditLogWhateverCameOfIt(@TempDir Path folder)
      throws Exception {
    try (var group = new ApiGroup(folder, 1);
        var log = new ErrorLog()) {
      var settings = new HashMap<>(withList(folder));
      settings.put("api.body-bytes", "1KiB");
      WorkerService worker = group.start("one", settings);
      for (var action : ACTIONS.entrySet()) {
        group.post(worker, action.getKey(), action.getValue(), VIEWER);
        group.post(worker, action.getKey(), action.getValue(), OPERATOR);
        group.post(worker, action.getKey(), "x".repeat(2_000), OPERATOR);
      }
      group.post(worker, "/jobs/nobody/cancel", "{\"secret\":\"opens it\"}", OPERATOR);
      List<String> audited =
          log.text().lines().filter(line -> line.contains("over the API")).toList();
      for (String name : List.of("submit", "cancel", "retire", "replay", "discard", "drain")) {
        List<String> lines =
            audited.stream().filter(line -> line.contains("action=" + name + " ")).toList();
        assertThat(lines).as(name).hasSize(name.equals("cancel") ? 4 : 3);
        assertThat(lines.getFirst()).contains("who=board", "outcome=board");
        assertThat(lines.get(1)).contains("who=ann", name.equals("submit") ? "taken" : "no ");
        assertThat(lines.get(2)).contains("who=ann", "bytes");
      }
      assertThat(log.text()).doesNotContain("opens it");
    }
  }

  @Test
  void aPageOfAnotherSiteNeitherReadsNorActs(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", Map.of());
      // On a loopback address nobody is asked who they are, so a browser could be sent here.
      assertThat(raw(worker, "GET /api/v1/jobs", "evil.example")).startsWith("HTTP/1.1 401");
      assertThat(raw(worker, "GET /api/v1/jobs", "localhost:1")).startsWith("HTTP/1.1 200");
      HttpResponse<String> otherSite =
          group.http.send(
              ApiGroup.request(worker, "/drain", null)
                  .header("content-type", "application/json")
                  .header("origin", "http://evil.example")
                  .POST(HttpRequest.BodyPublishers.ofString("{}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(otherSite.statusCode()).isEqualTo(403);
      HttpResponse<String> form =
          group.http.send(
              ApiGroup.request(worker, "/drain", null)
                  .header("content-type", "text/plain")
                  .POST(HttpRequest.BodyPublishers.ofString("{}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(form.statusCode()).isEqualTo(415);
      assertThat(worker.drainAsked().isComplete()).isFalse();
    }
  }

  @Test
  void withoutTheApiNothingIsServed(@TempDir Path folder) throws Exception {
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.connecting("one", Map.of("api.enabled", "false"));
      assertThat(group.get(worker, "/jobs").statusCode()).isEqualTo(404);
    }
  }

  private static int submit(ApiGroup group, WorkerService worker, String graph, String tenant)
      throws Exception {
    return group
        .post(
            worker,
            "/jobs",
            "{\"graphId\":\"%s\",\"tenant\":\"%s\",\"triangleCount\":{}}".formatted(graph, tenant),
            ACME)
        .statusCode();
  }

  private static int metrics(WorkerService worker, String token) throws Exception {
    try (var client = java.net.http.HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + worker.httpPort() + "/metrics"))
                  .header("authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static String raw(WorkerService worker, String line, String host) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), worker.httpPort())) {
      socket
          .getOutputStream()
          .write(
              (line + " HTTP/1.1\r\nhost: " + host + "\r\nconnection: close\r\n\r\n")
                  .getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static Map<String, String> withList(Path folder) throws Exception {
    Path file = folder.resolve("access");
    Files.writeString(
        file,
        """
        # who    role      what they show
        ann      operator  token-sha256=%s
        board    viewer    token-sha256=%s
        acme     operator  token-sha256=%s tenants=acme graphs=acme.
        lab      viewer    token-sha256=%s tenants=acme graphs=lab.
        """
            .formatted(digest(OPERATOR), digest(VIEWER), digest(ACME), digest(LAB)));
    return Map.of("http.access-file", file.toString());
  }

  private static String digest(String token) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
  }
}
