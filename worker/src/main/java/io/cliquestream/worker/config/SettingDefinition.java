package io.cliquestream.worker.config;

import java.lang.reflect.RecordComponent;
import java.util.Locale;

/**
 * One setting of a schema.
 *
 * @param name property name, {@code section.kebab-case}
 * @param section the record it is a component of
 * @param component the component
 * @param annotation its description, default and bounds
 */
record SettingDefinition(
    String name, Class<? extends Record> section, RecordComponent component, Setting annotation) {
  private static final String ENVIRONMENT_PREFIX = "CLIQUESTREAM_";

  static SettingDefinition of(
      String sectionName, Class<? extends Record> section, RecordComponent component) {
    Setting annotation = component.getAnnotation(Setting.class);
    if (annotation == null) {
      throw new ConfigurationException(
          section.getName() + '.' + component.getName() + " has no @Setting");
    }
    String kebab =
        component.getName().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    return new SettingDefinition(sectionName + '.' + kebab, section, component, annotation);
  }

  /** Name of the environment variable. */
  String environmentName() {
    return ENVIRONMENT_PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Reads and checks a value; the exception names property and source. */
  Object parse(String text, ConfigurationSource source) {
    try {
      Object value = SettingValues.parse(component.getType(), text);
      requireInRange(value);
      return value;
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(name + " (" + source.label() + "): " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("unchecked") // whatever has a range has an order
  private void requireInRange(Object value) {
    if (annotation.range().isEmpty()) {
      return;
    }
    String[] bounds = annotation.range().split("\\.\\.", 2);
    var comparable = (Comparable<Object>) value;
    if (comparable.compareTo(SettingValues.parse(component.getType(), bounds[0])) < 0) {
      throw new IllegalArgumentException(
          SettingValues.format(value) + " is below the minimum " + bounds[0]);
    }
    if (comparable.compareTo(SettingValues.parse(component.getType(), bounds[1])) > 0) {
      throw new IllegalArgumentException(
          SettingValues.format(value) + " is above the maximum " + bounds[1]);
    }
  }

  Object valueIn(Record settings) {
    try {
      return component.getAccessor().invoke(settings);
    } catch (ReflectiveOperationException e) {
      throw new ConfigurationException("cannot read " + name, e);
    }
  }
}
