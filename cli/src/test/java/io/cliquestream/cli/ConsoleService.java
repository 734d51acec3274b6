package io.cliquestream.cli;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker and a worker in this process, with graphs to look at. */
final class ConsoleService implements AutoCloseable {
  private final EmbeddedBroker broker = EmbeddedBroker.start();
  private final WorkerService worker;
  private final CliquestreamClient client;

  ConsoleService() {
    ClientSettings settings = ClientSettings.of(broker.bootstrapServers());
    TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(2, 2, 1));
    client = CliquestreamClient.open(settings);
    worker =
        WorkerService.start(
            WorkerSchema.schema()
                .load(
                    null,
                    Map.of(),
                    Map.of(
                        "kafka.bootstrap", broker.bootstrapServers(),
                        "http.port", "0",
                        "jobs.instance-id", "console-worker",
                        "jobs.progress-interval", "100ms",
                        "drain.timeout", "1s")));
  }

  /** The page of the worker. */
  String page() {
    return worker.httpAddress() + "/console/";
  }

  WorkerService worker() {
    return worker;
  }

  String bootstrap() {
    return broker.bootstrapServers();
  }

  CliquestreamClient client() {
    return client;
  }

  /** Generates a graph and publishes it. */
  void publish(String graph, String version, String... model) {
    var words = new java.util.ArrayList<>(List.of("generate"));
    words.addAll(List.of(model));
    words.addAll(
        List.of("--publish", graph, "--graph-version", version, "--bootstrap", bootstrap()));
    run(words.toArray(String[]::new));
  }

  /** Publishes a delta that takes one edge in. */
  void delta(Path folder, String graph, String base, String version) throws Exception {
    delta(folder, graph, base, version, "+ 1 90000" + version + "\n");
  }

  /** Publishes a delta with the changes of a text. */
  void delta(Path folder, String graph, String base, String version, String changes)
      throws Exception {
    Path file = Files.writeString(folder.resolve("delta.txt"), changes);
    run(
        "delta",
        graph,
        file.toString(),
        "--base",
        base,
        "--graph-version",
        version,
        "--bootstrap",
        bootstrap());
  }

  /** Submits a job as another client does; returns when the broker has it. */
  void submitTriangles(String job, String tenant) {
    client.submit(
        JobRequest.newBuilder()
            .setJobId(job)
            .setGraphId("social")
            .setTenant(tenant)
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .build());
  }

  /** Submits a standing job whose results hold what changed, by vertex too. */
  void followTriangles(String job, String graph) {
    client.submit(
        JobRequest.newBuilder()
            .setJobId(job)
            .setGraphId(graph)
            .setTriangleCount(TriangleCount.newBuilder().setPerVertex(true))
            .setTrigger(Trigger.newBuilder().setEveryVersion(true))
            .setResultScope(ResultScope.RESULT_SCOPE_DIFFERENCE_BY_VERTEX)
            .build());
  }

  /** Submits a standing job that alerts of every triangle. */
  void tellOfTriangles(String job, String graph) {
    client.submit(
        JobRequest.newBuilder()
            .setJobId(job)
            .setGraphId(graph)
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .setTrigger(Trigger.newBuilder().setEveryVersion(true))
            .setAlert(AlertOptions.getDefaultInstance())
            .build());
  }

  /** Writes a record that is no job. */
  void garbage(String key) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  Topics.UNPREFIXED.jobs(),
                  key.getBytes(StandardCharsets.UTF_8),
                  "no job at all".getBytes(StandardCharsets.UTF_8)))
          .get(60, TimeUnit.SECONDS);
    }
  }

  private static void run(String... words) {
    CommandLineRun run = CommandLineRun.of(words);
    if (run.exitCode() != 0) {
      throw new IllegalStateException(String.join(" ", words) + ": " + run.err());
    }
  }

  @Override
  public void close() {
    client.close();
    worker.close();
    broker.close();
  }
}
