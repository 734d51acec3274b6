package io.cliquestream.worker.graphs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Leases, shared builds, stops, evictions by size and by shortage, retirements and damaged disks at
 * once. What must hold whatever happens in which order: nobody reads another graph or freed memory,
 * and in the end every byte has been given back exactly once.
 */
@Tag("sized")
final class CacheStormTest {
  private static final int GRAPHS = 12;
  private static final int THREADS = 8;
  private static final int STEPS = Integer.getInteger("cliquestream.storm.steps", 400);
  private static final int EDGES = 800;

  @TempDir Path folder;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void everyByteIsGivenBackWhateverHappensInWhichOrder(long seed) throws Exception {
    long one = star(0).bytes();
    var memory = new HostMemory(6 * one);
    var cache = new GraphCache(4 * one, folder, 3 * one, memory);
    var graphs = new AtomicReferenceArray<CachedGraph>(GRAPHS);
    for (int i = 0; i < GRAPHS; i++) {
      graphs.set(i, add(cache, i));
    }
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      var random = new Random(seed * THREADS + t);
      tasks.add(
          () -> {
            for (int i = 0; i < STEPS; i++) {
              step(cache, memory, graphs, one, random);
            }
            return null;
          });
    }
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      for (var result : threads.invokeAll(tasks)) {
        result.get();
      }
    }
    for (int i = 0; i < GRAPHS; i++) {
      graphs.get(i).drop();
    }
    cache.close();
    awaitNone(memory);
    assertThat(memory.used()).isZero();
    assertThat(cache.statistics().spillBytes()).isZero();
  }

  /** A build that every caller has left holds its graph until it has noticed. */
  private static void awaitNone(HostMemory memory) throws InterruptedException {
    for (int i = 0; i < 3_000 && memory.used() > 0; i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private static void step(
      GraphCache cache,
      HostMemory memory,
      AtomicReferenceArray<CachedGraph> graphs,
      long one,
      Random random) {
    int index = random.nextInt(GRAPHS);
    switch (random.nextInt(10)) {
      case 0 -> graphs.getAndSet(index, add(cache, index)).drop();
      case 1 -> {
        long bytes = one * (1 + random.nextInt(3));
        if (memory.tryReserve(bytes)) {
          memory.release(bytes);
        }
      }
      default -> lease(graphs.get(index), index, random);
    }
  }

  private static void lease(CachedGraph graph, int index, Random random) {
    boolean stops = random.nextBoolean();
    try (PinnedGraph pinned = graph.pin()) {
      assertThat(pinned.graph().ids().original(0)).isEqualTo(index);
      Ordering ordering = random.nextBoolean() ? Ordering.DEGREE : Ordering.DEGENERACY;
      var oriented =
          pinned.oriented(
              ordering,
              () -> {
                if (stops) {
                  throw new StoppedException(FailureCode.CANCELLED, "stopped");
                }
              });
      assertThat(oriented.edgeCount()).isEqualTo(EDGES);
      assertThat(pinned.graph().edgeCount()).isEqualTo(EDGES);
    } catch (StoppedException e) {
      assertThat(stops).isTrue();
    } catch (WorkerException e) {
      // Another thread put a newer one in its place.
      assertThat(e).hasMessageContaining("was retired");
    }
  }

  private static CachedGraph add(GraphCache cache, int index) {
    return cache.add(
        "graph " + index,
        star(index),
        Optional.of(_ -> star(index)),
        VersionOrigin.UNKNOWN,
        Optional.empty());
  }

  private static Graph star(int firstId) {
    try (EdgeArray array = EdgeArray.wide()) {
      for (int i = 1; i <= EDGES; i++) {
        array.add(firstId, 1_000_000L + i);
      }
      return GraphBuilder.build(array);
    }
  }
}
