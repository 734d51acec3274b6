package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.ChildProcess;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A record that the broker's own memory does not hold once it is decompressed. */
@Tag("long")
@Tag("seam")
final class BombBesideSmallBrokerTest {
  private static final int BOMB_BYTES = 300 << 20;

  /** Less than the bomb. */
  private static final String BROKER_HEAP = "-Xmx288m";

  @Test
  void aBrokerThatCannotSayWhereATimeBeginsLeftCancelsUnread() {
    try (ChildProcess broker =
            ChildProcess.start(BrokerProcess.class, List.of(BROKER_HEAP), List.of());
        var installation = Installation.on(broker.awaitLine(BrokerProcess.LISTENING), 1);
        var graphs = new TestGraphs(installation.settings("graphs"))) {
      graphs.put("honest", 1, SplitJobTest.edges(1, 400, 4_000));
      var raw = new RawRecords(installation);
      long _ = raw.sendZeros("control.v1", BOMB_BYTES);
      try (ChildProcess worker =
              ChildProcess.start(
                  StreamProcess.class,
                  List.of("-Xmx256m"),
                  List.of(installation.bootstrapServers, "one"));
          var log = new ResultLog(installation.client)) {
        worker.awaitLine(WorkerProcess.TAKING_JOBS);
        installation.client.submit(
            Installation.triangles("cancelled", "honest")
                .setVersion(VersionSelector.newBuilder().setAtLeast(1_000))
                .build());
        installation.client.cancel("cancelled", "enough");
        assertThat(log.await("cancelled", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
        // Read from the beginning, without a time of its own, it was once taken for an old record.
        var letter =
            raw.deadLetter(
                record ->
                    RawRecords.header(record, DeadLetterHeaders.ORIGINAL_TOPIC)
                        .equals("control.v1"));
        assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE))
            .isEqualTo("DECOMPRESSION_BOUND_EXCEEDED");
      }
    }
  }
}
