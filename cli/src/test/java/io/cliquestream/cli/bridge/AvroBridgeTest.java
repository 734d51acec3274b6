package io.cliquestream.cli.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.CommandLineRun;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Avro events of a topic of others, with a real broker and a registry that answers over HTTP. */
@Tag("seam")
final class AvroBridgeTest {
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "1").exitCode()).isZero();
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic("payments", 1, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (byte[] value :
          List.of(
              AvroEventsTest.payment(7, "ann", "bob", "insert", 1),
              AvroEventsTest.payment(7, "bob", "cy", "insert", 2),
              AvroEventsTest.payment(7, "ann", "bob", "delete", 3),
              AvroEventsTest.payment(7, null, "bob", "insert", 4),
              AvroEventsTest.payment(8, "ann", "bob", "insert", 5),
              AvroEventsTest.payment(9, "ann", "bob", "insert", 6),
              "{}".getBytes(UTF_8))) {
        producer.send(new ProducerRecord<>("payments", 0, null, value)).get(60, TimeUnit.SECONDS);
      }
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void eventsBecomeEdgeEventsAndDeadLettersAndNothingWhileTheRegistryIsAway() throws Exception {
    String[] words = {
      "--source",
      "payer.id",
      "--target",
      "payee",
      "--operation",
      "op",
      "--time",
      "at",
      "--graph-id",
      "money",
      "--create",
      "--topic",
      "payments",
      "--until-end"
    };
    HttpServer registry =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String url = "http://127.0.0.1:" + registry.getAddress().getPort() + "/";
    var unwell = new AtomicBoolean(true);
    registry.createContext(
        "/schemas/ids/",
        exchange -> {
          String id = exchange.getRequestURI().getPath().substring("/schemas/ids/".length());
          String schema = AvroEventsTest.PAYMENT.toString().replace("\"", "\\\"");
          String answer =
              switch (id) {
                case "7" -> "{\"schema\":\"" + schema + "\"}";
                case "9" -> "{\"schemaType\":\"PROTOBUF\",\"schema\":\"message A {}\"}";
                default -> "{\"error_code\":40403}";
              };
          byte[] bytes = answer.getBytes(UTF_8);
          int status = answer.contains("error") ? 404 : 200;
          exchange.sendResponseHeaders(unwell.get() ? 503 : status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    registry.start();
    try {
      CommandLineRun away = bridge(words, "--avro-registry", url);
      assertThat(away.exitCode()).isEqualTo(7);
      assertThat(away.err())
          .contains("BROKER_UNAVAILABLE: the registry at " + url, "schema 7", "status 503");
      unwell.set(false);
      CommandLineRun done = bridge(words, "--avro-registry", url);
      assertThat(done.exitCode()).as(done.err()).isZero();
      assertThat(done.err()).contains("2 inserted, 1 deleted, 4 dead letters");
    } finally {
      registry.stop(0);
    }
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() {
    String[] words = {"--topic", "payments", "--source", "a", "--target", "b", "--graph-id", "g"};
    CommandLineRun both = bridge(words, "--avro-registry", "http://h", "--avro-schema", "x.avsc");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("one of --avro-registry and --avro-schema");
    CommandLineRun file = bridge(words, "--avro-registry", "file:///etc/passwd");
    assertThat(file.exitCode()).isEqualTo(2);
    assertThat(file.err()).contains("http or https");
    CommandLineRun missing = bridge(words, "--avro-schema", "none.avsc");
    assertThat(missing.exitCode()).isEqualTo(3);
    assertThat(missing.err()).contains("FILE_UNREADABLE", "none.avsc");
  }

  private static CommandLineRun bridge(String[] words, String... more) {
    return run(
        Stream.of(Stream.of("bridge"), Stream.of(words), Stream.of(more))
            .flatMap(word -> word)
            .toArray(String[]::new));
  }

  private static CommandLineRun run(String... words) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(words), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
