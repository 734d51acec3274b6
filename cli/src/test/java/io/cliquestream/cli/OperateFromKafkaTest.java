package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators learn from the broker alone: topics, lag and workers. */
final class OperateFromKafkaTest {
  @TempDir static Path folder;
  private static final Executor THREADS = command -> Thread.ofPlatform().start(command);
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "3").exitCode()).isZero();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void topicsAreShownWithWhatIsNotAsPlanned() throws Exception {
    CommandLineRun whole = run("topics", "describe");
    assertThat(whole.exitCode()).as(whole.err()).isZero();
    assertThat(whole.out().lines().map(line -> line.split(" +")).map(words -> words[0]))
        .contains("graphs.v1", "jobs.v1", "control.v1", "results.v1", "progress.v1", "jobs.dlq.v1");
    assertThat(whole.out()).doesNotContain("not ").contains("compact", "7 days", "1 h", "1048588");

    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("other.jobs.v1", 5, (short) 1)
                      .configs(Map.of("retention.ms", "1000"))))
          .all()
          .get();
    }
    CommandLineRun other = run("topics", "describe", "--topic-prefix", "other.", "--json");
    assertThat(other.exitCode()).isEqualTo(4);
    JsonNode json = other.json();
    assertThat(json.path("topics").findValuesAsText("name")).contains("other.job-state.v1");
    assertThat(json.path("topics").get(1).path("partitions").asInt()).isEqualTo(5);
    assertThat(json.path("topics").get(0).path("exists").asBoolean()).isFalse();
    assertThat(json.path("differences").findValuesAsText("property"))
        .containsExactly("retention.ms");

    CommandLineRun created = run("topics", "create", "--topic-prefix", "other.");
    assertThat(created.out())
        .contains(
            "created other.graphs.v1",
            "kept other.jobs.v1 with 5 partitions, not 6",
            "kept other.jobs.v1 with retention.ms 1000, not 604800000");
  }

  @Test
  void lagAndWorkersAreTheBrokersWord() throws Exception {
    CommandLineRun nobody = run("workers");
    assertThat(nobody.exitCode()).isEqualTo(4);
    assertThat(nobody.err()).contains("no worker is a member of group cliquestream");

    Path file = Files.writeString(folder.resolve("triangle.txt"), "1 2\n2 3\n3 1\n");
    run("publish", "triangle", file.toString(), "--graph-version", "1");
    for (String job : new String[] {"one", "two"}) {
      assertThat(run("submit", "triangles", "--graph-id", "triangle", "--job-id", job).out())
          .isEqualTo(job + System.lineSeparator());
    }
    CommandLineRun waiting = run("lag", "--json");
    assertThat(waiting.exitCode()).as(waiting.err()).isZero();
    assertThat(waiting.json().path("lag").asInt()).isEqualTo(2);
    assertThat(waiting.json().path("state").asText()).isEqualTo("Absent");
    assertThat(waiting.json().path("partitions")).hasSize(3);

    try (var worker =
        ServeProcess.start(
            Map.of(),
            "--bootstrap",
            broker.bootstrapServers(),
            "--set",
            "jobs.instance-id=first")) {
      worker.awaitLine("taking jobs");
      assertThat(
              run("submit", "triangles", "--graph-id", "triangle", "--job-id", "two", "--wait")
                  .out())
          .contains("triangles 1");
      CommandLineRun workers = run("workers");
      assertThat(workers.exitCode()).as(workers.err()).isZero();
      assertThat(workers.out())
          .containsPattern("(?m)^first +cliquestream-jobs-first +127.0.0.1 +0-2 ");
      JsonNode member = run("workers", "--json").json().path("workers").get(0);
      assertThat(member.path("instance").asText()).isEqualTo("first");
      assertThat(member.path("partitions")).hasSize(3);
      CommandLineRun lag = run("lag");
      assertThat(lag.out())
          .contains("group cliquestream (stable): workers 1")
          .containsPattern("(?m)^ +0 .* first$");
    }
  }

  @Test
  void aBrokerThatIsNotThereIsSaidAndNothingHangs() {
    // Side by side: each waits as long as it does for a broker.
    List<CompletableFuture<CommandLineRun>> runs =
        Stream.of("lag", "workers", "topics describe", "cancel job")
            .map(command -> (command + " --bootstrap localhost:1").split(" ", -1))
            .map(words -> CompletableFuture.supplyAsync(() -> CommandLineRun.of(words), THREADS))
            .toList();
    assertThat(runs)
        .allSatisfy(
            future -> {
              CommandLineRun run = future.join();
              assertThat(run.exitCode()).as(run.err()).isEqualTo(7);
              assertThat(run.err()).contains("BROKER_UNAVAILABLE", "localhost:1");
              assertThat(run.out()).isEmpty();
            });
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
