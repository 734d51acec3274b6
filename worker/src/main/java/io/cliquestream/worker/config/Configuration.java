package io.cliquestream.worker.config;

import java.util.Map;

/** Every section's settings, loaded and checked. Immutable. */
public final class Configuration {
  private final ConfigurationSchema schema;
  private final Map<Class<?>, Record> sections;
  private final Map<String, ConfigurationSource> origins;

  Configuration(
      ConfigurationSchema schema,
      Map<Class<?>, Record> sections,
      Map<String, ConfigurationSource> origins) {
    this.schema = schema;
    this.sections = Map.copyOf(sections);
    this.origins = Map.copyOf(origins);
  }

  /**
   * The settings of a section.
   *
   * @throws IllegalArgumentException when the schema has no such section
   */
  public <T extends Record> T get(Class<T> section) {
    Record settings = sections.get(section);
    if (settings == null) {
      throw new IllegalArgumentException("no section of " + section.getName());
    }
    return section.cast(settings);
  }

  /**
   * Every setting as one line of a properties file, {@code name=value}, with a comment that says
   * where the value came from. Secret values are not shown.
   */
  public String print() {
    var text = new StringBuilder();
    for (SettingDefinition setting : schema.settings()) {
      String value = SettingValues.format(setting.valueIn(sections.get(setting.section())));
      text.append("# ")
          .append(origins.getOrDefault(setting.name(), ConfigurationSource.DEFAULT).label())
          .append('\n')
          .append(setting.name())
          .append('=')
          .append(value)
          .append('\n');
    }
    return text.toString();
  }
}
