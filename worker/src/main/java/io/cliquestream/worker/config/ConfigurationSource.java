package io.cliquestream.worker.config;

/** Where a value comes from; a later source overrides the earlier ones. */
public enum ConfigurationSource {
  DEFAULT("default"),
  FILE("properties file"),
  ENVIRONMENT("environment"),
  FLAG("flag");

  private final String label;

  ConfigurationSource(String label) {
    this.label = label;
  }

  /** As people read it. */
  public String label() {
    return label;
  }
}
