package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobStatus;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Control records that cannot be used: one dead letter each, however many workers read them. */
@Tag("seam")
final class ControlBadInputTest {
  private static Installation shared;
  private static RawRecords raw;
  private static ResultLog log;
  private static TestWorker worker;

  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of("RECORD_UNDECODABLE", "not a JobControl", new byte[] {(byte) 0xff, 0x13}),
        Arguments.of("RECORD_UNDECODABLE", "no value", null),
        Arguments.of(
            "RECORD_INCOMPLETE",
            "nothing is asked for",
            JobControl.newBuilder().build().toByteArray()),
        Arguments.of(
            "JOB_ID_INVALID",
            "names no job id",
            JobControl.newBuilder()
                .setCancel(CancelJob.newBuilder().setJobId("no/slash"))
                .build()
                .toByteArray()));
  }

  @BeforeAll
  static void start() {
    shared = Installation.open(2);
    raw = new RawRecords(shared);
    log = new ResultLog(shared.client);
    worker =
        TestWorker.start(shared.settings("a"), graphs -> graphs.put("graph", 1, 1, 2, 2, 3, 3, 1));
  }

  @AfterAll
  static void stop() {
    log.close();
    worker.close();
    shared.close();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("unusable")
  void anUnusableControlRecordGoesToTheDeadLettersAsItCame(
      String code, String message, byte[] value) {
    byte[] key = ("poison-" + UUID.randomUUID()).getBytes(UTF_8);
    raw.send("control.v1", 0, "usable".getBytes(UTF_8), usable());
    long offset = raw.send("control.v1", 0, key, value);
    ConsumerRecord<byte[], byte[]> letter = raw.deadLetter(key);
    assertThat(letter.value()).isEqualTo(value);
    assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE)).isEqualTo(code);
    assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CATEGORY)).isEqualTo("INPUT");
    assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_MESSAGE)).contains(message);
    assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_TOPIC))
        .isEqualTo(shared.prefix + "control.v1");
    assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_PARTITION)).isEqualTo("0");
    assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_OFFSET))
        .isEqualTo(Long.toString(offset));
    assertThat(RawRecords.header(letter, "own")).isEqualTo("header");

    String jobId = "job-" + UUID.randomUUID();
    shared.client.submit(Installation.triangles(jobId, "graph").build());
    assertThat(log.await(jobId, 1).getFirst().getStatus())
        .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
  }

  @Test
  void severalWorkersAndRestartsWriteEachDeadLetterOnce() {
    try (var installation = Installation.open(2)) {
      var records = new RawRecords(installation);
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {});
          var _ = TestWorker.start(installation.settings("b"), _ -> {})) {
        poison(records, "one");
        poison(records, "two");
        records.deadLetter("two".getBytes(UTF_8));
      }
      // Nobody is there: the next owner finds it among what it reads again.
      poison(records, "three");
      try (var _ = TestWorker.start(installation.settings("c"), _ -> {})) {
        records.deadLetter("three".getBytes(UTF_8));
        try (var _ =
            TestWorker.start(installation.settings("d", Map.of("jobs.lanes", "1")), _ -> {})) {
          poison(records, "four");
          records.deadLetter("four".getBytes(UTF_8));
        }
      }
      assertThat(records.deadLetters())
          .extracting(letter -> new String(letter.key(), UTF_8))
          .containsExactly("one", "two", "three", "four");
    }
  }

  private static void poison(RawRecords records, String key) {
    records.send("control.v1", 0, key.getBytes(UTF_8), new byte[] {(byte) 0xff});
  }

  private static byte[] usable() {
    return JobControl.newBuilder()
        .setCancel(CancelJob.newBuilder().setJobId("nobody"))
        .build()
        .toByteArray();
  }
}
