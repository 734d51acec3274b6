package io.cliquestream.worker.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.config.ConfigurationTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Pins every setting's name, default, bounds and meaning: the page is the record of them. */
final class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  @Test
  void thePageListsEverySettingAsItIs() throws IOException {
    assertThat(Files.readString(PAGE))
        .as("after a wanted change, put this into docs/configuration.md")
        .endsWith(ConfigurationTable.of(WorkerSchema.schema()));
  }
}
