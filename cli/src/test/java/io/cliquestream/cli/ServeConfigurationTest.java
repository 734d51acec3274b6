package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code serve}, a process of its own, says of its settings. */
final class ServeConfigurationTest {
  /** Within a test's own process nothing is held back that a process's end could lose. */
  @Test
  void printConfigPrintedNothing(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("worker.properties"), "jobs.lanes=3\n");
    try (var worker =
        ServeProcess.start(
            Map.of("CLIQUESTREAM_JOBS_INSTANCE_ID", "one"),
            "--print-config",
            "--bootstrap",
            "broker:9092",
            "--config",
            file.toString())) {
      assertThat(worker.exitCode()).as(worker.said()).isZero();
      assertThat(worker.said().lines())
          .anySatisfy(line -> assertThat(line).contains("kafka.bootstrap", "broker:9092"))
          .anySatisfy(line -> assertThat(line).contains("jobs.lanes", "3"))
          .anySatisfy(line -> assertThat(line).contains("jobs.instance-id", "one"));
    }
  }

  @ParameterizedTest
  @CsvSource({"kafka.bootstrapp=broker:9092, kafka.bootstrapp", "jobs.lanes=many, jobs.lanes"})
  void aWrongSettingIsOneSentenceAndNoConfiguration(String setting, String named) throws Exception {
    try (var worker = ServeProcess.start(Map.of(), "--print-config", "--set", setting)) {
      assertThat(worker.exitCode()).as(worker.said()).isEqualTo(3);
      assertThat(worker.said().lines())
          .singleElement()
          .asString()
          .startsWith("cliquestream: ")
          .contains(named);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "kafka.properties-file, nowhere.properties",
    "kafka.ssl-truststore, nowhere.pem",
    "kafka.ssl-keystore, nowhere.p12"
  })
  void printConfigAcceptedAFileThatWasNotThere(String setting, String name, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve(name);
    try (var worker =
        ServeProcess.start(Map.of(), "--print-config", "--set", setting + "=" + file)) {
      assertThat(worker.exitCode()).as(worker.said()).isEqualTo(3);
      assertThat(worker.said().lines())
          .singleElement()
          .asString()
          .startsWith("cliquestream: ")
          .contains(setting, file.toString());
    }
  }

  @Test
  void printConfigReadsTheFileOfConnectionPropertiesAndPrintsNoneOfIt(@TempDir Path folder)
      throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SSL\nssl.key.password=not-to-be-seen\n");
    try (var worker =
        ServeProcess.start(Map.of(), "--print-config", "--kafka-properties", file.toString())) {
      assertThat(worker.exitCode()).as(worker.said()).isZero();
      assertThat(worker.said())
          .contains("kafka.properties-file", file.toString())
          .doesNotContain("not-to-be-seen");
    }
  }
}
