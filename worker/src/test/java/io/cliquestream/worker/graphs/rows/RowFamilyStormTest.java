package io.cliquestream.worker.graphs.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.memory.HostMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Intake makes versions while jobs look for them, stand on them, follow and leave, all at once.
 * Whatever the order: version v has the edges 0-1 … 0-(v+1), nobody's version goes while he has it,
 * and in the end the base is released once and every byte given back.
 */
final class RowFamilyStormTest {
  private static final int VERSIONS = 120;
  private static final int THREADS = 6;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void everyVersionIsWhatItWasMadeAndAllMemoryComesBack(long seed) throws Exception {
    var memory = new HostMemory(1L << 30);
    var released = new AtomicBoolean();
    Graph base = star(2);
    PreparedGraph.Owned prepared = PreparedGraph.of(base);
    memory.reserveBeyondLimit(base.bytes());
    VersionRows first =
        VersionRows.begin(
            prepared,
            base.bytes(),
            () -> {
              assertThat(released.compareAndSet(false, true)).isTrue();
              memory.release(base.bytes());
              prepared.close();
            },
            1,
            memory);
    RowFamily family = first.family();
    var newest = new AtomicReference<>(first);
    List<Callable<Void>> tasks = new ArrayList<>();
    tasks.add(
        () -> {
          for (long version = 2; version <= VERSIONS; version++) {
            try (VersionRows before = newest.get()) {
              newest.set(before.next(oneMore(version), version).orElseThrow().rows());
            }
          }
          return null;
        });
    for (int thread = 0; thread < THREADS; thread++) {
      var random = new Random(seed * THREADS + thread);
      tasks.add(
          () -> {
            for (int step = 0; step < 4 * VERSIONS; step++) {
              follow(family, random);
            }
            return null;
          });
    }
    try (var threads = Executors.newFixedThreadPool(tasks.size())) {
      for (var result : threads.invokeAll(tasks)) {
        result.get();
      }
    }
    family.follow(false);
    requireRight(newest.get());
    newest.get().close();
    assertThat(family.find(VERSIONS)).isEmpty();
    assertThat(memory.used()).isZero();
    assertThat(released).isTrue();
  }

  private static void follow(RowFamily family, Random random) {
    switch (random.nextInt(6)) {
      case 0 -> family.follow(random.nextInt(4) > 0);
      case 1 ->
          family
              .find(family.newest())
              .ifPresent(
                  rows -> {
                    try (VersionRows shared = rows.share()) {
                      rows.close();
                      requireRight(shared);
                    }
                  });
      case 2 ->
          // Older than the newest, so it is found or not, and never made.
          family
              .reach(
                  Math.max(1, family.newest() - 5),
                  (_, _) -> Optional.of(List.of()),
                  _ -> Optional.empty(),
                  10)
              .ifPresent(RowFamilyStormTest::requireRightAndClose);
      default ->
          family
              .find(1 + random.nextInt((int) family.newest()))
              .ifPresent(RowFamilyStormTest::requireRightAndClose);
    }
  }

  private static void requireRightAndClose(VersionRows rows) {
    try (rows) {
      requireRight(rows);
    }
  }

  private static void requireRight(VersionRows rows) {
    assertThat(rows.graph().edgeCount()).isEqualTo(rows.number() + 1);
    assertThat(rows.graph().hasEdge(0, rows.number() + 1)).isTrue();
    assertThat(rows.graph().hasEdge(0, rows.number() + 2)).isFalse();
  }

  /** What makes a version of the one before. */
  private static EdgeBatch oneMore(long version) {
    var batch = EdgeBatch.withRoom(1);
    batch.insert(0, version + 1);
    return batch;
  }

  private static Graph star(int leaves) {
    try (EdgeArray array = EdgeArray.wide()) {
      for (int leaf = 1; leaf <= leaves; leaf++) {
        array.add(0, leaf);
      }
      return GraphBuilder.build(array, Parallelism.available());
    }
  }
}
