package io.cliquestream.worker.health;

import io.cliquestream.worker.access.AccessList;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.access.Role;
import io.cliquestream.worker.config.ConfigurationException;
import io.cliquestream.worker.config.HttpSettings;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may ask what over HTTP: the rules of {@link HttpSettings}, checked once.
 *
 * <p>An address that other machines reach is only opened to clients that show a token or a
 * certificate, unless the settings say that this is wanted otherwise. Without the token one learns
 * whether the worker lives and is ready, which probes need, and nothing else.
 */
final class HttpAccess {
  private static final Logger LOG = LoggerFactory.getLogger(HttpAccess.class);
  private static final String SCHEME = "Bearer ";
  private static final Set<String> LOCAL_NAMES =
      Set.of("localhost", "127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1");

  private final HttpSettings settings;
  private final byte[] token;
  private final AccessList list;
  private final boolean reachedByOthers;

  /**
   * Reads the token and checks that what is opened is protected.
   *
   * @throws ConfigurationException naming the setting that cannot be used
   */
  HttpAccess(HttpSettings settings) {
    this.settings = settings;
    this.token = readToken(settings);
    this.list = AccessList.read(settings.accessFile());
    this.reachedByOthers = isReachedByOthers(settings.host());
    if (settings.isEncrypted() != isSet(settings.tlsKey())) {
      throw new ConfigurationException("http.tls-certificate and http.tls-key belong together");
    }
    if (settings.asksForCertificates() && !settings.isEncrypted()) {
      throw new ConfigurationException("http.tls-client-authorities needs http.tls-certificate");
    }
    requireReadable("http.tls-certificate", settings.tlsCertificate());
    requireReadable("http.tls-key", settings.tlsKey());
    requireReadable("http.tls-client-authorities", settings.tlsClientAuthorities());
    if (reachedByOthers) {
      boolean known = asksForTokens() || settings.asksForCertificates();
      if (!known && !settings.insecure()) {
        throw new ConfigurationException(
            "http.host "
                + settings.host()
                + " is reached by other machines: set http.token, http.token-file, http.access-file"
                + " or http.tls-client-authorities, or http.insecure=true where the network is"
                + " closed by other means");
      }
      if (asksForTokens() && !settings.isEncrypted()) {
        LOG.warn("http.token is sent in the clear: http.tls-certificate is not set");
      }
    }
  }

  /** How to listen. */
  HttpServerOptions options() {
    var options =
        new HttpServerOptions()
            .setMaxHeaderSize(Math.toIntExact(settings.headerBytes().bytes()))
            .setMaxInitialLineLength(Math.toIntExact(settings.headerBytes().bytes()))
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setIdleTimeout(Math.toIntExact(settings.idleTimeout().toMillis()))
            .setHttp2ClearTextEnabled(false)
            .setUseAlpn(false);
    if (settings.isEncrypted()) {
      options
          .setSsl(true)
          .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
          .setSslHandshakeTimeout(settings.idleTimeout().toMillis())
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .setCertPath(settings.tlsCertificate().toString())
                  .setKeyPath(settings.tlsKey().toString()));
    }
    if (settings.asksForCertificates()) {
      options
          .setClientAuth(ClientAuth.REQUIRED)
          .setTrustOptions(
              new PemTrustOptions().addCertPath(settings.tlsClientAuthorities().toString()));
    }
    return options;
  }

  /** Whether a request may see metrics and details: they tell of every tenant. */
  boolean allows(HttpServerRequest request) {
    return !asksForTokens() || principal(request).filter(known -> !known.isBound()).isPresent();
  }

  /** Who asks; empty when nobody who may. A token that nobody has is not as good as none. */
  Optional<Principal> principal(HttpServerRequest request) {
    String given = request.getHeader("authorization");
    if (given != null) {
      return given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
          ? ofToken(given.substring(SCHEME.length()).strip())
          : Optional.empty();
    }
    Optional<String> subject = subject(request);
    Optional<Principal> listed = subject.flatMap(list::ofCertificate);
    if (listed.isPresent() || asksForTokens() || !isAskedByItsName(request)) {
      return listed;
    }
    return anonymousRole().map(role -> Principal.unbound(subject.orElse("anonymous"), role));
  }

  private boolean asksForTokens() {
    return token.length > 0 || list.hasTokens();
  }

  private Optional<Principal> ofToken(String given) {
    // Compared in a time that does not tell how much of it was right.
    return token.length > 0 && MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))
        ? Optional.of(Principal.unbound("token", Role.OPERATOR))
        : list.ofToken(given);
  }

  private Optional<Role> anonymousRole() {
    return switch (settings.anonymousRole()) {
      case AUTO -> Optional.of(reachedByOthers ? Role.VIEWER : Role.OPERATOR);
      case NONE -> Optional.empty();
      case VIEWER -> Optional.of(Role.VIEWER);
      case OPERATOR -> Optional.of(Role.OPERATOR);
    };
  }

  /**
   * Whether a port that asks nobody who they are is asked for by a name of this machine: a page of
   * another site whose name leads here (DNS rebinding) is not.
   */
  private boolean isAskedByItsName(HttpServerRequest request) {
    if (reachedByOthers) {
      return true;
    }
    HostAndPort asked = request.authority();
    String name = asked == null ? "" : asked.host().toLowerCase(Locale.ROOT);
    return LOCAL_NAMES.contains(name) || name.equals(settings.host().toLowerCase(Locale.ROOT));
  }

  private Optional<String> subject(HttpServerRequest request) {
    if (!settings.asksForCertificates()) {
      return Optional.empty();
    }
    try {
      return request.connection().peerCertificates().stream()
          .findFirst()
          .filter(X509Certificate.class::isInstance)
          .map(certificate -> ((X509Certificate) certificate).getSubjectX500Principal().getName());
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  private static byte[] readToken(HttpSettings settings) {
    String text = settings.token().text().strip();
    if (isSet(settings.tokenFile())) {
      if (!text.isEmpty()) {
        throw new ConfigurationException("http.token or http.token-file, not both");
      }
      try (var lines = Files.lines(settings.tokenFile())) {
        text = lines.findFirst().orElse("").strip();
      } catch (IOException | java.io.UncheckedIOException e) {
        throw new ConfigurationException(
            "http.token-file cannot be read: " + settings.tokenFile(), e);
      }
      if (text.isEmpty()) {
        throw new ConfigurationException("http.token-file is empty: " + settings.tokenFile());
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isReachedByOthers(String host) {
    try {
      return !InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new ConfigurationException("http.host is no address of this machine: " + host, e);
    }
  }

  private static void requireReadable(String name, Path file) {
    if (isSet(file) && !Files.isReadable(file)) {
      throw new ConfigurationException(name + " cannot be read: " + file);
    }
  }

  private static boolean isSet(Path path) {
    return !path.toString().isEmpty();
  }
}
