package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.worker.service.WorkerService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests and dead letters that no honest client makes: refused, and everybody else is served. */
final class HostileHttpTest {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final String POST =
      "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  @TempDir private static Path folder;

  private static ApiGroup group;
  private static WorkerService worker;
  private static int jobs;

  @BeforeAll
  static void start() throws Exception {
    group = new ApiGroup(folder, 1);
    worker = group.start("one", Map.of("api.maximum-requests", "1"));
    group.publish("g", 1, 1, 2, 2, 3, 3, 1);
  }

  @AfterAll
  static void stop() {
    group.close();
  }

  @AfterEach
  void everybodyElseIsServed() throws Exception {
    String job = "honest-" + jobs++;
    String body = "{\"jobId\":\"" + job + "\",\"graphId\":\"g\",\"triangleCount\":{}}";
    HttpResponse<String> taken = group.post(worker, "/jobs", body);
    for (int tries = 0; taken.statusCode() == 429 && tries < 200; tries++) {
      TimeUnit.MILLISECONDS.sleep(50);
      taken = group.post(worker, "/jobs", body);
    }
    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
    group.await(worker, "/jobs/" + job, now -> now.get("state").asText().equals("succeeded"));
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), worker.httpPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** The status of what is answered to some bytes; 0 for a connection that is closed instead. */
  private static int status(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      String line = in.readLine();
      return line == null ? 0 : Integer.parseInt(line.substring(9, 12));
    } catch (SocketException e) {
      return 0;
    }
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }

  @Test
  void pathsLeadNowhereElse() throws Exception {
    for (String path :
        List.of(
            "/api/v1/../../../etc/passwd",
            "/api/v1/graphs/../../overview",
            "/api/v1//graphs",
            "/api/v1/graphs/%2e%2e%2f%2e%2e",
            "/api/v1/jobs/%00",
            "/api/v1/jobs/%ff%fe",
            "/api/v1/dead-letters/99999999999999999999-1",
            "/api/v1/dead-letters/-1--1",
            "/api/v1/dead-letters/0-18446744073709551615",
            "/console/../../../../etc/passwd",
            "/console/%2e%2e/%2e%2e/etc/passwd.html",
            "/console/..%5c..%5cwindows.html",
            "/console/" + "a/".repeat(3_500) + "x.js",
            "/console/" + "a".repeat(7_000) + ".js")) {
      assertThat(status(get(path)))
          .as(path.substring(0, Math.min(60, path.length())))
          .isIn(400, 404);
    }
    for (String query :
        List.of("limit=-1", "limit=1e9", "limit=99999999999", "cursor=%00", "state=x")) {
      assertThat(status(get("/api/v1/jobs?" + query))).as(query).isEqualTo(400);
    }
  }

  @Test
  void requestsThatAreNoneEndTheirOwnConnectionAlone() throws Exception {
    for (String request :
        List.of(
            "\0\0\0\0\r\n\r\n",
            "GET\r\n\r\n",
            "GET /live\r\n\r\n",
            "GET /live HTTP/9.9\r\n\r\n",
            "GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /api/v1/overview HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n",
            "GET /api/v1/overview HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n",
            "GET /live HTTP/1.1\r\nno colon\r\n\r\n",
            "GET /live HTTP/1.1\r\nHost: localhost\r\nLong: " + "x".repeat(1 << 20) + "\r\n\r\n",
            POST + "Content-Length: 5\r\nContent-Length: 50\r\n\r\n{}   ",
            POST + "Content-Length: -5\r\n\r\n{}",
            POST + "Content-Length: 99999999999999999999\r\n\r\n{}",
            POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            POST + "Content-Length: 2147483647\r\n\r\n" + "x".repeat(2 << 20))) {
      assertThat(status(request))
          .as(request.substring(0, Math.min(80, request.length())))
          .matches(status -> status == 0 || status >= 400, "refused");
    }
  }

  @Test
  void bodiesThatAreNoRequestsAreRefused() throws Exception {
    var bodies =
        List.of(
            "",
            "null",
            "[]",
            "\"text\"",
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "{\"jobId\":" + "9".repeat(100_000) + "}",
            "{\"jobId\":1e999999999}",
            "{\"jobId\":\"" + "x".repeat(900_000) + "\"}",
            "{\"jobId\":\"../x\",\"graphId\":\"g\",\"triangleCount\":{}}",
            "{\"graphId\":\"g\",\"priority\":-1,\"triangleCount\":{}}",
            "{\"graphId\":\"g\",\"triangleCount\":{},\"triangleCount\":[]}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":4,\"confidence\":\"NaN\"}}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":4,\"confidence\":1}}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":4,\"confidence\":-0.5}}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":4,\"samples\":4294967295}}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":4000000000}}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":1,\"largestK\":1000000}}",
            "{\"graphId\":\"g\",\"cliqueEstimate\":{\"smallestK\":0}}",
            "{\"graphId\":\"g\",\"unknownKind\":{}}",
            "\u0000\u0001\u0002");
    for (String body : bodies) {
      HttpResponse<String> answer = group.post(worker, "/jobs", body);
      assertThat(answer.statusCode())
          .as("%s: %s", body.substring(0, Math.min(80, body.length())), answer.body())
          .isBetween(400, 499);
      assertThat(ApiGroup.json(answer).isObject()).isTrue();
    }
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
      var request =
          ApiGroup.request(worker, "/jobs", null)
              .header("content-type", type)
              .POST(HttpRequest.BodyPublishers.ofString("{}"));
      assertThat(
              group.http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(415);
    }
  }

  @Test
  @Timeout(120)
  void aBodyThatDoesNotComeOnceTookThePlaceOfEveryReader() throws Exception {
    Socket slow = sendNoBody();
    try {
      // Once it has the place of those that send, others that send are refused.
      int sending = 0;
      while (sending != 429) {
        if (slow.getInputStream().available() > 0) {
          // It was refused itself: it came while one of the requests below had the place.
          slow.close();
          slow = sendNoBody();
        }
        sending = group.post(worker, "/graphs/none/retire", "{\"version\":\"1\"}").statusCode();
        assertThat(sending).isIn(404, 429);
      }
      assertThat(group.get(worker, "/workers").statusCode()).isEqualTo(200);
      assertThat(group.get(worker, "/job-kinds").statusCode()).isEqualTo(200);
    } finally {
      slow.close();
    }
  }

  private static Socket sendNoBody() throws IOException {
    Socket slow = connect();
    slow.getOutputStream().write((POST + "Content-Length: 10\r\n\r\n").getBytes(ISO_8859_1));
    return slow;
  }

  private static void letter(KafkaProducer<byte[], byte[]> producer, Map<String, byte[]> headers)
      throws Exception {
    var record =
        new ProducerRecord<>(
            group.topics().deadLetters(), 0, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
    headers.forEach((name, value) -> record.headers().add(name, value));
    var _ = producer.send(record).get(60, TimeUnit.SECONDS);
  }

  private static Map<String, byte[]> headers(String topic, String partition, String offset) {
    return Map.of(
        DeadLetterHeaders.CAUSE_CODE,
        "OPTION_INVALID".getBytes(UTF_8),
        DeadLetterHeaders.CAUSE_MESSAGE,
        "m".repeat(500_000).getBytes(UTF_8),
        DeadLetterHeaders.ORIGINAL_TOPIC,
        topic.getBytes(UTF_8),
        DeadLetterHeaders.ORIGINAL_PARTITION,
        partition.getBytes(UTF_8),
        DeadLetterHeaders.ORIGINAL_OFFSET,
        offset.getBytes(UTF_8));
  }

  @Test
  void replayingALetterOfAPartitionThatIsNoneOnceHeldUpEveryWrite() throws Exception {
    String jobsTopic = group.topics().jobs();
    var forged =
        new ArrayList<Map<String, byte[]>>(
            List.of(
                headers(jobsTopic, "2147483647", "1"),
                headers(jobsTopic, "-1", "1"),
                headers(jobsTopic, "no number", "1e99"),
                headers(jobsTopic, "99999999999999", "-9"),
                headers(group.topics().results(), "0", "0"),
                headers("../../etc", "0", "0"),
                Map.of(),
                Map.of(DeadLetterHeaders.CAUSE_CODE, new byte[] {(byte) 0xFF, 0, 1}),
                Map.of(
                    DeadLetterHeaders.DECISION,
                    "replayed".getBytes(UTF_8),
                    DeadLetterHeaders.DECISION_OF,
                    "x-y".getBytes(UTF_8))));
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", group.bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (Map<String, byte[]> headers : forged) {
        letter(producer, headers);
      }
      letter(producer, headers(jobsTopic, "0", "12345"));
    }
    JsonNode list =
        group.await(
            worker,
            "/dead-letters?state=all&limit=1000",
            letters -> letters.toString().contains("12345"));
    int seen = 0;
    for (JsonNode letter : list.get("items")) {
      String position = letter.get("position").asText();
      assertThat(group.get(worker, "/dead-letters/" + position).statusCode()).isEqualTo(200);
      if (!letter.toString().contains("12345")) {
        HttpResponse<String> replay =
            group.post(worker, "/dead-letters/" + position + "/replay", "{}");
        assertThat(replay.statusCode()).as(letter + ": " + replay.body()).isEqualTo(409);
        seen++;
      }
    }
    assertThat(seen).isGreaterThanOrEqualTo(forged.size() - 2);
  }
}
