package io.cliquestream.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("seam")
final class LoadWithBrokerTest {
  @Test
  void aLoadThatNobodyAnswersIsReportedAsLost() {
    try (var broker = EmbeddedBroker.start()) {
      TopicAdmin.create(
          ClientSettings.of(broker.bootstrapServers()),
          TopicSettings.defaults().withPartitions(1, 1, 1));
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
                  "--json");
      assertThat(exitCode).isEqualTo(ExitCode.INTERNAL.number());
      assertThat(out.toString()).containsPattern("\"lost\"\\s*:\\s*3");
    }
  }
}
