package io.cliquestream.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key and its self-signed certificate, made on the spot by the JDK's keytool.
 *
 * @param store PKCS 12, for Java
 * @param certificate PEM
 * @param key PEM, PKCS 8
 */
public record TestCertificates(Path store, Path certificate, Path key) {
  /** Of every store and key. */
  public static final String PASSWORD = "store-password";

  /** Makes a key for localhost under a name in a folder. */
  public static TestCertificates in(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    var made =
        new TestCertificates(
            folder.resolve(name + ".p12"),
            folder.resolve(name + ".pem"),
            folder.resolve(name + "-key.pem"));
    keytool(
        made.store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "SAN=dns:localhost,ip:127.0.0.1",
        "-validity",
        "2",
        "-storetype",
        "PKCS12");
    KeyStore keys = made.load();
    writePem(made.certificate, "CERTIFICATE", keys.getCertificate("own").getEncoded());
    writePem(made.key, "PRIVATE KEY", keys.getKey("own", PASSWORD.toCharArray()).getEncoded());
    return made;
  }

  private static void writePem(Path file, String what, byte[] content) throws IOException {
    Files.writeString(
        file,
        "-----BEGIN "
            + what
            + "-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
            + "\n-----END "
            + what
            + "-----\n");
  }

  /** How a client connects that trusts this certificate; with its own one or without. */
  public SSLContext trustedBy(TestCertificates client)
      throws IOException, GeneralSecurityException {
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore server = KeyStore.getInstance("PKCS12");
    server.load(null, null);
    server.setCertificateEntry("server", load().getCertificate("own"));
    trusted.init(server);
    var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (client != null) {
      own.init(client.load(), PASSWORD.toCharArray());
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(client == null ? null : own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private KeyStore load() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (var stream = Files.newInputStream(store)) {
      keys.load(stream, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(
        List.of(
            // A second of work: neither the other compiler nor many threads for the heap pay off.
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-alias",
            "own",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD,
            "-keypass",
            PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("keytool: " + said);
    }
  }
}
