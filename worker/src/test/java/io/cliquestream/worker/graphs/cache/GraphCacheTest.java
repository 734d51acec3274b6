package io.cliquestream.worker.graphs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GraphCacheTest {
  private final HostMemory memory = new HostMemory(1L << 30);

  @TempDir Path folder;

  @Test
  void evictedGraphsComeBackFromDiskUnchangedUnderConcurrentLeases() throws Exception {
    long one = star(1000, 0).bytes();
    try (var cache = new GraphCache(4 * one, folder, 1 << 30, memory)) {
      List<CachedGraph> graphs = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        graphs.add(
            cache.add(
                "graph", star(1000, i), Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()));
      }
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        long seed = t;
        tasks.add(
            () -> {
              var random = new Random(seed);
              for (int i = 0; i < 300; i++) {
                int index = random.nextInt(graphs.size());
                try (PinnedGraph pinned = graphs.get(index).pin()) {
                  assertThat(pinned.graph().ids().original(0)).as("seed %d", seed).isEqualTo(index);
                  assertThat(pinned.oriented(Ordering.DEGREE).edgeCount()).isEqualTo(1000);
                  assertThat(pinned.graph().edgeCount()).isEqualTo(1000);
                }
              }
              return null;
            });
      }
      try (var threads = Executors.newFixedThreadPool(8)) {
        for (var result : threads.invokeAll(tasks)) {
          result.get();
        }
      }
      CacheStatistics counts = cache.statistics();
      assertThat(counts.evictions()).isGreaterThan(12);
      assertThat(counts.misses()).isPositive();
      assertThat(counts.bytes()).isLessThanOrEqualTo(4 * one);
    }
  }

  @Test
  void whatAGpuHoldsIsToldOfTheGraphInMemoryAlone() {
    long one = star(1000, 0).bytes();
    try (var cache = new GraphCache(2 * one, folder, 1 << 30, memory)) {
      List<CachedGraph> graphs = new ArrayList<>();
      Map<Graph, Long> onDevice = new HashMap<>();
      for (int i = 0; i < 8; i++) {
        Graph graph = star(1000, i);
        onDevice.put(graph, 4711L + i);
        graphs.add(
            cache.add("graph", graph, Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()));
      }
      settle(cache);
      assertThat(graphs.stream().map(CachedGraph::place)).contains(Place.MEMORY, Place.DISK);
      for (int i = 0; i < 8; i++) {
        CachedGraph graph = graphs.get(i);
        assertThat(graph.deviceBytes(onDevice))
            .isEqualTo(graph.place() == Place.MEMORY ? 4711 + i : 0);
        assertThat(graph.deviceBytes(Map.of())).isZero();
      }
    }
  }

  @Test
  void wideGraphsLeaveForDiskAndComeBackToo() {
    long one = wideStar(0).bytes();
    try (var cache = new GraphCache(2 * one, folder, 1 << 30, memory)) {
      List<CachedGraph> graphs = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        graphs.add(
            cache.add(
                "graph", wideStar(i), Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()));
      }
      settle(cache);
      assertThat(cache.statistics().spillBytes()).isPositive();
      for (int i = 0; i < 8; i++) {
        try (PinnedGraph pinned = graphs.get(i).pin()) {
          assertThat(pinned.simple()).isInstanceOf(WideGraph.class);
          assertThat(pinned.simple().originalId(0)).isEqualTo(i);
          assertThat(pinned.simple().edgeCount()).isEqualTo(100);
          assertThatThrownBy(pinned::graph).isInstanceOf(IllegalStateException.class);
        }
      }
    }
  }

  private static SimpleGraph wideStar(int firstId) {
    try (EdgeArray array = EdgeArray.wide()) {
      for (int i = 1; i <= 100; i++) {
        array.add(firstId, 1_000_000L + i);
      }
      return GraphBuilder.buildSimple(
          array, Parallelism.available(), new DenseLimits(100, 100, 1 << 20));
    }
  }

  @Test
  void leaseKeepsAnEvictedGraphAndCloseFreesIt() throws Exception {
    Graph graph = star(1000, 7);
    PinnedGraph pinned;
    try (var cache = new GraphCache(10 * graph.bytes(), folder, 1 << 30, memory)) {
      pinned =
          cache
              .add("graph", graph, Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty())
              .pin();
      assertThat(pinned.oriented(Ordering.DEGENERACY).edgeCount()).isEqualTo(1000);
    }
    assertThat(graph.neighbor(0)).isPositive();
    pinned.close();
    pinned.close();
    assertThatThrownBy(() -> graph.neighbor(0)).isInstanceOf(IllegalStateException.class);
  }

  /** A version that was pushed out while jobs had it was read again for the next one. */
  @Test
  void aGraphPushedOutWhileItIsLeasedIsFoundInMemoryByTheNextLease() {
    long one = star(1000, 0).bytes();
    var reads = new AtomicInteger();
    try (var cache = new GraphCache(one, folder, 0, memory)) {
      CachedGraph graph =
          cache.add(
              "graph",
              star(1000, 7),
              Optional.of(
                  _ -> {
                    reads.incrementAndGet();
                    return star(1000, 7);
                  }),
              VersionOrigin.UNKNOWN,
              Optional.empty());
      try (PinnedGraph first = graph.pin()) {
        for (int other = 0; other < 4; other++) {
          cache.add(
              "other",
              star(1000, 100 + other),
              Optional.empty(),
              VersionOrigin.UNKNOWN,
              Optional.empty());
        }
        cache.memory().reserveBeyondLimit(memory.limit());
        memory.release(memory.limit());
        settle(cache);
        try (PinnedGraph second = graph.pin()) {
          assertThat(second.graph()).isSameAs(first.graph());
        }
      }
      assertThat(reads).hasValue(0);
      settle(cache);
      try (PinnedGraph again = graph.pin()) {
        assertThat(again.graph().ids().original(0)).isEqualTo(7);
      }
      assertThat(reads).as("it was pushed out").hasValue(1);
    }
  }

  @Test
  void graphWithoutRoomInMemoryOrOnDiskIsTooLarge() throws Exception {
    long one = star(1000, 0).bytes();
    try (var cache = new GraphCache(2 * one, folder, 0, memory)) {
      List<CachedGraph> graphs = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        graphs.add(
            cache.add(
                "graph", star(1000, i), Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()));
      }
      // Evictions are handled in order in the background; this comes after them.
      try (var after = Executors.newSingleThreadExecutor()) {
        after.submit(() -> settle(cache)).get();
      }
      long lost =
          graphs.stream()
              .filter(
                  graph -> {
                    try (PinnedGraph pinned = graph.pin()) {
                      return pinned.graph().edgeCount() != 1000;
                    } catch (WorkerException e) {
                      return e.code() == FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
                    }
                  })
              .count();
      assertThat(lost).isBetween(6L, 7L);
    }
  }

  @Test
  void aVersionRetiredWhileItWasBroughtBackWasToldAsTooLarge() throws Exception {
    long one = star(1000, 0).bytes();
    var reading = new CountDownLatch(1);
    var retired = new CountDownLatch(1);
    try (var cache = new GraphCache(one, folder, 0, memory)) {
      CachedGraph graph =
          cache.add(
              "graph",
              star(1000, 7),
              Optional.of(
                  _ -> {
                    reading.countDown();
                    awaited(retired);
                    throw new WorkerException(
                        FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE, "its records are gone");
                  }),
              VersionOrigin.UNKNOWN,
              Optional.empty());
      cache.memory().reserveBeyondLimit(memory.limit());
      memory.release(memory.limit());
      settle(cache);
      assertThat(graph.place()).isEqualTo(Place.TOPIC);
      CompletableFuture<PinnedGraph> lease = graph.pinLater();
      assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();
      graph.drop();
      retired.countDown();
      assertThatThrownBy(lease::join)
          .cause()
          .isInstanceOfSatisfying(
              WorkerException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN));
    }
  }

  @Test
  void graphLargerThanTheCacheIsRefusedAndFreed() {
    Graph graph = star(1000, 0);
    try (var cache = new GraphCache(graph.bytes() - 1, folder, 1 << 30, memory)) {
      assertThatThrownBy(
              () ->
                  cache.add(
                      "graph", graph, Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()))
          .isInstanceOfSatisfying(
              WorkerException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE));
      assertThatThrownBy(() -> graph.neighbor(0)).isInstanceOf(IllegalStateException.class);
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void settle(GraphCache cache) {
    var done = new CompletableFuture<Void>();
    cache.inBackground(() -> done.complete(null));
    done.join();
  }

  /** A star whose smallest original id is {@code firstId}. */
  private static Graph star(int edges, int firstId) {
    try (EdgeArray array = EdgeArray.wide()) {
      for (int i = 1; i <= edges; i++) {
        array.add(firstId, 1_000_000L + i);
      }
      return GraphBuilder.build(array);
    }
  }
}
