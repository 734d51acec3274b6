package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConnectionPropertiesTest {
  @Test
  void aFileOfKafkasToolsIsReadAndItsSecretsAreNotShown(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            """
            # as for kafka-topics.sh --command-config
            security.protocol=SASL_SSL
            sasl.mechanism=PLAIN
            sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
              username="ann" password="hush";
            ssl.truststore.password=hush
            client.rack=r1
            """);
    ConnectionProperties read = ConnectionProperties.read(file);
    assertThat(read.values())
        .hasSize(5)
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry(
            "sasl.jaas.config",
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"ann\""
                + " password=\"hush\";");
    assertThat(read.toString()).contains("sasl.jaas.config").doesNotContain("hush");
    assertThat(read.and(Map.of("sasl.mechanism", "SCRAM-SHA-512")).values())
        .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
        .hasSize(5);
  }

  @Test
  void whatExactAnswersRestOnIsRefused() {
    assertThatThrownBy(
            () ->
                new ConnectionProperties(
                    Map.of("acks", "0", "isolation.level", "read_uncommitted", "ssl.key", "hush")))
        .asInstanceOf(InstanceOfAssertFactories.type(ContractException.class))
        .satisfies(
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID),
            e ->
                assertThat(e)
                    .hasMessageStartingWith("not connection properties: acks, isolation.level;")
                    .hasMessageNotContaining("hush"));
  }

  @Test
  void unreadableFilesSayWhichWithoutQuotingThem(@TempDir Path folder) throws Exception {
    Path broken = Files.writeString(folder.resolve("broken"), "sasl.password=hush\\uZZZZ");
    for (Path file :
        new Path[] {
          broken,
          folder.resolve("absent"),
          Files.write(
              folder.resolve("large"), new byte[ConnectionProperties.MAXIMUM_FILE_BYTES + 1])
        }) {
      assertThatThrownBy(() -> ConnectionProperties.read(file))
          .asInstanceOf(InstanceOfAssertFactories.type(ContractException.class))
          .satisfies(
              e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_FILE_UNREADABLE),
              e -> assertThat(e).hasMessageContaining(file.toString()),
              e -> assertThat(e.getMessage()).doesNotContain("hush"));
    }
  }
}
