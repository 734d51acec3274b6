package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.RecordPosition;
import io.cliquestream.contract.CancelSecrets;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.access.TestPrincipals;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that only who knows their secret may cancel, on a real broker. */
final class CancelSecretTest {
  private static final String OPERATORS = "the operators' own";

  private Installation installation;
  private RawRecords raw;
  private ResultLog log;
  private TestWorker worker;

  private void start(Map<String, String> settings) {
    worker =
        TestWorker.start(
            installation.settings("a", settings), graphs -> graphs.put("graph", 1, 0, 1, 1, 2));
  }

  @BeforeEach
  void open() {
    installation = Installation.open(2);
    raw = new RawRecords(installation);
    log = new ResultLog(installation.client);
  }

  @AfterEach
  void close() {
    log.close();
    worker.close();
    installation.close();
  }

  /** A job that waits until it is cancelled. */
  private static JobRequest.Builder waiting(String jobId, String secret) {
    return Installation.triangles(jobId, "graph")
        .setVersion(VersionSelector.newBuilder().setAtLeast(2))
        .setCancelSecretSha256(CancelSecrets.hash(secret));
  }

  private void assertRefused(String jobId, RecordPosition cancel) {
    ConsumerRecord<byte[], byte[]> letter =
        raw.deadLetter(
            record ->
                Arrays.equals(record.key(), jobId.getBytes(UTF_8))
                    && RawRecords.header(record, DeadLetterHeaders.ORIGINAL_OFFSET)
                        .equals(Long.toString(cancel.offset())));
    assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE)).isEqualTo("NOT_PERMITTED");
    assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_TOPIC))
        .isEqualTo(installation.prefix + "control.v1");
    assertThat(letter.value()).as("it may hold somebody's secret").isNull();
    assertThat(log.of(jobId)).isEmpty();
  }

  private void assertCancelled(String jobId, String reason) {
    JobResult result = log.await(jobId, 1).getFirst();
    assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
    assertThat(result.getFailure().getMessage()).isEqualTo("cancelled: " + reason);
  }

  @Test
  void anybodyWhoCouldWriteTheControlTopicCancelledAnybodysJob() {
    start(Map.of("jobs.version-wait", "10m"));
    installation.client.submit(waiting("mine", "open sesame").build());
    assertRefused("mine", installation.client.cancel("mine", "for fun"));
    assertRefused("mine", installation.client.cancel("mine", "guessed", "open barley"));
    installation.client.cancel("mine", "enough", "open sesame");
    assertCancelled("mine", "enough");

    installation.client.submit(waiting("everybodys", "").build());
    installation.client.cancel("everybodys", "no secret is asked for");
    assertCancelled("everybodys", "no secret is asked for");
  }

  @Test
  void aCancelThatCameFirstCountsOnlyWithTheSecret() {
    start(Map.of("jobs.version-wait", "10m"));
    RecordPosition first = installation.client.cancel("early", "for fun");
    installation.client.submit(waiting("early", "open sesame").build());
    assertRefused("early", first);
    installation.client.cancel("early", "enough", "open sesame");
    assertCancelled("early", "enough");

    installation.client.cancel("earlier", "enough", "open sesame");
    installation.client.cancel("earlier", "instead of it", "open barley");
    installation.client.submit(waiting("earlier", "open sesame").build());
    assertCancelled("earlier", "enough");
  }

  @Test
  void aStandingJobKeepsItsSecretThroughARestart() {
    start(Map.of());
    installation.client.submit(
        Installation.triangles("standing", "graph")
            .setTrigger(Trigger.newBuilder().setEveryVersion(true))
            .setCancelSecretSha256(CancelSecrets.hash("open sesame"))
            .build());
    new CommittedOffsets(installation).awaitAllFinished();
    worker.close();
    start(Map.of());
    assertRefused("standing", installation.client.cancel("standing", "for fun"));
    installation.client.cancel("standing", "enough", "open sesame");
    assertCancelled("standing", "enough");
  }

  @Test
  void theOperatorsSecretCancelsEveryJobAndMayBeTheOnlyWay() {
    start(
        Map.of(
            "jobs.version-wait",
            "10m",
            "jobs.cancel-secret-required",
            "true",
            "jobs.cancel-secret-sha256",
            HexFormat.of().formatHex(CancelSecrets.hash(OPERATORS).toByteArray())));
    installation.client.submit(waiting("mine", "open sesame").build());
    installation.client.submit(waiting("everybodys", "").build());
    assertRefused("everybodys", installation.client.cancel("everybodys", "for fun"));
    installation.client.cancel("everybodys", "it is in the way", OPERATORS);
    assertCancelled("everybodys", "it is in the way");
    installation.client.cancel("mine", "so is this", OPERATORS);
    assertCancelled("mine", "so is this");
  }

  @Test
  void aHashThatIsNoneIsAnInvalidOption() {
    start(Map.of());
    installation.client.submit(
        Installation.triangles("short", "graph")
            .setCancelSecretSha256(ByteString.copyFromUtf8("secret"))
            .build());
    JobResult result = log.await("short", 1).getFirst();
    assertThat(result.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID);
    assertThat(result.getFailure().getMessage()).contains("32 bytes, not 6");
  }

  @Test
  void aPrincipalCancelsWhatTheSettingsGrantAndNobodyInTheirName(@TempDir Path folder)
      throws Exception {
    var principals = new TestPrincipals(folder);
    var ann = principals.add("ann", "cancel", "tenants=acme");
    var feed = principals.add("feed", "retire", "");
    start(
        Map.of(
            "jobs.version-wait",
            "10m",
            "rights.principals-file",
            principals.file().toString(),
            "jobs.cancel-secret-required",
            "true"));
    installation.client.submit(waiting("acmes", "open sesame").setTenant("acme").build());
    installation.client.submit(waiting("others", "open sesame").setTenant("other").build());
    installation.client.submit(waiting("none", "").setTenant("acme").build());

    assertRefused("acmes", cancel("acmes", TestPrincipals.impostor("ann")));
    assertRefused("acmes", cancel("acmes", TestPrincipals.impostor("bob")));
    assertRefused("acmes", cancel("acmes", feed));
    assertRefused("others", cancel("others", ann));
    assertRefused("none", installation.client.cancel("none", "for fun"));
    cancel("acmes", ann);
    assertCancelled("acmes", "signed");
    cancel("none", ann);
    assertCancelled("none", "signed");
  }

  private RecordPosition cancel(String jobId, RecordSigner signer) {
    try (var client = CliquestreamClient.open(installation.client.settings().withSigner(signer))) {
      return client.cancel(jobId, "signed");
    }
  }
}
