package io.cliquestream.worker.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.RecordSignatures;
import io.cliquestream.worker.config.ConfigurationException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The principals of records of a file, one a line: a name, rights, and words of the form {@code
 * key=value}.
 *
 * <pre>
 * # who      rights          whose key this is, and what they are bound to
 * ann        cancel,retire   public-key=MCowBQYDK2VwAyEA…
 * acme       cancel          public-key=MCowBQYDK2VwAyEA… tenants=acme,acme-test
 * feed       retire          public-key=MCowBQYDK2VwAyEA… graphs=acme.
 * </pre>
 *
 * <p>The file holds public keys alone: whoever reads it can sign nothing. Immutable. Looking at a
 * signature takes some 0.1 ms of the thread that asks.
 */
public final class RecordPrincipals {
  /** Nobody. */
  public static final RecordPrincipals NONE = new RecordPrincipals(Map.of());

  private record Known(RecordPrincipal principal, PublicKey key) {}

  private final Map<String, Known> byName;

  private RecordPrincipals(Map<String, Known> byName) {
    this.byName = Map.copyOf(byName);
  }

  /**
   * Reads a file.
   *
   * @param file none when empty
   * @throws ConfigurationException naming the line that is wrong
   */
  public static RecordPrincipals read(Path file) {
    if (file.toString().isEmpty()) {
      return NONE;
    }
    var known = new HashMap<String, Known>();
    PrincipalFile.read(
        "rights.principals-file",
        file,
        line -> {
          Known read = parse(line);
          if (known.put(read.principal().name(), read) != null) {
            throw new IllegalArgumentException("the same name twice");
          }
        });
    return new RecordPrincipals(known);
  }

  private static Known parse(String line) {
    String[] words = line.split("\\s+", -1);
    if (words.length < 3 || words[0].length() > Bounds.TENANT_CHARACTERS) {
      throw new IllegalArgumentException("a name, rights and public-key=");
    }
    Set<Right> rights = EnumSet.noneOf(Right.class);
    for (String right : words[1].split(",", -1)) {
      rights.add(
          switch (right) {
            case "cancel" -> Right.CANCEL;
            case "retire" -> Right.RETIRE;
            default -> throw new IllegalArgumentException("rights are cancel and retire");
          });
    }
    Optional<Set<String>> tenants = Optional.empty();
    List<String> graphs = List.of();
    PublicKey key = null;
    for (int i = 2; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      String value = words[i].substring(equals + 1);
      switch (equals < 0 ? "" : words[i].substring(0, equals)) {
        case "public-key" -> key = RecordSignatures.publicKey(value);
        case "tenants" -> tenants = Optional.of(new HashSet<>(list(value)));
        case "graphs" -> graphs = list(value);
        default ->
            throw new IllegalArgumentException(
                "public-key=, tenants= or graphs= where there is something else");
      }
    }
    if (rights.contains(Right.RETIRE) && tenants.isPresent() && graphs.isEmpty()) {
      throw new IllegalArgumentException(
          "retire with tenants= needs graphs=: a tombstone names no tenant");
    }
    if (key == null) {
      throw new IllegalArgumentException("public-key= is missing");
    }
    return new Known(new RecordPrincipal(words[0], rights, tenants, graphs), key);
  }

  private static List<String> list(String text) {
    List<String> words =
        List.of(text.split(",", -1)).stream().filter(word -> !word.isEmpty()).toList();
    if (words.isEmpty()) {
      throw new IllegalArgumentException("tenants= or graphs= names nobody and nothing");
    }
    return words;
  }

  /** Who wrote a record. */
  public RecordClaim of(ConsumerRecord<byte[], byte[]> record) {
    Header named = record.headers().lastHeader(HeaderNames.PRINCIPAL);
    if (named == null) {
      return new RecordClaim.Nobody();
    }
    Header signature = record.headers().lastHeader(HeaderNames.SIGNATURE);
    Known known = named.value() == null ? null : byName.get(new String(named.value(), UTF_8));
    if (known == null) {
      return new RecordClaim.Unproven("its principal is not known here");
    }
    boolean signed =
        signature != null
            && signature.value() != null
            && RecordSignatures.isOf(
                known.key(), signature.value(), record.topic(), record.key(), record.value());
    return signed
        ? new RecordClaim.Proven(known.principal())
        : new RecordClaim.Unproven("its signature is not that of " + known.principal().name());
  }
}
