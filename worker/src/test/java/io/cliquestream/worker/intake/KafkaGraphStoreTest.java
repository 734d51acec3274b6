package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.atLeast;
import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusal;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.delta;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphFileFormat;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One broker and one partition for all; every test has graphs of its own. */
@Tag("seam")
final class KafkaGraphStoreTest {
  private static StoreHarness harness;

  @BeforeAll
  static void startBroker() {
    harness = new StoreHarness();
  }

  @AfterAll
  static void stopBroker() throws Exception {
    harness.stop();
  }

  @Test
  void leasesWhatWasPublishedBeforeTheCall() throws Exception {
    var store = restored();
    assertThat(refusal(store, "fresh", exact(1))).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN);
    harness.send(snapshot("fresh", 1, complete(12)));
    assertThat(edges(store, "fresh", exact(1))).isEqualTo(simple(complete(12)));
    assertThat(refusal(store, "fresh", exact(2)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    await(store.close());
  }

  @Test
  void waitsForAVersionAndTellsListeners() throws Exception {
    var store = restored();
    var heard = new CompletableFuture<Long>();
    store.onVersion(
        (graphId, version) -> {
          if (graphId.equals("awaited")) {
            heard.complete(version);
          }
        });
    var lease = store.lease("awaited", atLeast(3), Duration.ofSeconds(30));
    harness.send(snapshot("awaited", 4, complete(5)));
    try (GraphLease found = await(lease)) {
      assertThat(found.version()).isEqualTo(4);
    }
    assertThat(heard.get()).isEqualTo(4);
    await(store.close());
  }

  @Test
  void rejectedVersionSaysWhyAndTheNextOneWorks() throws Exception {
    var store = restored();
    List<GraphRecord> broken = new ArrayList<>(snapshot("broken", 1, complete(12)));
    broken.remove(2);
    harness.send(broken);
    var failure = refusalException(store, "broken", exact(1));
    assertThat(failure.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    assertThat(failure).hasMessageContaining("CHUNK_MISSING");
    harness.send(snapshot("broken", 2, complete(5)));
    assertThat(edges(store, "broken", exact(2))).isEqualTo(simple(complete(5)));
    await(store.close());
  }

  @Test
  void deltaBuildsTheNextVersion() throws Exception {
    var store = restored();
    harness.send(snapshot("changing", 1, complete(6)));
    harness.send(delta("changing", 1, 2, new long[] {7, 8}, new long[] {0, 1}));
    var expected = simple(complete(6));
    expected.remove("0-1");
    expected.add("7-8");
    assertThat(edges(store, "changing", exact(2))).isEqualTo(expected);
    assertThat(edges(store, "changing", exact(1))).isEqualTo(simple(complete(6)));
    await(store.close());
  }

  @Test
  void restartRestoresGraphsAndTombstonesAndWritesNoDeadLetterTwice() throws Exception {
    var first = restored();
    harness.send(snapshot("kept", 1, complete(7)));
    harness.send(snapshot("gone", 1, complete(7)));
    harness.send("poison-1".getBytes(UTF_8), new byte[] {(byte) 0xff});
    for (GraphRecord record : snapshot("gone", 1, complete(7))) {
      harness.send(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
    assertThat(edges(first, "kept", exact(1))).isEqualTo(simple(complete(7)));
    // A version that is there is leased without a look at what came since.
    await(Future.fromCompletionStage(first.caughtUp(0)));
    assertThat(refusal(first, "gone", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    await(first.close());

    var second = restored();
    assertThat(edges(second, "kept", exact(1))).isEqualTo(simple(complete(7)));
    assertThat(refusal(second, "gone", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    harness.send("poison-2".getBytes(UTF_8), new byte[] {(byte) 0xff});
    harness.send(snapshot("after-poison", 1, complete(4)));
    assertThat(edges(second, "after-poison", exact(1))).isEqualTo(simple(complete(4)));
    await(Future.fromCompletionStage(second.caughtUp(0)));
    assertThat(poison("poison-1")).hasSize(1);
    assertThat(poison("poison-2")).hasSize(1);
    await(second.close());
  }

  @Test
  void deadLetterCarriesCauseOriginAndHeaders() throws Exception {
    var store = restored();
    harness.send("poison-3".getBytes(UTF_8), new byte[] {(byte) 0xff});
    harness.send(snapshot("after-poison-3", 1, complete(4)));
    assertThat(edges(store, "after-poison-3", exact(1))).isNotEmpty();
    // The letter is written behind the version.
    await(Future.fromCompletionStage(store.caughtUp(0)));
    var letter = poison("poison-3").getFirst();
    assertThat(header(letter, DeadLetterHeaders.CAUSE_CODE)).isEqualTo("RECORD_UNDECODABLE");
    assertThat(header(letter, DeadLetterHeaders.ORIGINAL_TOPIC)).isEqualTo("graphs.v1");
    assertThat(header(letter, DeadLetterHeaders.ORIGINAL_PARTITION)).isEqualTo("0");
    assertThat(header(letter, DeadLetterHeaders.ORIGINAL_OFFSET)).containsOnlyDigits();
    assertThat(header(letter, "traceparent")).isEqualTo("00-1-2-03");
    assertThat(letter.value()).containsExactly(0xff);
    await(store.close());
  }

  @Test
  void brokerThatIsDownIsATypedFailure() throws Exception {
    var store = harness.store("kafka.bootstrap", "localhost:1", "kafka.request-timeout", "1s");
    assertThatThrownBy(() -> await(store.restore(0)))
        .hasCauseInstanceOf(WorkerException.class)
        .satisfies(
            failure ->
                assertThat(((WorkerException) failure.getCause()).code())
                    .isEqualTo(FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE));
    assertThat(store.health().isBrokerReachable()).isFalse();
    assertThat(store.health().isRestored()).isFalse();
    await(store.close());
  }

  @Test
  void graphLargerThanTheCacheIsTooLargeAndOthersWork() throws Exception {
    harness.send(snapshot("small", 1, complete(5)));
    var store = restored("graphs.cache-bytes", "1MiB");
    long[] path = new long[400_000];
    for (int i = 0; i < path.length; i++) {
      path[i] = (i + 1L) / 2;
    }
    var plan = io.cliquestream.contract.SnapshotPlan.pairs("large", 1, 1 << 20);
    var records = new ArrayList<GraphRecord>();
    io.cliquestream.contract.SnapshotWriter.write(
        plan,
        io.cliquestream.contract.PayloadCompressor.NONE,
        io.cliquestream.contract.EdgeSource.of(path),
        records::add);
    harness.send(records);
    assertThat(refusal(store, "large", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
    assertThat(edges(store, "small", exact(1))).isEqualTo(simple(complete(5)));
    await(store.close());
  }

  @Test
  void oldVersionsGoBeyondTheNumberKept() throws Exception {
    var store = restored("graphs.versions-per-graph", "2");
    for (int version = 1; version <= 3; version++) {
      harness.send(snapshot("many", version, complete(3 + version)));
    }
    assertThat(edges(store, "many", exact(3))).isEqualTo(simple(complete(6)));
    assertThat(edges(store, "many", VersionSelector.getDefaultInstance()))
        .isEqualTo(simple(complete(6)));
    assertThat(edges(store, "many", exact(2))).isEqualTo(simple(complete(5)));
    assertThat(refusal(store, "many", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    await(store.close());
  }

  @Test
  void versionsGrowBeyondTheDenseBoundAndShrinkBelowItAgain() throws Exception {
    System.setProperty("cliquestream.maximumDenseVertices", "9");
    try {
      harness.send(snapshot("growing", 1, complete(9)));
      harness.send(delta("growing", 1, 2, new long[] {7, 3_000_000_000L}, new long[] {0, 1}));
      harness.send(delta("growing", 2, 3, new long[] {}, new long[] {7, 3_000_000_000L}));
      var store = restored();
      List<Set<String>> versions = new ArrayList<>();
      for (int version = 1; version <= 3; version++) {
        try (GraphLease lease = await(store.lease("growing", exact(version), Duration.ZERO))) {
          assertThat(lease.graph() instanceof WideGraph).isEqualTo(version == 2);
          var found = new TreeSet<String>();
          lease.graph().forEachEdge((from, to) -> found.add(from + "-" + to));
          versions.add(found);
        }
      }
      var expected = new TreeSet<>(simple(complete(9)));
      assertThat(versions.get(0)).isEqualTo(expected);
      expected.remove("0-1");
      assertThat(versions.get(2)).isEqualTo(expected);
      expected.add("7-3000000000");
      assertThat(versions.get(1)).isEqualTo(expected);
      await(store.close());
    } finally {
      System.clearProperty("cliquestream.maximumDenseVertices");
    }
  }

  @Test
  void releaseForgetsTheGraphsAndLeavesLeasesValid() throws Exception {
    harness.send(snapshot("leased", 1, complete(9)));
    var store = restored();
    try (GraphLease lease = await(store.lease("leased", exact(1), Duration.ZERO))) {
      await(store.release(0));
      assertThat(refusal(store, "leased", exact(1)))
          .isEqualTo(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN);
      assertThat(edges(lease.prepared().graph())).isEqualTo(simple(complete(9)));
      assertThat(lease.prepared().oriented(Ordering.DEGENERACY).maximumOutDegree()).isEqualTo(8);
    }
    await(store.restore(0));
    assertThat(edges(store, "leased", exact(1))).isEqualTo(simple(complete(9)));
    await(store.close());
  }

  @Test
  void everyWaiterSharesOneBuildOfAnOrientation() throws Exception {
    harness.send(snapshot("shared", 1, complete(9)));
    var store = restored();
    try (GraphLease lease = await(store.lease("shared", exact(1), Duration.ZERO))) {
      long before = store.cacheStatistics().builds();
      try (var threads = Executors.newFixedThreadPool(16)) {
        var tasks = new ArrayList<java.util.concurrent.Callable<Integer>>();
        for (int i = 0; i < 64; i++) {
          tasks.add(
              () -> {
                try (GraphLease mine = await(store.lease("shared", exact(1), Duration.ZERO))) {
                  return mine.prepared().oriented(Ordering.DEGREE).maximumOutDegree();
                }
              });
        }
        for (var result : threads.invokeAll(tasks)) {
          assertThat(result.get()).isEqualTo(8);
        }
      }
      assertThat(lease.version()).isEqualTo(1);
      assertThat(store.cacheStatistics().builds() - before).isEqualTo(1);
    }
    await(store.close());
  }

  @Test
  void fileReferencesAreCheckedAndReadBelowAllowedFoldersOnly(@TempDir Path folder)
      throws Exception {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    Path file = Files.writeString(allowed.resolve("triangle.txt"), "0 1\n1 2\n2 0\n");
    Path secret = Files.writeString(folder.resolve("secret.txt"), "0 1\n");
    Path link = Files.createSymbolicLink(allowed.resolve("link.txt"), secret);
    var store = restored("graphs.reference-folders", allowed.toString());
    SnapshotReference good = reference("referenced", 1, file);
    send(good);
    assertThat(edges(store, "referenced", exact(1))).isEqualTo(simple(0, 1, 1, 2, 0, 2));
    send(
        good.toBuilder()
            .setVersion(2)
            .setSha256(com.google.protobuf.ByteString.copyFrom(new byte[32]))
            .build());
    assertRejected(store, 2, "REFERENCE_CHECKSUM_WRONG");
    send(good.toBuilder().setVersion(3).setObjectBytes(5).build());
    assertRejected(store, 3, "SNAPSHOT_SIZE_WRONG");
    send(reference("referenced", 4, secret));
    assertRejected(store, 4, "FILE_UNREADABLE");
    send(reference("referenced", 5, link));
    assertRejected(store, 5, "FILE_UNREADABLE");
    send(good.toBuilder().setVersion(6).setUri("http://localhost/x").build());
    assertRejected(store, 6, "FILE_UNREADABLE");
    send(good.toBuilder().setVersion(7).setVertexBound(2).build());
    assertRejected(store, 7, "VERTEX_ID_BEYOND_BOUND");
    send(good.toBuilder().setVersion(8).build());
    assertThat(edges(store, "referenced", exact(8))).isEqualTo(simple(0, 1, 1, 2, 0, 2));
    await(store.close());
  }

  private static void assertRejected(KafkaGraphStore store, long version, String reason)
      throws Exception {
    var failure = refusalException(store, "referenced", exact(version));
    assertThat(failure.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    assertThat(failure).hasMessageContaining(reason);
  }

  private static SnapshotReference reference(String graphId, long version, Path file)
      throws Exception {
    byte[] content = Files.readAllBytes(file);
    return SnapshotReference.newBuilder()
        .setGraphId(graphId)
        .setVersion(version)
        .setUri(file.toUri().toString())
        .setObjectBytes(content.length)
        .setSha256(
            com.google.protobuf.ByteString.copyFrom(
                MessageDigest.getInstance("SHA-256").digest(content)))
        .setFormat(GraphFileFormat.GRAPH_FILE_FORMAT_SNAP)
        .build();
  }

  private static void send(SnapshotReference reference) throws Exception {
    harness.send(List.of(GraphRecord.newBuilder().setReference(reference).build()));
  }

  private static KafkaGraphStore restored(String... namesAndValues) throws Exception {
    var store = harness.store(namesAndValues);
    await(store.restore(0));
    return store;
  }

  private static List<org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]>> poison(
      String key) {
    return harness.deadLetters().stream()
        .filter(letter -> letter.key() != null && new String(letter.key(), UTF_8).equals(key))
        .toList();
  }

  private static String header(
      org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }
}
