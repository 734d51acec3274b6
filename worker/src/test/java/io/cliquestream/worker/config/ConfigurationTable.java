package io.cliquestream.worker.config;

/** Every setting with environment name, default, bounds and meaning, as docs/configuration.md. */
public final class ConfigurationTable {
  private ConfigurationTable() {}

  /** A Markdown table of all settings. */
  public static String of(ConfigurationSchema schema) {
    var text = new StringBuilder();
    text.append("| property | environment | default | bounds | meaning |\n");
    text.append("|---|---|---|---|---|\n");
    for (SettingDefinition setting : schema.settings()) {
      Setting about = setting.annotation();
      String bounds = about.range().replace("..", " – ");
      text.append(
          "| `%s` | `%s` | `%s` | %s | %s |%n"
              .formatted(
                  setting.name(),
                  setting.environmentName(),
                  about.defaultValue(),
                  bounds,
                  about.description()));
    }
    return text.toString();
  }
}
