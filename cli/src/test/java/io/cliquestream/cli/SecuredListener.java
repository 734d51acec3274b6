package io.cliquestream.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.broker.EmbeddedBrokerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A broker listener with TLS and SASL/PLAIN, whose key is made on the spot by the JDK's keytool.
 *
 * @param certificate what clients have to trust, in PEM form
 */
public record SecuredListener(Path certificate, Path keystore) {
  public static final String USER = "ann";
  public static final String PASSWORD = "open \"sesame\"";
  private static final String STORE_PASSWORD = "store-password";

  /** Makes a key and its certificate for localhost in a folder. */
  public static SecuredListener in(Path folder) throws IOException, InterruptedException {
    var listener =
        new SecuredListener(folder.resolve("broker-certificate.pem"), folder.resolve("broker.p12"));
    keytool(
        listener.keystore,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost",
        "-validity",
        "2",
        "-storetype",
        "PKCS12");
    keytool(listener.keystore, "-exportcert", "-rfc", "-file", listener.certificate.toString());
    return listener;
  }

  /** Settings of a broker that listens this way only. */
  public EmbeddedBrokerSettings broker() {
    String module = "org.apache.kafka.common.security.plain.PlainLoginModule required";
    return EmbeddedBrokerSettings.temporary()
        .withProperties(
            Map.of(
                "listener.security.protocol.map", "BROKER:SASL_SSL,CONTROLLER:PLAINTEXT",
                "sasl.enabled.mechanisms", "PLAIN",
                "sasl.mechanism.inter.broker.protocol", "PLAIN",
                "listener.name.broker.plain.sasl.jaas.config",
                    "%s username=\"broker\" password=\"inner\" user_broker=\"inner\" user_%s=%s;"
                        .formatted(module, USER, quoted(PASSWORD)),
                "ssl.keystore.location", keystore.toString(),
                "ssl.keystore.password", STORE_PASSWORD,
                "ssl.keystore.type", "PKCS12",
                "ssl.truststore.location", certificate.toString(),
                "ssl.truststore.type", "PEM"));
  }

  /** What a client's properties file holds. */
  public String clientProperties(String password) {
    return """
        security.protocol=SASL_SSL
        sasl.mechanism=PLAIN
        sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
          username="%s" password=%s;
        ssl.truststore.type=PEM
        ssl.truststore.location=%s
        """
        .formatted(USER, quoted(password).replace("\\", "\\\\"), certificate);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"") + '"';
  }

  private static void keytool(Path keystore, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(
        List.of(
            // A second of work: neither the other compiler nor many threads for the heap pay off.
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-alias",
            "broker",
            "-keystore",
            keystore.toString(),
            "-storepass",
            STORE_PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException("keytool failed: " + said);
    }
  }
}
