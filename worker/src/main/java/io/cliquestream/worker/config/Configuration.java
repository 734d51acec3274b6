package io.cliquestream.worker.config;

import java.util.ArrayList;
import java.util.List;
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
   * A setting as people see it.
   *
   * @param value as it is written; a secret is not shown
   * @param source where the value came from
   * @param defaultValue what it is without any source
   * @param environment name of its environment variable
   * @param description what it bounds or names
   */
  public record Value(
      String name,
      String value,
      String source,
      String defaultValue,
      String environment,
      String description) {}

  /** Every setting, in the order of the sections. */
  public List<Value> values() {
    var values = new ArrayList<Value>();
    for (SettingDefinition setting : schema.settings()) {
      values.add(
          new Value(
              setting.name(),
              SettingValues.format(setting.valueIn(sections.get(setting.section()))),
              origins.getOrDefault(setting.name(), ConfigurationSource.DEFAULT).label(),
              setting.annotation().defaultValue(),
              setting.environmentName(),
              setting.annotation().description()));
    }
    return values;
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
