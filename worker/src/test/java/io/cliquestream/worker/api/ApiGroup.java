package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Workers on a real broker, each with its HTTP port, and clients of both kinds. */
final class ApiGroup implements AutoCloseable {
  static final Duration WAIT = Duration.ofSeconds(60);
  static final ObjectMapper MAPPER = new ObjectMapper();

  private static EmbeddedBroker shared;

  final String prefix = "t" + UUID.randomUUID() + ".";
  final String bootstrap;
  final CliquestreamClient client;
  final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final List<WorkerService> workers = new ArrayList<>();

  ApiGroup(Path folder, int partitions) {
    this.folder = folder;
    this.bootstrap = broker().bootstrapServers();
    ClientSettings settings = clientSettings();
    TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(partitions, partitions, 1));
    this.client = CliquestreamClient.open(settings);
  }

  private static synchronized EmbeddedBroker broker() {
    if (shared == null) {
      shared = EmbeddedBroker.start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  ClientSettings clientSettings() {
    return ClientSettings.of(bootstrap).withTopics(topics());
  }

  Topics topics() {
    return Topics.prefixed(prefix);
  }

  /** Starts a worker and waits until it takes jobs. */
  WorkerService start(String name, Map<String, String> others) throws Exception {
    WorkerService worker = connecting(name, others);
    worker.running().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    return worker;
  }

  WorkerService connecting(String name, Map<String, String> others) {
    var settings = new HashMap<String, String>();
    settings.put("kafka.bootstrap", bootstrap);
    settings.put("kafka.topic-prefix", prefix);
    settings.put("kafka.group-id", prefix + "workers");
    settings.put("jobs.instance-id", name);
    settings.put("jobs.progress-interval", "50ms");
    settings.put("jobs.session-timeout", "6s");
    settings.put("drain.timeout", "5s");
    settings.put("http.port", "0");
    settings.put("api.report-interval", "200ms");
    settings.put("graphs.spill-folder", folder.toString());
    settings.putAll(others);
    WorkerService worker =
        WorkerService.start(WorkerSchema.schema().load(null, Map.of(), settings));
    workers.add(worker);
    return worker;
  }

  void publish(String graph, long version, long... ends) {
    client.publishSnapshot(
        new SnapshotPlan(graph, version, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 1_024),
        PayloadCompressor.NONE,
        EdgeSource.of(ends));
  }

  void delta(String graph, long base, long version, long... inserted) {
    client.publishDelta(
        new DeltaPlan(graph, base, version, 4, 1_000), EdgeSource.of(inserted), EdgeSource.of());
  }

  static JobRequest.Builder triangles(String job, String graph) {
    return JobRequest.newBuilder()
        .setJobId(job)
        .setGraphId(graph)
        .setTriangleCount(TriangleCount.getDefaultInstance());
  }

  HttpResponse<String> get(WorkerService worker, String path) throws Exception {
    return get(worker, path, null);
  }

  HttpResponse<String> get(WorkerService worker, String path, String token) throws Exception {
    return http.send(
        request(worker, path, token).GET().build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(WorkerService worker, String path, String body) throws Exception {
    return post(worker, path, body, null);
  }

  HttpResponse<String> post(WorkerService worker, String path, String body, String token)
      throws Exception {
    return http.send(
        request(worker, path, token)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  static HttpRequest.Builder request(WorkerService worker, String path, String token) {
    var request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + worker.httpPort() + "/api/v1" + path))
            .timeout(Duration.ofSeconds(30));
    return token == null ? request : request.header("authorization", "Bearer " + token);
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return MAPPER.readTree(response.body());
  }

  /** Asks until the answer is as it should be. */
  JsonNode await(WorkerService worker, String path, Predicate<JsonNode> wanted) throws Exception {
    return await(worker, path, null, wanted);
  }

  JsonNode await(WorkerService worker, String path, String token, Predicate<JsonNode> wanted)
      throws Exception {
    long deadline = System.nanoTime() + WAIT.toNanos();
    while (true) {
      HttpResponse<String> response = get(worker, path, token);
      if (response.statusCode() == 200 && wanted.test(json(response))) {
        return json(response);
      }
      assertThat(System.nanoTime() - deadline)
          .as(path + ": " + response.statusCode() + " " + response.body())
          .isLessThan(0);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  void stop(WorkerService worker) {
    workers.remove(worker);
    worker.close();
  }

  @Override
  public void close() {
    workers.reversed().forEach(WorkerService::close);
    client.close();
    http.close();
  }
}
