package io.cliquestream.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What waits for a thread of the intake, all of which have something else to do here. */
final class PartitionFeedTest {
  private static final int BATCHES = 4;
  private static final int POLLED = 16;

  private final Vertx vertx = Vertx.vertx();
  private final List<Boolean> pauses = new ArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /**
   * A stream's snapshot retires a thousand versions. Each poll of sixteen tombstones was a piece,
   * so the partition was paused at every eighth, and the stream's new versions waited behind.
   */
  @Test
  void tombstonesOfAStreamsVersionsPausedItsPartition() {
    PartitionFeed feed = feed();
    for (int poll = 0; poll < 1_000 / POLLED; poll++) {
      feed.records(records(POLLED, 40, 0));
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void recordsOfManyBytesPauseTheirPartition() {
    PartitionFeed feed = feed();
    for (int poll = 0; poll < BATCHES; poll++) {
      assertThat(pauses).isEmpty();
      feed.records(records(POLLED, 40, 1 << 20));
    }
    assertThat(pauses).containsExactly(true);
  }

  /** However small they are. */
  @Test
  void whatWaitsIsBounded() {
    PartitionFeed feed = feed();
    int polls = 0;
    while (pauses.isEmpty() && polls < 10_000) {
      feed.records(records(POLLED, 0, 0));
      polls++;
    }
    assertThat(pauses).containsExactly(true);
  }

  private PartitionFeed feed() {
    GraphSettings settings =
        ConfigurationSchema.of(GraphSettings.class)
            .load(null, Map.of(), Map.of("graphs.partition-batches", Integer.toString(BATCHES)))
            .get(GraphSettings.class);
    var turns = new IntakeTurns(1);
    turns.wants(new Other());
    return new PartitionFeed(
        0, vertx, null, turns, 1, () -> true, settings, (_, paused) -> pauses.add(paused), null);
  }

  /** Has the only thread. */
  private static final class Other implements IntakeTurns.Taker {
    @Override
    public long number() {
      return 0;
    }

    @Override
    public boolean isRestored() {
      return true;
    }

    @Override
    public void take() {
      // It never ends.
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(int count, int key, int value) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(
          new ConsumerRecord<>(
              "graphs",
              0,
              i,
              0,
              TimestampType.CREATE_TIME,
              key,
              value,
              null,
              null,
              new RecordHeaders(),
              Optional.empty()));
    }
    return records;
  }
}
