package io.cliquestream.worker.config;

import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** How the worker finds and shares the broker. */
@Section("kafka")
public record KafkaSettings(
    @Setting(
            defaultValue = "localhost:9092",
            description = "Brokers to start from, HOST:PORT separated by commas.")
        String bootstrap,
    @Setting(
            defaultValue = "",
            description = "Put before every topic name, so that installations can share a broker.")
        String topicPrefix,
    @Setting(
            defaultValue = "cliquestream",
            description = "Consumer group of the workers that share the jobs.")
        String groupId,
    @Setting(
            defaultValue = "cliquestream-worker",
            description = "First part of the client ids shown in the broker's logs and quotas.")
        String clientId,
    @Setting(
            defaultValue = "30s",
            range = "1s..10m",
            description = "Longest wait for one answer of the broker.")
        Duration requestTimeout,
    @Setting(
            defaultValue = "",
            description =
                "File of Kafka client properties for connecting (security.*, sasl.*, ssl.*), as"
                    + " Kafka's own tools take it; the settings below go over it.")
        Path propertiesFile,
    @Setting(
            defaultValue = "auto",
            description =
                "auto (what the file says, else plain text), plaintext, ssl, sasl-plaintext or"
                    + " sasl-ssl.")
        SecurityProtocol securityProtocol,
    @Setting(
            defaultValue = "",
            description =
                "How to log in: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512; others with the file.")
        String saslMechanism,
    @Setting(defaultValue = "", description = "User to log in as, with PLAIN and SCRAM.")
        String saslUsername,
    @Setting(
            defaultValue = "",
            description = "Password of that user; better in the environment than among flags.")
        Secret saslPassword,
    @Setting(
            defaultValue = "",
            description =
                "Certificates the broker's must come from (.pem, .crt, .jks, otherwise PKCS12);"
                    + " those of the Java runtime when empty.")
        Path sslTruststore,
    @Setting(defaultValue = "", description = "Password of the truststore, where it has one.")
        Secret sslTruststorePassword,
    @Setting(
            defaultValue = "",
            description =
                "This worker's own key and certificate, for brokers that ask for one (.pem, .jks,"
                    + " otherwise PKCS12).")
        Path sslKeystore,
    @Setting(
            defaultValue = "",
            description = "Password of the keystore, or of a PEM file's private key.")
        Secret sslKeystorePassword) {
  /**
   * How to connect, as properties of the Kafka clients; reads the file each time it is asked.
   *
   * @throws ConfigurationException when settings do not go together or a store cannot be read
   * @throws io.cliquestream.contract.ContractException when the file of properties cannot be used
   */
  public ConnectionProperties connection() {
    return KafkaConnection.of(this);
  }

  /** What every client of the broker is opened with: connects as {@link #connection} says. */
  public Map<String, Object> clientProperties() {
    Map<String, Object> properties = new HashMap<>(connection().values());
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    return properties;
  }

  /**
   * What every consumer of the worker is opened with: connects as {@link #connection} says, sees
   * what was committed, commits and creates nothing by itself, and begins at the beginning.
   */
  public Map<String, Object> consumerProperties() {
    Map<String, Object> properties = clientProperties();
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(requestTimeout.toMillis()));
    return properties;
  }

  /** The topics of this installation. */
  public Topics topics() {
    return Topics.prefixed(topicPrefix);
  }
}
