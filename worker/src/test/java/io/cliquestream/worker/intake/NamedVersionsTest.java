package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Checksums;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.NameSource;
import io.cliquestream.contract.NamedDeltaWriter;
import io.cliquestream.contract.NamedEdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Versions whose vertices have names, from the records of a real broker to a lease. */
@Tag("seam")
final class NamedVersionsTest {
  /** Enough that the small cache holds two versions. */
  private static final int LEAVES = 20_000;

  private static final long LAST = 12;

  private static StoreHarness harness;

  @BeforeAll
  static void startBroker() {
    harness = new StoreHarness();
  }

  @AfterAll
  static void stopBroker() throws Exception {
    harness.stop();
  }

  private static KafkaGraphStore restored(String... settings) throws Exception {
    var store = harness.store(settings);
    await(store.restore(0));
    return store;
  }

  @Test
  void deltasByNamesMakeTheGraphThatASetOfNamesMakes() throws Exception {
    // The second store's cache holds one graph and its disk none, so versions are read again.
    var store = restored("graphs.versions-per-graph", "30");
    Map<Long, Set<String>> expected = new LinkedHashMap<>();
    var random = new SplittableRandom(11);
    Set<String> edges = new TreeSet<>();
    Map<String, Long> names = new LinkedHashMap<>();
    var ends = new ArrayList<Long>();
    for (int i = 0; i < 300; i++) {
      String a = name(random);
      String b = name(random);
      ends.add(number(names, a));
      ends.add(number(names, b));
      add(edges, a, b);
    }
    for (int leaf = 0; leaf < LEAVES; leaf++) {
      ends.add(number(names, "hub"));
      ends.add(number(names, "leaf " + leaf));
      add(edges, "hub", "leaf " + leaf);
    }
    harness.send(
        snapshot(
            "people",
            1,
            List.copyOf(names.keySet()),
            ends.stream().mapToLong(Long::longValue).toArray()));
    expected.put(1L, new TreeSet<>(edges));
    for (long version = 2; version <= LAST; version++) {
      var inserted = new ArrayList<String>();
      var deleted = new ArrayList<String>();
      for (int i = 0; i < 20; i++) {
        deleted.add(name(random));
        deleted.add(i == 0 ? "stranger " + version : name(random));
        edges.remove(edge(deleted.get(2 * i), deleted.get(2 * i + 1)));
      }
      for (int i = 0; i < 20; i++) {
        inserted.add(name(random) + (i < 5 ? "-" + version + i : ""));
        inserted.add(name(random));
        add(edges, inserted.get(2 * i), inserted.get(2 * i + 1));
      }
      harness.send(delta("people", version - 1, version, inserted, deleted, 200));
      expected.put(version, new TreeSet<>(edges));
    }
    requireAll(store, expected);
    requireSameElsewhere(store);
    await(store.close());

    var small =
        restored(
            "graphs.versions-per-graph",
            "30",
            "graphs.cache-bytes",
            "1MiB",
            "graphs.spill-bytes",
            "0B");
    for (int round = 0; round < 2; round++) {
      requireAll(small, expected);
    }
    // Versions share rows: what was pushed out is assembled of them again.
    assertThat(small.cacheStatistics().builds()).isGreaterThan(LAST);
    for (GraphRecord record : delta("people", LAST - 1, LAST, List.of("x", "y"), List.of(), 200)) {
      harness.send(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
    assertThat(afterTombstones(small).code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    await(small.close());
  }

  /** Why the last version is refused, once its tombstones were read. */
  private static WorkerException afterTombstones(KafkaGraphStore store) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() - deadline < 0) {
      try {
        await(store.lease("people", exact(LAST), Duration.ZERO)).close();
      } catch (ExecutionException e) {
        return (WorkerException) e.getCause();
      }
    }
    throw new AssertionError("version " + LAST + " was not retired");
  }

  @Test
  void whatIsWrongWithNamesIsSaidAndTheNextVersionWorks() throws Exception {
    var store = restored("graphs.name-bytes", "1MiB");
    List<String> abc = List.of("a", "b", "c");
    requireRefused(
        store,
        snapshot("wrong", 1, List.of("a", "b", "a"), 0, 1, 1, 2),
        "two vertices have one name");
    requireRefused(store, changed(snapshot("wrong", 2, abc, 0, 1, 1, 2), 1), "names 0 are damaged");
    var missing = new ArrayList<>(snapshot("wrong", 3, abc, 0, 1, 1, 2));
    missing.remove(1);
    requireRefused(store, missing, "CHUNK_MISSING");
    var many = new ArrayList<String>();
    for (int i = 0; i < 60_000; i++) {
      many.add("someone-" + i);
    }
    harness.send(snapshot("wrong", 4, many, 0, 59_999));
    WorkerException tooLarge = refusalException(store, "wrong", exact(4));
    assertThat(tooLarge.code()).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
    assertThat(tooLarge).hasMessageContaining("graphs.name-bytes");
    harness.send(snapshot("wrong", 5, abc, 0, 1, 1, 2));
    assertThat(named(store, "wrong", 5)).containsExactlyInAnyOrder("a-b", "b-c");
    requireRefused(store, numbers("wrong", 5, 6, 2, 3), "VERTEX_ID_BEYOND_BOUND");
    harness.send(numbers("wrong", 5, 7, 0, 2));
    assertThat(named(store, "wrong", 7)).containsExactlyInAnyOrder("a-b", "b-c", "a-c");
    harness.send(snapshot("plain", 1, List.of(), 0, 1));
    requireRefused(
        store,
        delta("plain", 1, 2, List.of("a", "b"), List.of(), 4_096),
        "the vertices of its base have none");
    await(store.close());
  }

  private static void requireRefused(
      KafkaGraphStore store, List<GraphRecord> records, String message) throws Exception {
    harness.send(records);
    GraphRecordKey key = GraphRecordKey.of(records.getFirst()).orElseThrow();
    WorkerException refusal = refusalException(store, key.graphId(), exact(key.version()));
    assertThat(refusal.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    assertThat(refusal).hasMessageContaining(message);
  }

  private static List<GraphRecord> changed(List<GraphRecord> records, int index) {
    var changed = new ArrayList<>(records);
    GraphRecord.Builder record = records.get(index).toBuilder();
    record.getNamesBuilder().setCrc32C(record.getNames().getCrc32C() + 1);
    changed.set(index, record.build());
    return changed;
  }

  /** A store that follows no partition numbers the vertices as the one that does. */
  private static void requireSameElsewhere(KafkaGraphStore store) throws Exception {
    var elsewhere = harness.store();
    for (long version : List.of(1L, 5L, LAST)) {
      try (GraphLease here = await(store.lease("people", exact(version), Duration.ZERO));
          GraphLease there = await(elsewhere.lease("people", store.records("people", version)))) {
        assertThat(there.names()).isEmpty();
        assertThat(numbered(there)).as("version %d", version).isEqualTo(numbered(here));
      }
    }
    await(elsewhere.close());
  }

  private static List<String> numbered(GraphLease lease) {
    var graph = lease.prepared().graph();
    List<String> edges = new ArrayList<>();
    graph.forEachEdge(
        (u, v) -> edges.add(u + "-" + v + " " + graph.originalId(u) + "-" + graph.originalId(v)));
    return edges;
  }

  private static void requireAll(KafkaGraphStore store, Map<Long, Set<String>> expected)
      throws Exception {
    for (var version : expected.entrySet()) {
      assertThat(named(store, "people", version.getKey()))
          .as("version %d", version.getKey())
          .isEqualTo(version.getValue());
    }
  }

  private static Set<String> named(KafkaGraphStore store, String graphId, long version)
      throws Exception {
    try (GraphLease lease = await(store.lease(graphId, exact(version), Duration.ofSeconds(20)))) {
      GraphNames names = lease.names().orElseThrow();
      Set<String> found = new TreeSet<>();
      lease.graph().forEachEdge((from, to) -> found.add(edge(names.name(from), names.name(to))));
      return found;
    }
  }

  private static String name(SplittableRandom random) {
    return "é" + random.nextInt(60);
  }

  private static long number(Map<String, Long> names, String name) {
    return names.computeIfAbsent(name, _ -> (long) names.size());
  }

  private static void add(Set<String> edges, String a, String b) {
    if (!a.equals(b)) {
      edges.add(edge(a, b));
    }
  }

  private static String edge(String a, String b) {
    return a.compareTo(b) < 0 ? a + "-" + b : b + "-" + a;
  }

  private static List<GraphRecord> snapshot(
      String graphId, long version, List<String> names, long... ends) {
    SnapshotPlan plan =
        SnapshotPlan.pairs(graphId, version, Math.max(names.size(), 2)).withChunkBytes(4_096);
    EdgeSource edges = EdgeSource.of(ends);
    NameSource source = NameSource.of(names);
    var records = new ArrayList<GraphRecord>();
    SnapshotWriter.write(
        plan,
        PayloadCompressor.NONE,
        SnapshotWriter.measure(plan, edges),
        edges,
        SnapshotWriter.measureNames(plan, source),
        source,
        records::add);
    return records;
  }

  private static List<GraphRecord> numbers(String graphId, long base, long version, long... ends) {
    var records = new ArrayList<GraphRecord>();
    io.cliquestream.contract.DeltaWriter.write(
        DeltaPlan.of(graphId, base, version, 4),
        EdgeSource.of(ends),
        EdgeSource.of(),
        records::add);
    return records;
  }

  private static List<GraphRecord> delta(
      String graphId,
      long base,
      long version,
      List<String> inserted,
      List<String> deleted,
      int partBytes) {
    var records = new ArrayList<GraphRecord>();
    NamedDeltaWriter.write(
        new DeltaPlan(graphId, base, version, 4, partBytes),
        NamedEdgeSource.of(inserted.toArray(String[]::new)),
        NamedEdgeSource.of(deleted.toArray(String[]::new)),
        records::add);
    assertThat(records.getFirst().getDelta().getCrc32C())
        .isNotEqualTo(
            Checksums.crc32c(
                records.getFirst().getDelta().getInserted(),
                records.getFirst().getDelta().getDeleted()));
    return records;
  }
}
