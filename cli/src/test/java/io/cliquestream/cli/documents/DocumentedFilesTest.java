package io.cliquestream.cli.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Checksums;
import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.worker.access.AccessList;
import io.cliquestream.worker.access.RecordClaim;
import io.cliquestream.worker.access.RecordPrincipals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that the documents show are read by what reads them; only what they leave open is put in.
 */
final class DocumentedFilesTest {
  private static final Pattern OPEN_KEY = Pattern.compile("MCowBQYDK2VwAyEA…");

  @TempDir private Path folder;

  /** The lines of the one block that begins so. */
  private static List<String> block(String page, String beginning) throws IOException {
    List<DocumentedBlocks.Block> found =
        DocumentedBlocks.all().stream()
            .filter(block -> block.page().equals(page) && block.text().startsWith(beginning))
            .toList();
    assertThat(found).as(page + " " + beginning).hasSize(1);
    return found.getFirst().lines();
  }

  private Path file(String text) throws IOException {
    assertThat(text).doesNotContain("…");
    return Files.writeString(folder.resolve("file"), text + "\n");
  }

  @Test
  void whoMayAskOverHttp() throws Exception {
    String text = String.join("\n", block("docs/security.md", "# who    role"));

    String digest = HexFormat.of().formatHex(Checksums.sha256().digest("another".getBytes(UTF_8)));

    AccessList list =
        AccessList.read(file(text.replace("token-sha256=…", "token-sha256=" + digest)));

    // The digest that is shown is that of the word "test".
    assertThat(list.ofToken("test").orElseThrow().name()).isEqualTo("ann");
    assertThat(list.ofCertificate("CN=board,O=Example").orElseThrow().isOperator()).isFalse();
    assertThat(list.ofToken("another").orElseThrow().tenants())
        .contains(Set.of("acme", "acme-test"));
  }

  @Test
  void whoMaySignRecords() throws Exception {
    String text = String.join("\n", block("docs/security.md", "# who   rights"));
    Matcher open = OPEN_KEY.matcher(text);

    RecordPrincipals principals = RecordPrincipals.read(file(open.replaceAll(_ -> key())));

    for (String name : List.of("ann", "acme", "feed")) {
      var record = new ConsumerRecord<>("control.v1", 0, 0, new byte[0], new byte[0]);
      record.headers().add(HeaderNames.PRINCIPAL, name.getBytes(UTF_8));
      assertThat(principals.of(record))
          .isInstanceOfSatisfying(
              RecordClaim.Unproven.class, claim -> assertThat(claim.problem()).contains("sign"));
    }
  }

  private static String key() {
    try {
      return Base64.getEncoder()
          .encodeToString(
              KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic().getEncoded());
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void howToConnect() throws Exception {
    String text = String.join("\n", block("docs/configuration.md", "security.protocol="));

    ConnectionProperties properties =
        ConnectionProperties.read(file(text.replace("password=\"…\"", "password=\"secret\"")));

    assertThat(properties.values())
        .containsEntry("security.protocol", "SASL_SSL")
        .hasSize(text.split("\n").length);
  }
}
