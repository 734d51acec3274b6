package io.cliquestream.worker.config;

/** What the log looks like. Commands other than {@code serve} read the environment alone. */
@Section("log")
public record LogSettings(
    @Setting(
            defaultValue = "text",
            description = "text, or json: one object a line, for log collectors.")
        Format format,
    @Setting(
            defaultValue = "info",
            description = "Least level that is logged of Cliquestream: error, warn, info or debug.")
        Level level,
    @Setting(
            defaultValue = "warn",
            description = "Least level that is logged of the libraries, Kafka's clients above all.")
        Level libraryLevel) {
  /** How a line is written. */
  public enum Format {
    TEXT,
    JSON
  }

  /** The least level that is logged. */
  public enum Level {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }
}
