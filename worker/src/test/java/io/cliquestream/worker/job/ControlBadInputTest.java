package io.cliquestream.worker.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobStatus;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Control records that cannot be used: one dead letter each, however many workers read them. */
final class ControlBadInputTest {
  private static final long[] TRIANGLE = {1, 2, 2, 3, 3, 1};

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

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("unusable")
  void anUnusableControlRecordGoesToTheDeadLettersAsItCame(
      String code, String message, byte[] value) {
    try (var installation = Installation.open(2);
        var log = new ResultLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings("a"), graphs -> graphs.put("graph", 1, TRIANGLE))) {
      var raw = new RawRecords(installation);
      raw.send("control.v1", 0, "first".getBytes(UTF_8), usable());
      long offset = raw.send("control.v1", 0, "poison".getBytes(UTF_8), value);
      ConsumerRecord<byte[], byte[]> letter = raw.deadLetter("poison".getBytes(UTF_8));
      assertThat(letter.value()).isEqualTo(value);
      assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE)).isEqualTo(code);
      assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CATEGORY)).isEqualTo("INPUT");
      assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_MESSAGE)).contains(message);
      assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_TOPIC))
          .isEqualTo(installation.prefix + "control.v1");
      assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_PARTITION)).isEqualTo("0");
      assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_OFFSET))
          .isEqualTo(Long.toString(offset));
      assertThat(RawRecords.header(letter, "own")).isEqualTo("header");

      installation.client.submit(Installation.triangles("job", "graph").build());
      assertThat(log.await("job", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    }
  }

  @Test
  void severalWorkersAndRestartsWriteEachDeadLetterOnce() {
    try (var installation = Installation.open(2)) {
      var raw = new RawRecords(installation);
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {});
          var _ = TestWorker.start(installation.settings("b"), _ -> {})) {
        poison(raw, "one");
        poison(raw, "two");
        raw.deadLetter("two".getBytes(UTF_8));
      }
      // Nobody is there: the next owner finds it among what it reads again.
      poison(raw, "three");
      try (var _ = TestWorker.start(installation.settings("c"), _ -> {})) {
        raw.deadLetter("three".getBytes(UTF_8));
        try (var _ =
            TestWorker.start(installation.settings("d", Map.of("jobs.lanes", "1")), _ -> {})) {
          poison(raw, "four");
          raw.deadLetter("four".getBytes(UTF_8));
        }
      }
      assertThat(raw.deadLetters())
          .extracting(letter -> new String(letter.key(), UTF_8))
          .containsExactly("one", "two", "three", "four");
    }
  }

  private static void poison(RawRecords raw, String key) {
    raw.send("control.v1", 0, key.getBytes(UTF_8), new byte[] {(byte) 0xff});
  }

  private static byte[] usable() {
    return JobControl.newBuilder()
        .setCancel(CancelJob.newBuilder().setJobId("nobody"))
        .build()
        .toByteArray();
  }
}
