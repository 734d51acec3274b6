package io.cliquestream.cli.operate;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.worker.config.HttpSettings;
import io.cliquestream.worker.service.WorkerSchema;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.Option;

/**
 * Which worker is asked, and what is shown to it. What no option says, the environment does; what
 * that does not say either, the worker's own settings do ({@code http.*}): on its host, with its
 * file of settings, no option is needed.
 */
final class WorkerOptions {
  private static final String WORKER = "CLIQUESTREAM_WORKER";
  private static final String SETTINGS = "CLIQUESTREAM_HTTP_";

  @Option(
      names = "--worker",
      paramLabel = "URL",
      description =
          "A worker's HTTP port, any one of the group; $CLIQUESTREAM_WORKER, or what http.host and"
              + " http.port say (http://127.0.0.1:8080).")
  private String worker;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File whose first line is the token to show; $CLIQUESTREAM_HTTP_TOKEN_FILE or"
              + " $CLIQUESTREAM_HTTP_TOKEN.")
  private Path tokenFile;

  @Option(
      names = "--tls-authorities",
      paramLabel = "FILE",
      description = "Certificates (PEM) of which one has to have signed the worker's.")
  private Path authorities;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The worker's file of settings, for its address and token.")
  private Path config;

  @Option(names = "--json", description = "Print the API's own JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  /**
   * Ready to ask.
   *
   * @throws WorkerApiException when a file cannot be read, or the address is none
   */
  WorkerApi open() {
    return open(System.getenv());
  }

  WorkerApi open(Map<String, String> environment) {
    HttpSettings settings = settings(environment);
    String address =
        worker != null
            ? worker
            : environment.getOrDefault(
                WORKER,
                (settings.isEncrypted() ? "https" : "http")
                    + "://"
                    + settings.host()
                    + ":"
                    + settings.port());
    return new WorkerApi(url(address), token(settings), tls());
  }

  private HttpSettings settings(Map<String, String> environment) {
    Map<String, String> http =
        environment.entrySet().stream()
            .filter(variable -> variable.getKey().startsWith(SETTINGS))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return WorkerSchema.schema().load(config, http, Map.of()).get(HttpSettings.class);
  }

  private static URI url(String text) {
    try {
      URI url = URI.create(text.contains("://") ? text : "http://" + text);
      if (url.getHost() != null
          && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw wrong("'" + text + "' is no URL of a worker, such as http://127.0.0.1:8080");
  }

  private Optional<String> token(HttpSettings settings) {
    boolean named = tokenFile != null || !settings.tokenFile().toString().isEmpty();
    if (!named) {
      return Optional.of(settings.token().text().strip()).filter(text -> !text.isEmpty());
    }
    Path file = tokenFile != null ? tokenFile : settings.tokenFile();
    try (var lines = Files.newBufferedReader(file)) {
      String first = lines.readLine();
      if (first == null || first.isBlank()) {
        throw wrong("the first line of " + file + " holds no token");
      }
      return Optional.of(first.strip());
    } catch (IOException e) {
      throw wrong("the token's file cannot be read: " + e.getMessage());
    }
  }

  private Optional<SSLContext> tls() {
    if (authorities == null) {
      return Optional.empty();
    }
    try (InputStream pem = Files.newInputStream(authorities)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int number = 0;
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("authority-" + number++, authority);
      }
      if (number == 0) {
        throw wrong(authorities + " holds no certificate");
      }
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return Optional.of(context);
    } catch (IOException | GeneralSecurityException e) {
      throw wrong("the authorities' file cannot be used: " + e.getMessage());
    }
  }

  private static WorkerApiException wrong(String message) {
    return new WorkerApiException("OPTION_INVALID", ExitCode.BAD_INPUT, message);
  }
}
