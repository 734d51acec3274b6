package io.cliquestream.worker.out;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** A dead letter of a job has a smaller one ready, should the broker refuse it. */
final class DeadLetterLineTest {
  @Test
  void aDeadLetterOnceHadTwoLinesOfTheLog() {
    var records =
        new ResultRecords(
            Topics.prefixed(""), "/test", RecordLimits.within(1 << 20, 1 << 20, 1 << 20));
    var record =
        new ConsumerRecord<>("jobs.v1", 3, 17, "key".getBytes(UTF_8), "no job".getBytes(UTF_8));
    var code = FailureCode.FAILURE_CODE_RECORD_UNDECODABLE;
    PrintStream before = System.err;
    var seen = new ByteArrayOutputStream();
    System.setErr(new PrintStream(seen, true, UTF_8));
    try {
      assertThat(records.deadLetter(record, code, "not a JobRequest").value()).isNotNull();
      assertThat(records.bareDeadLetter(record, code, "not a JobRequest").value()).isNull();
    } finally {
      System.setErr(before);
    }
    assertThat(seen.toString(UTF_8).lines().filter(line -> line.contains("became a dead letter")))
        .hasSize(1);
  }
}
