package io.cliquestream.worker.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.api.ErrorLog;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Which retirements share a line of the audit log. */
final class RetirementAuditTest {
  private static ConsumerRecord<byte[], byte[]> tombstone(long offset) {
    return new ConsumerRecord<>("graphs.v1", 3, offset, new byte[] {1}, null);
  }

  private static List<String> lines(ErrorLog log) {
    return log.text().lines().filter(line -> line.contains("outcome=retired")).toList();
  }

  @Test
  void aThousandVersionsOfAStreamWereAThousandLinesForWhichItsEventsWaited() {
    try (var log = new ErrorLog()) {
      var audit = new RetirementAudit();
      for (int version = 1; version <= 1_000; version++) {
        audit.retired("worker-1", tombstone(499 + version), "graph", version);
      }
      audit.write();
      audit.write();
      assertThat(lines(log)).hasSize(1);
      assertThat(lines(log).getFirst())
          .contains("retirement of 1000 versions", "who=worker-1", "graph=graph", "partition=3")
          .contains(" version=1 ", "lastVersion=1000", " offset=500 ", "lastOffset=1499");
    }
  }

  @Test
  void onlyVersionsInTurnOfOneGraphAndOneAuthorShareALine() {
    try (var log = new ErrorLog()) {
      var audit = new RetirementAudit();
      audit.retired("one", tombstone(1), "graph", -1);
      audit.retired("one", tombstone(2), "graph", 5);
      audit.retired("one", tombstone(3), "graph", 7);
      audit.retired("two", tombstone(4), "graph", 8);
      audit.retired("two", tombstone(5), "other", 9);
      audit.retired("two", tombstone(6), "other", 9);
      audit.retired("two", tombstone(7), "other", 10);
      assertThat(lines(log)).hasSize(5);
      audit.write();
      List<String> lines = lines(log);
      assertThat(lines).hasSize(6);
      assertThat(lines.getFirst()).contains("version=18446744073709551615 ");
      assertThat(lines.subList(0, 5)).noneMatch(line -> line.contains("lastVersion"));
      assertThat(lines.get(5)).contains(" version=9 ", "lastVersion=10", "of 2 versions");
    }
  }
}
