package io.cliquestream.worker.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.worker.config.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordPrincipalsTest {
  @TempDir private Path folder;

  private static ConsumerRecord<byte[], byte[]> record(String topic, String key, String value) {
    return new ConsumerRecord<>(
        topic, 0, 0, key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8));
  }

  private static ConsumerRecord<byte[], byte[]> signed(
      ConsumerRecord<byte[], byte[]> record, RecordSigner signer) {
    record
        .headers()
        .add(HeaderNames.PRINCIPAL, signer.principal().getBytes(UTF_8))
        .add(HeaderNames.SIGNATURE, signer.sign(record.topic(), record.key(), record.value()));
    return record;
  }

  @Test
  void whoSignedIsKnownWithTheirRights() throws Exception {
    var file = new TestPrincipals(folder);
    RecordSigner ann = file.add("ann", "cancel,retire", "");
    RecordSigner acme = file.add("acme", "cancel", "tenants=acme,acme-test");
    RecordSigner feed = file.add("feed", "retire", "graphs=acme.");
    RecordPrincipals principals = RecordPrincipals.read(file.file());

    RecordClaim claim = principals.of(signed(record("control.v1", "job", "cancel it"), ann));
    assertThat(claim)
        .isInstanceOfSatisfying(
            RecordClaim.Proven.class,
            proven -> {
              assertThat(proven.principal().name()).isEqualTo("ann");
              assertThat(proven.principal().mayCancel("anybody")).isTrue();
              assertThat(proven.principal().mayRetire("any")).isTrue();
            });
    assertThat(principals.of(signed(record("control.v1", "job", "cancel it"), acme)))
        .isInstanceOfSatisfying(
            RecordClaim.Proven.class,
            proven -> {
              assertThat(proven.principal().mayCancel("acme-test")).isTrue();
              assertThat(proven.principal().mayCancel("other")).isFalse();
              assertThat(proven.principal().mayRetire("acme.x")).isFalse();
            });
    assertThat(principals.of(signed(record("graphs.v1", "acme.x", null), feed)))
        .isInstanceOfSatisfying(
            RecordClaim.Proven.class,
            proven -> {
              assertThat(proven.principal().mayRetire("acme.x")).isTrue();
              assertThat(proven.principal().mayRetire("other")).isFalse();
              assertThat(proven.principal().mayCancel("")).isFalse();
            });
  }

  @Test
  void aSignatureCountsForItsOwnRecordAlone() throws Exception {
    var file = new TestPrincipals(folder);
    RecordSigner ann = file.add("ann", "cancel", "");
    RecordPrincipals principals = RecordPrincipals.read(file.file());
    ConsumerRecord<byte[], byte[]> asked = signed(record("control.v1", "mine", "cancel"), ann);

    for (ConsumerRecord<byte[], byte[]> other :
        List.of(
            record("control.v1", "yours", "cancel"),
            record("control.v1", "mine", "cancel!"),
            record("control.v1", "mine", null),
            record("control.v1", "mi", "necancel"),
            record("x.control.v1", "mine", "cancel"))) {
      asked.headers().forEach(other.headers()::add);
      assertThat(principals.of(other)).isInstanceOf(RecordClaim.Unproven.class);
    }
    assertThat(
            principals.of(
                signed(record("control.v1", "mine", "cancel"), TestPrincipals.impostor("ann"))))
        .isInstanceOf(RecordClaim.Unproven.class);
    assertThat(
            principals.of(
                signed(record("control.v1", "mine", "cancel"), TestPrincipals.impostor("bob"))))
        .isInstanceOf(RecordClaim.Unproven.class);
    ConsumerRecord<byte[], byte[]> unsigned = record("control.v1", "mine", "cancel");
    unsigned.headers().add(HeaderNames.PRINCIPAL, "ann".getBytes(UTF_8));
    assertThat(principals.of(unsigned)).isInstanceOf(RecordClaim.Unproven.class);
    assertThat(principals.of(record("control.v1", "mine", "cancel")))
        .isInstanceOf(RecordClaim.Nobody.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann",
        "ann cancel",
        "ann dance public-key=KEY",
        "ann cancel public-key=bm9uZQ==",
        "ann cancel public-key=KEY colour=red",
        "ann cancel public-key=KEY tenants=",
        "ann cancel,retire public-key=KEY tenants=acme",
        "ann cancel public-key=KEY\nann retire public-key=KEY"
      })
  void aWrongLineIsNamed(String text) throws Exception {
    Path file = folder.resolve("principals");
    Files.writeString(
        file, "# all\n" + text.replace("KEY", TestPrincipals.text(TestPrincipals.pair())));
    assertThatThrownBy(() -> RecordPrincipals.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("rights.principals-file")
        .hasMessageMatching(".*line [23]: .*");
  }

  @Test
  void aKeyOfOpensslIsReadAndAnyOtherFileIsRefused() throws Exception {
    var pair = TestPrincipals.pair();
    Path pem = folder.resolve("key.pem");
    Files.writeString(
        pem,
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n");
    Path file = folder.resolve("principals");
    Files.writeString(file, "ann cancel public-key=" + TestPrincipals.text(pair));
    assertThat(
            RecordPrincipals.read(file)
                .of(signed(record("control.v1", "job", "x"), RecordSigner.read("ann", pem))))
        .isInstanceOf(RecordClaim.Proven.class);

    assertThatThrownBy(() -> RecordSigner.read("ann", file)).isInstanceOf(ContractException.class);
    assertThatThrownBy(() -> RecordSigner.read("a b", pem)).isInstanceOf(ContractException.class);
    assertThatThrownBy(() -> RecordSigner.read("ann", folder.resolve("none")))
        .isInstanceOf(ContractException.class);
  }
}
