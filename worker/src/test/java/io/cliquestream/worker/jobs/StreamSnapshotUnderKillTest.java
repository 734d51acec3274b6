package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.out.RecordLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A worker killed with SIGKILL while a stream's snapshot is half in the topic, again and again. Its
 * records are small there, so that there are many of them.
 */
@Tag("long")
@Tag("seam")
final class StreamSnapshotUnderKillTest {
  private static final String GRAPH = "halved";
  private static final int PER_VERSION = 50;
  private static final int SCATTERED = 20_000;
  private static final int CORE = 25;
  private static final int WANTED = 3;
  private static final int MOST_ROUNDS = 15;
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_126L);

  /** Snapshots of which a chunk is in the topic, committed or not, and those that are whole. */
  private record Seen(Set<Long> chunks, Set<Long> whole) {}

  private final Random random = new Random(SEED);
  private final ReferenceGraph reference = new ReferenceGraph();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSnapshotThatItsWriterDidNotEndIsNoVersionAndTheStreamGoesOnExactly(boolean beside)
      throws Exception {
    System.out.println("StreamSnapshotUnderKillTest seed " + SEED);
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, 1)) {
        PoisonCommitTest.bound(installation, "graphs.v1", RecordLimits.LEAST_TOPIC_BYTES);
        publish(installation);
        var halved = new HashSet<Long>();
        ChildProcess worker = worker(bootstrap, beside);
        try (EdgeStream stream = installation.client.stream(GRAPH, 64, Duration.ofMillis(1));
            KafkaConsumer<byte[], byte[]> watch = watch(bootstrap)) {
          worker.awaitLine(WorkerProcess.TAKING_JOBS);
          stream.define(StreamDefinition.newBuilder().setVersionEvents(PER_VERSION).build());
          var seen = new Seen(new HashSet<>(), new HashSet<>());
          for (int round = 0; round < MOST_ROUNDS && halved.size() < WANTED; round++) {
            long version = sendUntilHalf(stream, watch, seen);
            worker.close();
            worker = worker(bootstrap, beside);
            worker.awaitLine(WorkerProcess.TAKING_JOBS);
            look(watch, seen);
            if (!seen.whole().contains(version)) {
              halved.add(version);
            }
          }
          stream.flush();
          requireRight(installation, bootstrap, beside);
        } finally {
          worker.close();
        }
        assertThat(halved).as("snapshots that were left half-way").isNotEmpty();
      }
    }
  }

  private void publish(Installation installation) {
    var ends = new long[2 * SCATTERED];
    for (int i = 0; i < ends.length; i += 2) {
      ends[i] = 1_000 + random.nextLong(1L << 40);
      ends[i + 1] = 1_000 + random.nextLong(1L << 40);
      reference.insert(ends[i], ends[i + 1]);
    }
    var _ =
        installation.client.publishSnapshot(
            SnapshotPlan.pairs(GRAPH, 1, 1L << 41).withChunkBytes(RecordLimits.LEAST_GRAPH_BYTES),
            PayloadCompressor.NONE,
            EdgeSource.of(ends));
  }

  /** Sends events until a chunk of a snapshot that is not whole is in the topic; its version. */
  private long sendUntilHalf(EdgeStream stream, KafkaConsumer<byte[], byte[]> watch, Seen seen) {
    long deadline = System.nanoTime() + Installation.WAIT.toNanos();
    for (int event = 0; System.nanoTime() - deadline < 0; event++) {
      long u = random.nextInt(CORE);
      long v = random.nextInt(CORE);
      if (random.nextInt(3) == 0) {
        stream.delete(u, v);
        reference.delete(u, v);
      } else {
        stream.insert(u, v);
        reference.insert(u, v);
      }
      if ((event + 1) % PER_VERSION == 0) {
        stream.flush();
        Set<Long> before = Set.copyOf(seen.chunks());
        look(watch, seen);
        for (long version : seen.chunks()) {
          if (!before.contains(version) && !seen.whole().contains(version)) {
            return version;
          }
        }
      }
    }
    throw new AssertionError("no snapshot was seen half-way");
  }

  private static void look(KafkaConsumer<byte[], byte[]> watch, Seen seen) {
    for (ConsumerRecord<byte[], byte[]> record : watch.poll(Duration.ofMillis(5))) {
      GraphRecordKey key = GraphRecordKey.parse(record.key()).orElseThrow();
      if (record.value() != null && key.version() > 1) {
        switch (key.part()) {
          case GraphRecordPart.Chunk _ -> seen.chunks().add(key.version());
          case GraphRecordPart.Commit _ -> seen.whole().add(key.version());
          default -> {}
        }
      }
    }
  }

  private void requireRight(Installation installation, String bootstrap, boolean beside) {
    StreamedAnswers.await(installation, GRAPH, reference);
    // Not each event changes the triangles.
    long deadline = System.nanoTime() + Installation.WAIT.toNanos();
    JobResult newest;
    do {
      newest =
          installation
              .client
              .run(
                  Installation.triangles(UUID.randomUUID().toString(), GRAPH).build(),
                  Installation.WAIT)
              .result();
      assertThat(newest.hasTriangles()).as("answered: %s", newest).isTrue();
    } while (newest.getEdges() != reference.edges() && System.nanoTime() - deadline < 0);
    assertThat(newest.getEdges()).isEqualTo(reference.edges());
    StreamedVersions versions = StreamedVersions.read(bootstrap, "", GRAPH);
    assertThat(versions.eventsOf(PER_VERSION))
        .as("events between two versions")
        .containsOnly(PER_VERSION);
    assertThat(versions.checkpoints().isEmpty())
        .as("no snapshot was made beside the stream")
        .isNotEqualTo(beside);
  }

  /** Reads what is in the graphs' topic, committed or not, from now on. */
  private static KafkaConsumer<byte[], byte[]> watch(String bootstrap) {
    var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", bootstrap, "fetch.max.wait.ms", 5),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    var partition = new TopicPartition("graphs.v1", 0);
    consumer.assign(List.of(partition));
    consumer.seekToEnd(List.of(partition));
    long _ = consumer.position(partition);
    return consumer;
  }

  private static ChildProcess worker(String bootstrap, boolean beside) {
    return ChildProcess.start(
        StreamProcess.class,
        List.of(),
        List.of(
            bootstrap, "a", "changes.snapshot-versions=1", "changes.snapshot-beside=" + beside));
  }
}
