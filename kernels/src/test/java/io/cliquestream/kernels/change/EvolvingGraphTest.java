package io.cliquestream.kernels.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.memory.LiveMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Versions of a graph that changes are the graphs that building them from edges gives. */
final class EvolvingGraphTest {
  /** Merges every few batches, so that streams cross merges. */
  private static final ChangePolicy SMALL = new ChangePolicy(0.5, 12, 1 << 12, 2);

  private static final long STREAMS = Long.getLong("cliquestream.streams", 600);

  @Test
  void everyVersionOfManyStreamsIsTheGraphOfItsEdges() {
    long before = LiveMemory.settledBytes();
    for (long seed = 0; seed < STREAMS; seed++) {
      ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % 20));
      ChangePolicy policy = seed % 3 == 0 ? ChangePolicy.DEFAULT : SMALL;
      Map<GraphVersion, Graph> older = new LinkedHashMap<>();
      try (EvolvingGraph graph = EvolvingGraph.of(stream.base(), policy)) {
        older.put(graph.latest(), stream.rebuilt());
        long edges = older.keySet().iterator().next().edgeCount();
        for (int round = 0; round < 12; round++) {
          String what = stream + ", round " + round;
          EdgeBatch batch = stream.next();
          AppliedBatch applied = graph.apply(batch);
          checkTotals(applied, edges, batch.size(), what);
          edges = applied.version().edgeCount();
          Graph wanted = stream.rebuilt();
          assertSame(applied.version(), wanted, what);
          if (round % 3 == 0) {
            older.put(applied.version(), wanted);
          } else {
            applied.version().close();
            wanted.close();
          }
        }
        for (Map.Entry<GraphVersion, Graph> entry : older.entrySet()) {
          assertSame(entry.getKey(), entry.getValue(), stream.toString());
        }
      }
      for (Map.Entry<GraphVersion, Graph> entry : older.entrySet()) {
        try (EvolvingGraph other = EvolvingGraph.of(entry.getValue());
            GraphVersion same = other.latest();
            GraphVersion version = entry.getKey()) {
          assertSame(version, entry.getValue(), stream.toString());
          assertThat(version.fingerprint()).as("%s", stream).isEqualTo(same.fingerprint());
        }
      }
    }
    LiveMemory.assertBackTo(before);
  }

  /** Every change of a batch became one thing, and the edges are as many as that says. */
  static void checkTotals(AppliedBatch applied, long edges, int size, String what) {
    BatchTotals totals = applied.totals();
    assertThat(edges + totals.inserted() - totals.deleted())
        .as(what)
        .isEqualTo(applied.version().edgeCount());
    assertThat(
            totals.inserted()
                + totals.deleted()
                + totals.ignoredInserts()
                + totals.ignoredDeletes()
                + totals.loops()
                + totals.superseded())
        .as(what)
        .isEqualTo(size);
  }

  private static void assertSame(GraphVersion version, Graph wanted, String what) {
    assertThat(version.edgeCount()).as(what).isEqualTo(wanted.edgeCount());
    assertThat(version.vertexTotal()).as(what).isEqualTo(wanted.vertexTotal());
    int[] row = new int[version.slotCount() + 1];
    for (int v = 0; v < wanted.vertexCount(); v++) {
      int slot = version.slot(wanted.originalId(v));
      assertThat(slot).as(what).isNotNegative();
      int degree = version.copyNeighbors(slot, row);
      assertThat(degree).as(what).isEqualTo(wanted.degree(v)).isEqualTo(version.degree(slot));
      long[] ids = new long[degree];
      for (int i = 0; i < degree; i++) {
        ids[i] = version.id(row[i]);
      }
      Arrays.sort(ids);
      for (int i = 0; i < degree; i++) {
        long other = wanted.originalId(wanted.neighbor(wanted.offset(v) + i));
        assertThat(ids[i]).as(what).isEqualTo(other);
        assertThat(version.hasEdge(other, wanted.originalId(v))).as(what).isTrue();
      }
    }
    Graph whole = version.prepared().graph();
    assertThat(whole.offsets().mismatch(wanted.offsets())).as(what).isEqualTo(-1);
    assertThat(whole.neighbors().mismatch(wanted.neighbors())).as(what).isEqualTo(-1);
    for (int v = 0; v < wanted.vertexCount(); v++) {
      assertThat(whole.originalId(v)).as(what).isEqualTo(wanted.originalId(v));
    }
  }

  @Test
  void aVersionIsReadWhileOthersAreMade() throws Exception {
    ChangeStream stream = ChangeStream.of(2, 24);
    try (EvolvingGraph graph = EvolvingGraph.of(stream.base(), SMALL)) {
      List<Thread> readers = new ArrayList<>();
      List<Throwable> failures = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        try (GraphVersion version = graph.apply(stream.next()).version()) {
          GraphVersion lease = version.lease();
          Graph wanted = stream.rebuilt();
          if (i % 20 == 0) {
            readers.add(
                Thread.ofPlatform()
                    .start(
                        () -> {
                          try (lease;
                              wanted) {
                            for (int again = 0; again < 30; again++) {
                              assertSame(lease, wanted, "concurrent reader");
                            }
                          } catch (Throwable e) {
                            synchronized (failures) {
                              failures.add(e);
                            }
                          }
                        }));
          } else {
            lease.close();
            wanted.close();
          }
        }
      }
      for (Thread reader : readers) {
        reader.join();
      }
      assertThat(failures).isEmpty();
      assertThat(graph.leasedVersions()).isEqualTo(1);
    }
  }

  /** Many small batches over some thousand ids, merges among them, and readers that lag behind. */
  @Test
  void olderVersionsStayWhatTheyAreWhileRowsAreMerged() throws Exception {
    Random random = new Random(5);
    TreeMap<Long, long[]> edges = new TreeMap<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    try (EdgeArray none = EdgeArray.of();
        EvolvingGraph graph =
            EvolvingGraph.of(GraphBuilder.build(none), new ChangePolicy(0.125, 3_000, 1_000, 2));
        ExecutorService readers = Executors.newFixedThreadPool(3)) {
      EdgeBatch batch = EdgeBatch.withRoom(100);
      for (int round = 0; round < 600; round++) {
        batch.clear();
        while (batch.size() < 100) {
          long from = random.nextLong(600) + round;
          long to = random.nextLong(600) + round;
          long key = Math.min(from, to) << 32 | Math.max(from, to);
          if (from == to) {
            continue;
          }
          if (random.nextInt(3) > 0 || edges.isEmpty()) {
            batch.insert(from, to);
            edges.put(key, new long[] {from, to});
          } else {
            long[] gone = edges.pollFirstEntry().getValue();
            batch.delete(gone[1], gone[0]);
          }
        }
        GraphVersion version = graph.apply(batch).version();
        long[] now = edges.values().stream().flatMapToLong(Arrays::stream).toArray();
        assertThat(version.edgeCount()).isEqualTo(edges.size());
        boolean again = round % 7 == 0;
        readers.execute(
            () -> {
              try (version;
                  EdgeArray array = EdgeArray.of(now);
                  Graph wanted = GraphBuilder.build(array)) {
                for (int time = 0; time < (again ? 5 : 1); time++) {
                  assertSame(version, wanted, version.toString());
                }
              } catch (Throwable e) {
                failures.add(e);
              }
            });
      }
    }
    assertThat(failures).isEmpty();
  }

  /** Whoever merges looks at older versions for slots that are free: they must not go meanwhile. */
  @Test
  void aVersionThatIsGivenBackWhileRowsAreMergedStaysUntilThatIsDone() throws Exception {
    Random random = new Random(9);
    try (EdgeArray none = EdgeArray.of();
        EvolvingGraph graph =
            EvolvingGraph.of(GraphBuilder.build(none), new ChangePolicy(0.0001, 0, 1_000, 1));
        ExecutorService closer = Executors.newSingleThreadExecutor()) {
      EdgeBatch batch = EdgeBatch.withRoom(100);
      for (int round = 0; round < 1_500; round++) {
        batch.clear();
        while (batch.size() < 100) {
          long from = random.nextLong(2_000) + 10L * round;
          if (random.nextBoolean()) {
            batch.insert(from, from + 1 + random.nextLong(50));
          } else {
            batch.delete(from, from + 1 + random.nextLong(50));
          }
        }
        // A version that has changes beside its rows, so that its slots are looked up there.
        GraphVersion version = graph.apply(batch).version();
        closer.execute(version::close);
      }
    }
  }

  /** A pair that comes and goes leaves nothing behind, and ids that go are forgotten. */
  @Test
  void aWindowOverEndlessIdsDoesNotGrow() {
    try (EdgeArray none = EdgeArray.of();
        EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(none), SMALL)) {
      EdgeBatch batch = EdgeBatch.withRoom(64);
      long most = 0;
      for (long id = 0; id < 20_000; id++) {
        batch.insert(id, id + 1);
        batch.insert(id, id + 2);
        if (id >= 20) {
          batch.delete(id - 20, id - 19);
          batch.delete(id - 20, id - 18);
        }
        if (batch.size() > 40) {
          graph.apply(batch).version().close();
          batch.clear();
          if (id > 1_000) {
            most = most == 0 ? graph.bytes() : most;
            assertThat(graph.bytes()).isLessThan(2 * most);
          }
        }
      }
      try (GraphVersion last = graph.latest()) {
        assertThat(last.slotCount()).isLessThan(200);
      }
    }
  }

  @Test
  void theSameEdgeForEverDoesNotGrow() {
    try (EdgeArray pair = EdgeArray.of(1, 2, 2, 3);
        EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(pair))) {
      EdgeBatch insert = EdgeBatch.withRoom(1);
      insert.insert(1, 3);
      EdgeBatch delete = EdgeBatch.withRoom(1);
      delete.delete(3, 1);
      for (int i = 0; i < 1_000; i++) {
        graph.apply(insert).version().close();
        graph.apply(delete).version().close();
        assertThat(graph.pendingEntries()).isLessThanOrEqualTo(4);
      }
    }
  }

  @Test
  void aBatchBeyondItsBoundIsRefusedAndChangesNothing() {
    EdgeBatch full = EdgeBatch.withRoom(1);
    full.insert(1, 2);
    assertThatThrownBy(() -> full.insert(2, 3))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED));
    EdgeBatch large = EdgeBatch.withRoom(3);
    large.insert(1, 2);
    large.insert(2, 3);
    try (EdgeArray pair = EdgeArray.of(1, 2);
        EvolvingGraph graph =
            EvolvingGraph.of(GraphBuilder.build(pair), new ChangePolicy(1, 1, 1, 1))) {
      assertThatThrownBy(() -> graph.apply(large)).isInstanceOf(ComputeException.class);
      try (GraphVersion latest = graph.latest()) {
        assertThat(latest.sequence()).isZero();
      }
    }
  }
}
