package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusal;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.delta;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.VersionSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Restoring from a topic that the broker's own log cleaner has been through. Every append begins a
 * segment and every segment but the last may be cleaned a moment later, so that the cleaner does
 * within a test what it does within weeks.
 */
@Tag("seam")
final class CompactedTopicTest {
  private static final Duration WAIT = Duration.ofSeconds(60);

  @RegisterExtension
  private final StoreHarness harness =
      new StoreHarness(
          EmbeddedBrokerSettings.temporary()
              .withProperties(Map.of("log.cleaner.backoff.ms", "50")));

  @BeforeEach
  void start() throws Exception {
    configure("segment.ms", "1");
    configure("min.cleanable.dirty.ratio", "0.001");
    // The broker flushes what it rolled on another thread; a file that is cleaned away under that
    // flush is a failed disk to it, and the last disk's failure ends the process.
    configure("min.compaction.lag.ms", "300");
  }

  @ParameterizedTest(name = "tombstones kept {0}")
  @ValueSource(booleans = {true, false})
  void aCleanedTopicGivesTheSameGraphsAndTombstonesRetireWhatTheySay(boolean tombstonesKept)
      throws Exception {
    if (!tombstonesKept) {
      // From the start: a tombstone's time is set by the first cleaning that sees it.
      configure("delete.retention.ms", "0");
    }
    List<GraphRecord> first = snapshot("changing", 1, complete(20));
    List<GraphRecord> second = snapshot("changing", 2, complete(12));
    harness.send(first);
    harness.send(second);
    harness.send(delta("changing", 2, 3, new long[] {50, 51, 51, 52}, new long[] {0, 1}));
    harness.send(snapshot("steady", 7, complete(9)));
    retire(first);
    if (tombstonesKept) {
      requireGraphs();
      awaitGone(isOf(first).and(record -> record.value() != null));
      assertThat(records().stream().filter(isOf(first))).hasSameSizeAs(first);
    } else {
      awaitGone(isOf(first));
    }
    assertThat(records().stream().filter(isOf(second))).hasSameSizeAs(second);
    requireGraphs();
  }

  @Test
  void aBaseThatIsRetiredKeepsItsDeltasUntilTheyAreRestoredWithoutIt() throws Exception {
    List<GraphRecord> base = snapshot("based", 1, complete(10));
    harness.send(base);
    harness.send(delta("based", 1, 2, new long[] {20, 21}, new long[] {}));
    harness.send(snapshot("based", 3, complete(6)));
    retire(base);
    awaitGone(isOf(base).and(record -> record.value() != null));
    var store = restored();
    // The delta's base is gone for good: its version is refused, never counted wrongly.
    assertThat(refusal(store, "based", exact(2)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    assertThat(edges(store, "based", exact(3))).isEqualTo(simple(complete(6)));
    assertThat(edges(store, "based", VersionSelector.getDefaultInstance()))
        .isEqualTo(simple(complete(6)));
    await(store.close());
  }

  @Test
  void aVersionOfWhichTheCleanerLeftOnlyAPartIsNeverRestored() throws Exception {
    configure("delete.retention.ms", "0");
    List<GraphRecord> partly = snapshot("partly", 1, complete(20));
    harness.send(partly);
    harness.send(snapshot("partly", 2, complete(7)));
    // As if the process that retires had died after the header and a chunk.
    List<GraphRecord> gone = partly.subList(0, 2);
    retire(gone);
    awaitGone(isOf(gone));
    assertThat(records().stream().filter(isOf(partly))).hasSize(partly.size() - gone.size());
    var store = restored();
    assertThat(refusal(store, "partly", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    assertThat(edges(store, "partly", exact(2))).isEqualTo(simple(complete(7)));
    await(store.close());
  }

  private void requireGraphs() throws Exception {
    Set<String> third = new TreeSet<>(simple(complete(12)));
    third.remove("0-1");
    third.addAll(List.of("50-51", "51-52"));
    var store = restored();
    assertThat(refusal(store, "changing", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    assertThat(edges(store, "changing", exact(2))).isEqualTo(simple(complete(12)));
    assertThat(edges(store, "changing", exact(3))).isEqualTo(third);
    assertThat(edges(store, "changing", VersionSelector.getDefaultInstance())).isEqualTo(third);
    assertThat(edges(store, "steady", exact(7))).isEqualTo(simple(complete(9)));
    await(store.close());
  }

  private KafkaGraphStore restored() throws Exception {
    var store = harness.store();
    await(store.restore(0));
    return store;
  }

  private void retire(List<GraphRecord> records) throws Exception {
    for (GraphRecord record : records) {
      harness.send(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
  }

  private static Predicate<ConsumerRecord<byte[], byte[]>> isOf(List<GraphRecord> records) {
    List<byte[]> keys =
        records.stream().map(record -> GraphRecordKey.of(record).orElseThrow().bytes()).toList();
    return record -> keys.stream().anyMatch(key -> Arrays.equals(key, record.key()));
  }

  /** Reads the topic again and again until the cleaner has removed such records. */
  private void awaitGone(Predicate<ConsumerRecord<byte[], byte[]>> unwanted) throws Exception {
    long deadline = System.nanoTime() + WAIT.toNanos();
    while (records().stream().anyMatch(unwanted)) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("the cleaner did not come by");
      }
      // A record of no graph: rolls the segment before it, which makes that one cleanable.
      harness.send(GraphRecordKey.of(snapshot("filler", 1, 0, 1).getFirst()).get().bytes(), null);
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> records() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", harness.broker.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partition = new TopicPartition("graphs.v1", 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
      }
      return records;
    }
  }

  private void configure(String name, String value) throws Exception {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", harness.broker.bootstrapServers()))) {
      var topic = new ConfigResource(ConfigResource.Type.TOPIC, "graphs.v1");
      var change = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
      admin
          .incrementalAlterConfigs(Map.of(topic, List.of(change)))
          .all()
          .get(WAIT.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
