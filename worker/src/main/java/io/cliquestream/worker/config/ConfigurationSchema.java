package io.cliquestream.worker.config;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * The settings that exist. Values are loaded from defaults, then a properties file, then the
 * environment ({@code CLIQUESTREAM_SECTION_NAME}), then flags; the last one counts. A name that
 * does not exist is refused with the nearest one that does.
 */
public final class ConfigurationSchema {
  /** Variables of the launcher, of clients and of installations, which are no settings. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "CLIQUESTREAM_CANCEL_SECRET",
          "CLIQUESTREAM_HOME",
          "CLIQUESTREAM_JAVA_HOME",
          "CLIQUESTREAM_JAVA_OPTIONS",
          "CLIQUESTREAM_LAUNCHER",
          "CLIQUESTREAM_REGISTRY_LOGIN",
          "CLIQUESTREAM_WORKER");

  private final Map<String, SettingDefinition> settings = new LinkedHashMap<>();
  private final List<Class<? extends Record>> sections;

  private ConfigurationSchema(List<Class<? extends Record>> sections) {
    this.sections = List.copyOf(sections);
    for (Class<? extends Record> section : sections) {
      Section name = section.getAnnotation(Section.class);
      if (name == null) {
        throw new ConfigurationException(section.getName() + " has no @Section");
      }
      for (RecordComponent component : section.getRecordComponents()) {
        SettingDefinition setting = SettingDefinition.of(name.value(), section, component);
        if (settings.put(setting.name(), setting) != null) {
          throw new ConfigurationException("two settings are named " + setting.name());
        }
        setting.parse(setting.annotation().defaultValue(), ConfigurationSource.DEFAULT);
      }
    }
  }

  /**
   * A schema of records annotated with {@link Section}, whose components have a {@link Setting}.
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public static ConfigurationSchema of(Class<? extends Record>... sections) {
    return new ConfigurationSchema(List.of(sections));
  }

  /** Everything at its default. */
  public Configuration defaults() {
    return load(Map.of(), Map.of(), Map.of());
  }

  /**
   * Loads a configuration.
   *
   * @param file a properties file, or null for none
   * @param environment the environment; only variables that begin with CLIQUESTREAM_ count
   * @param flags property names and values given on the command line
   * @throws ConfigurationException naming the property, its source and the nearest name or bound
   */
  public Configuration load(Path file, Map<String, String> environment, Map<String, String> flags) {
    return load(file == null ? Map.of() : read(file), environment, flags);
  }

  private Configuration load(
      Map<String, String> file, Map<String, String> environment, Map<String, String> flags) {
    var sources = new EnumMap<ConfigurationSource, Map<String, String>>(ConfigurationSource.class);
    sources.put(ConfigurationSource.FILE, checkNames(file, ConfigurationSource.FILE));
    sources.put(ConfigurationSource.ENVIRONMENT, fromEnvironment(environment));
    sources.put(ConfigurationSource.FLAG, checkNames(flags, ConfigurationSource.FLAG));
    var values = new HashMap<String, Object>();
    var origins = new HashMap<String, ConfigurationSource>();
    for (SettingDefinition setting : settings.values()) {
      values.put(
          setting.name(),
          setting.parse(setting.annotation().defaultValue(), ConfigurationSource.DEFAULT));
      sources.forEach(
          (source, texts) -> {
            String text = texts.get(setting.name());
            if (text != null) {
              values.put(setting.name(), setting.parse(text, source));
              origins.put(setting.name(), source);
            }
          });
    }
    var records = new HashMap<Class<?>, Record>();
    for (Class<? extends Record> section : sections) {
      records.put(section, create(section, values));
    }
    return new Configuration(this, records, origins);
  }

  /** Names of all settings, in the order of their sections. */
  public List<String> names() {
    return new ArrayList<>(settings.keySet());
  }

  Iterable<SettingDefinition> settings() {
    return settings.values();
  }

  private Map<String, String> checkNames(Map<String, String> given, ConfigurationSource source) {
    for (String name : given.keySet()) {
      if (!settings.containsKey(name)) {
        throw unknown(name, source, NearestName.of(name, settings.keySet()));
      }
    }
    return given;
  }

  private Map<String, String> fromEnvironment(Map<String, String> environment) {
    var names = new HashMap<String, String>();
    settings.values().forEach(setting -> names.put(setting.environmentName(), setting.name()));
    var found = new HashMap<String, String>();
    environment.forEach(
        (variable, value) -> {
          if (variable.startsWith("CLIQUESTREAM_") && !OTHER_VARIABLES.contains(variable)) {
            String name = names.get(variable);
            if (name == null) {
              throw unknown(
                  variable,
                  ConfigurationSource.ENVIRONMENT,
                  NearestName.of(variable, names.keySet()));
            }
            found.put(name, value);
          }
        });
    return found;
  }

  private static ConfigurationException unknown(
      String name, ConfigurationSource source, String nearest) {
    return new ConfigurationException(
        "no setting is named " + name + " (" + source.label() + "); did you mean " + nearest + "?");
  }

  private static Map<String, String> read(Path file) {
    var properties = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException("cannot read the configuration file " + file, e);
    }
    var values = new HashMap<String, String>();
    properties.stringPropertyNames().forEach(n -> values.put(n, properties.getProperty(n)));
    return values;
  }

  private <T extends Record> T create(Class<T> section, Map<String, Object> values) {
    List<SettingDefinition> components =
        settings.values().stream().filter(s -> s.section() == section).toList();
    try {
      var constructor =
          section.getDeclaredConstructor(
              components.stream().map(s -> s.component().getType()).toArray(Class<?>[]::new));
      return constructor.newInstance(components.stream().map(s -> values.get(s.name())).toArray());
    } catch (java.lang.reflect.InvocationTargetException e) {
      throw new ConfigurationException(
          section.getSimpleName() + ": " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new ConfigurationException("cannot create " + section.getName(), e);
    }
  }
}
