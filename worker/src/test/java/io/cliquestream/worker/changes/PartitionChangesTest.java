package io.cliquestream.worker.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.config.ConfigurationSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

final class PartitionChangesTest {
  private static final int VALUE_BYTES = 1_000;

  /**
   * Its consumer's next fetch went without it then, and it got no events before the broker had
   * answered that one, up to the longest wait of a fetch later: 0.1 s of events at each snapshot.
   */
  @Test
  void aPartitionWasPausedForEveryRecordThatHadToWait() {
    PartitionChanges changes = changes("1MiB");
    changes.arrived(List.of(record(0)));
    assertThat(changes.isHeldUp()).isFalse();
  }

  @Test
  void whatWaitsIsBounded() {
    PartitionChanges changes = changes("4KiB");
    int arrived = 0;
    while (!changes.isHeldUp()) {
      assertThat(arrived * VALUE_BYTES).isLessThan(4 << 10);
      changes.arrived(List.of(record(arrived)));
      arrived++;
    }
    assertThat(arrived).isGreaterThan(1);
    assertThat(changes.isHeldUp()).isTrue();
  }

  /** Of those that nothing could be said of but that they are there. */
  @Test
  void recordsWithoutContentAreBoundedToo() {
    PartitionChanges changes = changes("4KiB");
    for (int offset = 0; offset < 4 << 10; offset++) {
      changes.arrived(List.of(new ConsumerRecord<>("changes", 0, offset, null, null)));
    }
    assertThat(changes.isHeldUp()).isTrue();
  }

  private static PartitionChanges changes(String bytes) {
    ChangeSettings settings =
        ConfigurationSchema.of(ChangeSettings.class)
            .load(null, Map.of(), Map.of("changes.fetch-partition-bytes", bytes))
            .get(ChangeSettings.class);
    return new PartitionChanges(0, 1, 0, 0, settings, "letters", 1, null, null, null, null);
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return new ConsumerRecord<>(
        "changes",
        0,
        offset,
        0,
        TimestampType.CREATE_TIME,
        1,
        VALUE_BYTES,
        new byte[1],
        new byte[VALUE_BYTES],
        new RecordHeaders(),
        Optional.empty());
  }
}
