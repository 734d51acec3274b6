package io.cliquestream.worker.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.Checksums;
import io.cliquestream.worker.config.ConfigurationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/**
 * The principals of a file, one a line: a name, a role, and words of the form {@code key=value}.
 *
 * <pre>
 * # who    role       what they show, and what they are bound to
 * ann      operator   token-sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
 * board    viewer     certificate=CN=board,O=Example
 * acme     operator   token-sha256=… tenants=acme,acme-test graphs=acme.
 * </pre>
 *
 * <p>Tokens are kept as their SHA-256 alone, so that whoever reads the file cannot use them; a
 * token is looked up by its digest, which tells nothing by the time it takes. Immutable.
 */
public final class AccessList {
  /** Nobody. */
  public static final AccessList NONE = new AccessList(Map.of(), Map.of());

  private static final int DIGEST_CHARACTERS = 64;

  private final Map<String, Principal> byToken;
  private final Map<LdapName, Principal> byCertificate;

  private AccessList(Map<String, Principal> byToken, Map<LdapName, Principal> byCertificate) {
    this.byToken = Map.copyOf(byToken);
    this.byCertificate = Map.copyOf(byCertificate);
  }

  /**
   * Reads a file.
   *
   * @param file none when empty
   * @throws ConfigurationException naming the line that is wrong
   */
  public static AccessList read(Path file) {
    if (file.toString().isEmpty()) {
      return NONE;
    }
    var tokens = new HashMap<String, Principal>();
    var certificates = new HashMap<LdapName, Principal>();
    PrincipalFile.read("http.access-file", file, line -> read(line, tokens, certificates));
    return new AccessList(tokens, certificates);
  }

  private static void read(
      String line, Map<String, Principal> tokens, Map<LdapName, Principal> certificates) {
    String[] words = line.split("\\s+", -1);
    if (words.length < 3) {
      throw new IllegalArgumentException("a name, a role and token-sha256= or certificate=");
    }
    Role role =
        switch (words[1]) {
          case "viewer" -> Role.VIEWER;
          case "operator" -> Role.OPERATOR;
          default -> throw new IllegalArgumentException("the role is viewer or operator");
        };
    Optional<Set<String>> tenants = Optional.empty();
    List<String> graphs = List.of();
    var digests = new ArrayList<String>();
    var names = new ArrayList<LdapName>();
    for (int i = 2; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      String value = words[i].substring(equals + 1);
      switch (equals < 0 ? "" : words[i].substring(0, equals)) {
        case "token-sha256" -> digests.add(digest(value));
        case "certificate" -> names.add(distinguished(value));
        case "tenants" -> tenants = Optional.of(new HashSet<>(list(value)));
        case "graphs" -> graphs = list(value);
        default ->
            throw new IllegalArgumentException(
                "token-sha256=, certificate=, tenants= or graphs= where there is something else");
      }
    }
    if (digests.isEmpty() && names.isEmpty()) {
      throw new IllegalArgumentException("token-sha256= or certificate= is missing");
    }
    if (!graphs.isEmpty() && tenants.isEmpty()) {
      throw new IllegalArgumentException("graphs= goes with tenants=");
    }
    var principal = new Principal(words[0], role, tenants, graphs);
    digests.forEach(digest -> add(tokens, digest, principal));
    names.forEach(name -> add(certificates, name, principal));
  }

  private static <K> void add(Map<K, Principal> known, K key, Principal principal) {
    if (known.put(key, principal) != null) {
      throw new IllegalArgumentException("the same token or certificate twice");
    }
  }

  private static String digest(String text) {
    String digits = text.toLowerCase(Locale.ROOT);
    if (digits.length() != DIGEST_CHARACTERS
        || digits.chars().anyMatch(c -> Character.digit(c, 16) < 0)) {
      throw new IllegalArgumentException("token-sha256= has 64 hexadecimal digits");
    }
    return digits;
  }

  private static LdapName distinguished(String text) {
    try {
      return new LdapName(text);
    } catch (InvalidNameException e) {
      throw new IllegalArgumentException("certificate= has a distinguished name", e);
    }
  }

  private static List<String> list(String text) {
    return List.of(text.split(",", -1)).stream().filter(word -> !word.isEmpty()).toList();
  }

  /** Whether somebody is known by a token. */
  public boolean hasTokens() {
    return !byToken.isEmpty();
  }

  /** Who has a token. */
  public Optional<Principal> ofToken(String token) {
    byte[] digest = Checksums.sha256().digest(token.getBytes(UTF_8));
    return Optional.ofNullable(byToken.get(HexFormat.of().formatHex(digest)));
  }

  /**
   * Who has a certificate.
   *
   * @param subject its distinguished name (RFC 2253)
   */
  public Optional<Principal> ofCertificate(String subject) {
    try {
      return Optional.ofNullable(byCertificate.get(new LdapName(subject)));
    } catch (InvalidNameException e) {
      return Optional.empty();
    }
  }
}
