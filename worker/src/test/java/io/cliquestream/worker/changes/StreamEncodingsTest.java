package io.cliquestream.worker.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StreamEncodingsTest {
  private static final SnapshotPlan PLAN = SnapshotPlan.rows("g", 3, 10);
  private static final EdgeSource EDGES = EdgeSource.of(1, 2, 2, 3, 3, 1, 3, 4);

  @Test
  void theRecordsOfASnapshotBesideItsStreamWereInNoAccount() {
    var memory = new HostMemory(1 << 20);
    try (var payloads = new StreamEncodings.Payloads(memory)) {
      ByteString kept = payloads.compress(new byte[] {1, 2, 3, 4}, 3);
      assertThat(kept.toByteArray()).containsExactly(1, 2, 3);
      assertThat(memory.used()).isEqualTo(3);
    }
    assertThat(memory.used()).isZero();
  }

  @Test
  void whatTheAccountRefusesIsNotTaken() {
    var memory = new HostMemory(10);
    try (var payloads = new StreamEncodings.Payloads(memory)) {
      ByteString _ = payloads.compress(new byte[8], 8);
      assertThatThrownBy(() -> payloads.compress(new byte[8], 8))
          .isInstanceOf(WorkerException.class)
          .hasMessageContaining("memory.limit");
      assertThat(memory.used()).isEqualTo(8);
    }
    assertThat(memory.used()).isZero();
  }

  /** Whoever wrote it and whoever gives it up may both close it. */
  @Test
  void whatIsClosedTwiceIsGivenBackOnce() {
    var memory = new HostMemory(10);
    var payloads = new StreamEncodings.Payloads(memory);
    ByteString _ = payloads.compress(new byte[8], 8);
    payloads.close();
    payloads.close();
    assertThat(memory.used()).isZero();
  }

  /** A checkpoint is known again by its header, which payloads off the heap must not change. */
  @Test
  void theRecordsAreThoseOfASnapshotUnderTheCheckpointsNumber() {
    try (var payloads = new StreamEncodings.Payloads(new HostMemory(1 << 20))) {
      List<GraphRecord> records = SnapshotWriter.collect(PLAN, payloads, EDGES, 1 << 20);
      var encoded =
          new StreamEncodings.Encoded(
              null, StreamPosition.newBuilder().setEvents(5).build(), records, 4, payloads);
      List<GraphRecord> numbered = encoded.numbered(8);
      assertThat(numbered.getFirst().getHeader().getStream().getCheckpoint()).isTrue();
      assertThat(numbered.getFirst().getHeader().getStream().getEvents()).isEqualTo(5);
      List<GraphRecord> plain =
          SnapshotWriter.collect(
              SnapshotPlan.rows("g", 8, 10), PayloadCompressor.NONE, EDGES, 1 << 20);
      assertThat(numbered.subList(1, numbered.size()))
          .extracting(GraphRecord::toByteString)
          .isEqualTo(
              plain.subList(1, plain.size()).stream().map(GraphRecord::toByteString).toList());
    }
  }

  @Test
  void aLanesPartitionsTakeTurns() {
    var turn = new StreamEncodings.Turn();
    assertThat(turn.take("one")).isTrue();
    assertThat(turn.take("two")).isFalse();
    turn.leave("two");
    assertThat(turn.take("one")).isTrue();
    turn.leave("one");
    assertThat(turn.take("two")).isTrue();
  }
}
