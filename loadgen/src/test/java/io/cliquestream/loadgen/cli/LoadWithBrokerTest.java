package io.cliquestream.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("seam")
final class LoadWithBrokerTest {
  @Test
  void jobsThatNoWorkerHadComeToYetWereCountedAsLost() {
    try (var broker = EmbeddedBroker.start()) {
      TopicAdmin.create(
          ClientSettings.of(broker.bootstrapServers()),
          TopicSettings.defaults().withPartitions(1, 1, 1));
      var out = new StringWriter();
      var err = new StringWriter();
      int exitCode =
          new CommandLine(new LoadCommand())
              .setOut(new PrintWriter(out, true))
              .setErr(new PrintWriter(err, true))
              .execute(
                  "--bootstrap=" + broker.bootstrapServers(),
                  "--graph-id=graph",
                  "--job=triangles",
                  "--jobs=3",
                  "--rate=100",
                  "--drain=1",
                  "--report-every=0.1",
                  "--json");
      assertThat(exitCode).isEqualTo(ExitCode.STOPPED.number());
      assertThat(out.toString()).contains("\"waiting\":3", "\"lost\":0");
      assertThat(err.toString())
          .containsPattern("load +0%  3 of 3 sent, 0 succeeded, 0 failed, 3 waiting");
    }
  }

  @Test
  void whatTheGroupHasPassedWithoutAnAnswerIsLost() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      TopicAdmin.create(
          ClientSettings.of(broker.bootstrapServers()),
          TopicSettings.defaults().withPartitions(1, 1, 1));
      var jobs = new TopicPartition("jobs.v1", 0);
      try (var consumer =
          new KafkaConsumer<>(
              Map.<String, Object>of(
                  "bootstrap.servers", broker.bootstrapServers(), "group.id", "passing"),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer())) {
        consumer.assign(List.of(jobs));
        consumer.commitSync(Map.of(jobs, new OffsetAndMetadata(2)));
      }
      var out = new StringWriter();
      int exitCode =
          new CommandLine(new LoadCommand())
              .setOut(new PrintWriter(out, true))
              .execute(
                  "--bootstrap=" + broker.bootstrapServers(),
                  "--graph-id=graph",
                  "--job=triangles",
                  "--jobs=3",
                  "--rate=100",
                  "--drain=1",
                  "--group=passing",
                  "--json");
      assertThat(exitCode).isEqualTo(ExitCode.INTERNAL.number());
      assertThat(out.toString()).contains("\"waiting\":1", "\"lost\":2");
    }
  }
}
