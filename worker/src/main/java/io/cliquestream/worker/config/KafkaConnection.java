package io.cliquestream.worker.config;

import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.ContractException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Turns the typed security settings into properties of the Kafka clients, over those of a file. */
final class KafkaConnection {
  private static final String PLAIN_MODULE =
      "org.apache.kafka.common.security.plain.PlainLoginModule";
  private static final String SCRAM_MODULE =
      "org.apache.kafka.common.security.scram.ScramLoginModule";

  private KafkaConnection() {}

  static ConnectionProperties of(KafkaSettings settings) {
    ConnectionProperties file =
        isSet(settings.propertiesFile())
            ? read(settings.propertiesFile())
            : ConnectionProperties.NONE;
    var typed = new LinkedHashMap<String, String>();
    if (settings.securityProtocol() != SecurityProtocol.AUTO) {
      typed.put("security.protocol", settings.securityProtocol().name());
    }
    putUnlessEmpty(typed, "sasl.mechanism", settings.saslMechanism());
    if (!settings.saslUsername().isEmpty()) {
      String mechanism =
          typed.getOrDefault("sasl.mechanism", file.values().getOrDefault("sasl.mechanism", ""));
      typed.put("sasl.jaas.config", login(mechanism, settings));
    }
    putStore(typed, "truststore", settings.sslTruststore(), settings.sslTruststorePassword());
    putStore(typed, "keystore", settings.sslKeystore(), settings.sslKeystorePassword());
    return ConnectionProperties.UNWATCHED.and(file.values()).and(typed);
  }

  private static ConnectionProperties read(Path file) {
    try {
      return ConnectionProperties.read(file);
    } catch (ContractException e) {
      throw new ContractException(e.code(), "kafka.properties-file: " + e.getMessage());
    }
  }

  private static String login(String mechanism, KafkaSettings settings) {
    String module;
    if (mechanism.equals("PLAIN")) {
      module = PLAIN_MODULE;
    } else if (mechanism.startsWith("SCRAM-SHA-")) {
      module = SCRAM_MODULE;
    } else {
      throw new ConfigurationException(
          "kafka.sasl-username goes with the mechanisms PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512, not"
              + " with kafka.sasl-mechanism '"
              + mechanism
              + "'");
    }
    return module
        + " required username="
        + quoted(settings.saslUsername())
        + " password="
        + quoted(settings.saslPassword().text())
        + ";";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void putStore(
      Map<String, String> typed, String name, Path store, Secret password) {
    if (!isSet(store)) {
      return;
    }
    if (!Files.isReadable(store)) {
      throw new ConfigurationException("kafka.ssl-" + name + " cannot be read: " + store);
    }
    String type = typeOf(store);
    typed.put("ssl." + name + ".location", store.toString());
    typed.put("ssl." + name + ".type", type);
    // Of a PEM file only the private key has a password.
    String passwordName = type.equals("PEM") ? "ssl.key.password" : "ssl." + name + ".password";
    putUnlessEmpty(typed, passwordName, password.text());
  }

  private static String typeOf(Path store) {
    String file = store.toString().toLowerCase(Locale.ROOT);
    if (file.endsWith(".pem") || file.endsWith(".crt")) {
      return "PEM";
    }
    return file.endsWith(".jks") ? "JKS" : "PKCS12";
  }

  private static boolean isSet(Path path) {
    return !path.toString().isEmpty();
  }

  private static void putUnlessEmpty(Map<String, String> typed, String name, String value) {
    if (!value.isEmpty()) {
      typed.put(name, value);
    }
  }
}
