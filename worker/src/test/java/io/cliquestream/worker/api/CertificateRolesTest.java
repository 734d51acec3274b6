package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.TestCertificates;
import io.cliquestream.worker.service.WorkerService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Roles and tenants of those who show a certificate instead of a token: mutual TLS. */
final class CertificateRolesTest {
  private TestCertificates server;
  private WorkerService worker;

  /** One for each certificate, so that not every request shakes hands. */
  private final Map<TestCertificates, HttpClient> clients = new HashMap<>();

  @AfterEach
  void close() {
    clients.values().forEach(HttpClient::close);
  }

  @Test
  void aCertificateHasTheRoleOfItsName(@TempDir Path folder) throws Exception {
    server = TestCertificates.in(folder, "server");
    var ann = TestCertificates.in(folder, "ann");
    var board = TestCertificates.in(folder, "board");
    var acme = TestCertificates.in(folder, "acme");
    var known = TestCertificates.in(folder, "known");
    Path authorities = folder.resolve("authorities.pem");
    Files.writeString(
        authorities,
        Files.readString(ann.certificate())
            + Files.readString(board.certificate())
            + Files.readString(acme.certificate())
            + Files.readString(known.certificate()));
    Path list = folder.resolve("access");
    Files.writeString(
        list,
        """
        ann    operator  certificate=CN=ann
        board  viewer    certificate=CN=board
        acme   operator  certificate=CN=acme tenants=acme graphs=acme.
        """);
    try (var group = new ApiGroup(folder, 1)) {
      worker =
          group.start(
              "one",
              Map.of(
                  "http.tls-certificate",
                  server.certificate().toString(),
                  "http.tls-key",
                  server.key().toString(),
                  "http.tls-client-authorities",
                  authorities.toString(),
                  "http.access-file",
                  list.toString(),
                  "http.anonymous-role",
                  "none"));
      assertThat(role(ann)).isEqualTo("operator");
      assertThat(role(board)).isEqualTo("viewer");
      assertThat(role(acme)).isEqualTo("operator");

      for (var action : ApiAccessTest.ACTIONS.entrySet()) {
        int taken = action.getKey().equals("/jobs") ? 202 : 404;
        // Only an operator of no tenant may do what concerns all of them.
        boolean ofAll = action.getKey().matches("/drain|/graphs/.*");
        assertThat(post(ann, action).statusCode()).as(action.getKey()).isEqualTo(taken);
        assertThat(post(board, action).statusCode()).as(action.getKey()).isEqualTo(403);
        assertThat(post(acme, action).statusCode())
            .as(action.getKey())
            .isEqualTo(ofAll ? 403 : taken);
        assertThat(post(known, action).statusCode()).as(action.getKey()).isEqualTo(401);
      }
      for (String path : ApiAccessTest.VIEWS) {
        assertThat(get(board, path).statusCode()).as(path).isEqualTo(200);
        assertThat(get(known, path).statusCode()).as(path).isEqualTo(401);
      }

      assertThat(submit(board, "boards", "acme.g").statusCode()).isEqualTo(403);
      assertThat(submit(ann, "anns", "other.g").statusCode()).isEqualTo(202);
      assertThat(submit(acme, "acmes", "acme.g").statusCode()).isEqualTo(202);
      assertThat(submit(acme, "not-acmes", "other.g").statusCode()).isEqualTo(403);
      assertThat(get(acme, "/configuration").statusCode()).isEqualTo(403);
      assertThat(get(board, "/configuration").statusCode()).isEqualTo(200);
      // An authority signed it, and no line names it.
      assertThat(get(known, "/jobs").statusCode()).isEqualTo(401);
      assertThat(submit(known, "somebodys", "acme.g").statusCode()).isEqualTo(401);
    }
  }

  private String role(TestCertificates shown) throws Exception {
    return ApiGroup.json(get(shown, "/access")).get("role").asText();
  }

  private HttpResponse<String> get(TestCertificates shown, String path) throws Exception {
    return send(shown, path, HttpRequest.newBuilder().GET());
  }

  private HttpResponse<String> submit(TestCertificates shown, String job, String graph)
      throws Exception {
    return post(
        shown,
        Map.entry(
            "/jobs",
            "{\"jobId\":\"%s\",\"graphId\":\"%s\",\"triangleCount\":{}}".formatted(job, graph)));
  }

  private HttpResponse<String> post(TestCertificates shown, Map.Entry<String, String> action)
      throws Exception {
    return send(
        shown,
        action.getKey(),
        HttpRequest.newBuilder()
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(action.getValue())));
  }

  private HttpResponse<String> send(
      TestCertificates shown, String path, HttpRequest.Builder request) throws Exception {
    HttpClient secure = clients.get(shown);
    if (secure == null) {
      secure = HttpClient.newBuilder().sslContext(server.trustedBy(shown)).build();
      clients.put(shown, secure);
    }
    return secure.send(
        request
            .uri(URI.create("https://localhost:" + worker.httpPort() + "/api/v1" + path))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
