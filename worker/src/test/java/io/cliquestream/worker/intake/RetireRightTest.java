package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.access.TestPrincipals;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Versions that only a principal may retire. */
@Tag("seam")
final class RetireRightTest {
  @TempDir private Path folder;
  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  private static GraphRecordKey header(String graph) {
    return new GraphRecordKey(graph, 1, new GraphRecordPart.Header());
  }

  private List<String> causes() {
    return harness.deadLetters().stream()
        .map(
            letter ->
                new String(
                    letter.headers().lastHeader(DeadLetterHeaders.CAUSE_CODE).value(), UTF_8))
        .toList();
  }

  @Test
  void anybodyWhoCouldWriteTheGraphsTopicRetiredAnybodysVersion() throws Exception {
    var principals = new TestPrincipals(folder);
    var feed = principals.add("feed", "retire", "graphs=acme.");
    var other = principals.add("other", "retire", "graphs=other.");
    var store =
        harness.store(
            "rights.principals-file", principals.file().toString(), "rights.retire-signed", "true");
    await(store.restore(0));
    List<GraphRecord> records = snapshot("acme.net", 1, complete(20));
    harness.send(records);
    assertThat(edges(store, "acme.net", exact(1))).isEqualTo(simple(complete(20)));

    // All its records by nobody, which is one refusal; then by somebody else's key and right.
    for (GraphRecord record : records) {
      harness.send(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
    harness.sendTombstone(header("acme.net"), TestPrincipals.impostor("feed"));
    harness.sendTombstone(header("acme.net"), other);
    await(store.restore(0));
    assertThat(edges(store, "acme.net", exact(1))).isEqualTo(simple(complete(20)));
    assertThat(causes()).containsOnly("NOT_PERMITTED").hasSize(3);

    harness.sendTombstone(header("acme.net"), feed);
    await(store.restore(0));
    assertThat(refusalException(store, "acme.net", exact(1)).code())
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    assertThat(causes()).hasSize(3);
    await(store.close());
  }

  @Test
  void withoutTheSettingOnlyAFalseNameIsRefused() throws Exception {
    var store = harness.store();
    await(store.restore(0));
    harness.send(snapshot("net", 1, complete(6)));
    harness.sendTombstone(header("net"), TestPrincipals.impostor("feed"));
    assertThat(edges(store, "net", exact(1))).isEqualTo(simple(complete(6)));
    harness.send(header("net").bytes(), null);
    await(store.restore(0));
    assertThat(refusalException(store, "net", exact(1)).code())
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    assertThat(causes()).containsExactly("NOT_PERMITTED");
    await(store.close());
  }
}
