package io.cliquestream.worker.config;

/** How to speak to the brokers; the names are Kafka's. */
public enum SecurityProtocol {
  /** What the file of {@code kafka.properties-file} says; without one, plain text. */
  AUTO,
  PLAINTEXT,
  SSL,
  SASL_PLAINTEXT,
  SASL_SSL
}
