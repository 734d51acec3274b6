package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worker, command line and load generator at a broker that takes TLS with SASL/PLAIN only. */
@Tag("seam")
final class SecuredBrokerTest {
  @TempDir static Path folder;
  private static SecuredListener listener;
  private static EmbeddedBroker broker;
  private static Path properties;

  @BeforeAll
  static void start() throws Exception {
    listener = SecuredListener.in(folder);
    broker = EmbeddedBroker.start(listener.broker());
    properties =
        Files.writeString(
            folder.resolve("client.properties"),
            listener.clientProperties(SecuredListener.PASSWORD));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void everyCommandConnectsWithAFileAndTheWorkerWithTypedSettings() throws Exception {
    assertThat(run("topics", "create", "--partitions", "1").out()).contains("created jobs.v1");
    Path file = Files.writeString(folder.resolve("square.txt"), "1 2\n2 3\n3 4\n4 1\n1 3\n");
    assertThat(run("publish", "square", file.toString(), "--graph-version", "1").exitCode())
        .isZero();
    try (var worker =
        ServeProcess.start(
            Map.of("CLIQUESTREAM_KAFKA_SASL_PASSWORD", SecuredListener.PASSWORD),
            "--bootstrap",
            broker.bootstrapServers(),
            "--set",
            "kafka.security-protocol=SASL_SSL",
            "--set",
            "kafka.sasl-mechanism=PLAIN",
            "--set",
            "kafka.sasl-username=" + SecuredListener.USER,
            "--set",
            "kafka.ssl-truststore=" + listener.certificate())) {
      worker.awaitLine("taking jobs");
      CommandLineRun answer = run("submit", "triangles", "--graph-id", "square", "--wait");
      assertThat(answer.out()).as(answer.err()).contains("triangles").contains("2");
      CommandLineRun load =
          run("load", "--graph-id", "square", "--job", "triangles", "--jobs", "5", "--rate", "50");
      assertThat(load.exitCode()).as(load.out() + load.err()).isZero();
      assertThat(worker.terminate().exitCode()).as(worker.said()).isZero();
      assertThat(worker.said()).contains("SASL_SSL").doesNotContain("sesame");
    }
  }

  @Test
  void theFileServesTheWorkerToo() throws Exception {
    assertThat(run("topics", "create", "--topic-prefix", "file.").exitCode()).isZero();
    try (var worker =
        ServeProcess.start(
            Map.of("CLIQUESTREAM_KAFKA_TOPIC_PREFIX", "file."),
            "--bootstrap",
            broker.bootstrapServers(),
            "--kafka-properties",
            properties.toString())) {
      worker.awaitLine("taking jobs");
    }
  }

  @Test
  void aWrongPasswordIsATypedFailureThatDoesNotRepeatIt() throws Exception {
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.properties"), listener.clientProperties("close sesame"));
    CommandLineRun run =
        CommandLineRun.of(
            "topics",
            "create",
            "--bootstrap",
            broker.bootstrapServers(),
            "--kafka-properties",
            wrong.toString());
    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).contains("BROKER_UNAVAILABLE", "Authentication failed");
    assertThat(run.out() + run.err()).doesNotContain("sesame");
  }

  @Test
  void settingsThatCannotWorkEndTheWorkerAtOnce() throws Exception {
    Path noStore = Files.writeString(folder.resolve("broken.pem"), "no certificate");
    try (var worker =
        ServeProcess.start(
            Map.of(),
            "--bootstrap",
            broker.bootstrapServers(),
            "--set",
            "kafka.security-protocol=ssl",
            "--set",
            "kafka.ssl-truststore=" + noStore)) {
      assertThat(worker.exitCode()).as(worker.said()).isEqualTo(3);
      assertThat(worker.said()).contains("OPTION_INVALID: a Kafka setting is wrong:");
    }
    Path foreign = Files.writeString(folder.resolve("foreign.properties"), "acks=0\n");
    CommandLineRun run =
        CommandLineRun.of("cancel", "job", "--kafka-properties", foreign.toString());
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("OPTION_INVALID: not connection properties: acks;");
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(
                Stream.of(arguments),
                Stream.of(
                    "--bootstrap",
                    broker.bootstrapServers(),
                    "--kafka-properties",
                    properties.toString()))
            .toArray(String[]::new));
  }
}
