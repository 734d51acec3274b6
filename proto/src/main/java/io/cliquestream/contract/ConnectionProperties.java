package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How clients connect to a secured broker: properties of the Kafka clients by their own names, as
 * in the file that Kafka's tools take as {@code --command-config}.
 *
 * <p>Only names that say how to connect are let through ({@code security.*}, {@code sasl.*}, {@code
 * ssl.*} and {@link #OTHERS}): acknowledgement, isolation, offsets and transactions are what exact
 * answers rest on, and nobody's file changes them. Values may be secrets, so that neither {@link
 * #toString} nor any message shows one.
 *
 * @param values properties by name, at most {@value #MAXIMUM_PROPERTIES}
 */
public record ConnectionProperties(Map<String, String> values) {
  /** Nothing: a broker without security. */
  public static final ConnectionProperties NONE = new ConnectionProperties(Map.of());

  /** Most properties of one file. */
  public static final int MAXIMUM_PROPERTIES = 200;

  /** Most bytes of one file; certificates in PEM form fit. */
  public static final int MAXIMUM_FILE_BYTES = 1 << 20;

  /** Names outside of {@code security.*}, {@code sasl.*} and {@code ssl.*} that are let through. */
  public static final Set<String> OTHERS =
      Set.of(
          "client.dns.lookup",
          "client.rack",
          "connections.max.idle.ms",
          "enable.metrics.push",
          "metadata.max.age.ms",
          "metric.reporters",
          "receive.buffer.bytes",
          "send.buffer.bytes",
          "socket.connection.setup.timeout.max.ms",
          "socket.connection.setup.timeout.ms");

  /**
   * Kafka's own metrics of each client neither as JMX beans nor pushed to the broker: making the
   * beans costs every client's start. A file of properties may ask for them.
   */
  public static final ConnectionProperties UNWATCHED =
      new ConnectionProperties(Map.of("enable.metrics.push", "false", "metric.reporters", ""));

  /** Checks the names; throws {@link ContractException} OPTION_INVALID. */
  public ConnectionProperties {
    values = Map.copyOf(values);
    if (values.size() > MAXIMUM_PROPERTIES) {
      throw invalid(values.size() + " connection properties are more than " + MAXIMUM_PROPERTIES);
    }
    var refused = new TreeSet<String>();
    for (String name : values.keySet()) {
      if (!isConnection(name)) {
        refused.add(name);
      }
    }
    if (!refused.isEmpty()) {
      throw invalid(
          "not connection properties: "
              + String.join(", ", refused)
              + "; allowed are security.*, sasl.*, ssl.* and "
              + String.join(", ", new TreeSet<>(OTHERS)));
    }
  }

  /**
   * Reads a properties file.
   *
   * @param file Java properties, names and values as Kafka's clients have them
   * @return what says how to connect
   * @throws ContractException FILE_UNREADABLE when it cannot be read or is too large;
   *     OPTION_INVALID when it holds other properties
   */
  public static ConnectionProperties read(Path file) {
    var properties = new Properties();
    try {
      if (Files.size(file) > MAXIMUM_FILE_BYTES) {
        throw new ContractException(
            FailureCode.FAILURE_CODE_FILE_UNREADABLE,
            file + " is larger than " + MAXIMUM_FILE_BYTES + " bytes");
      }
      try (var reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
    } catch (IOException | IllegalArgumentException e) {
      // The cause's text may quote a line of the file, and the line a password.
      throw new ContractException(
          FailureCode.FAILURE_CODE_FILE_UNREADABLE,
          "cannot read the Kafka properties in "
              + file
              + " ("
              + e.getClass().getSimpleName()
              + ")");
    }
    var values = new LinkedHashMap<String, String>();
    properties.stringPropertyNames().forEach(n -> values.put(n, properties.getProperty(n).strip()));
    return new ConnectionProperties(values);
  }

  /**
   * These and others; the others win.
   *
   * @param others names and values as in a file
   * @return both, checked like a file's
   */
  public ConnectionProperties and(Map<String, String> others) {
    var both = new LinkedHashMap<>(values);
    both.putAll(others);
    return new ConnectionProperties(both);
  }

  /** The names alone. */
  @Override
  public String toString() {
    return "ConnectionProperties" + new TreeMap<>(values).keySet();
  }

  private static boolean isConnection(String name) {
    return name.startsWith("security.")
        || name.startsWith("sasl.")
        || name.startsWith("ssl.")
        || OTHERS.contains(name);
  }

  private static ContractException invalid(String message) {
    return new ContractException(FailureCode.FAILURE_CODE_OPTION_INVALID, message);
  }
}
