package io.cliquestream.worker.graphs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions that share rows are what the deltas say, and give back what they took. */
final class VersionRowsTest {
  @TempDir private Path folder;

  @Test
  void everyVersionIsWhatItsDeltasSayAndAllMemoryComesBack() {
    var memory = new HostMemory(1L << 30);
    try (var cache = new GraphCache(1L << 28, folder, 0, memory)) {
      for (int seed = 0; seed < 20; seed++) {
        var random = new Random(seed);
        var expected = new TreeSet<String>();
        List<CachedGraph> versions = new ArrayList<>();
        List<TreeSet<String>> sets = new ArrayList<>();
        EdgeArray edges = EdgeArray.wide();
        for (int i = 0; i < 50; i++) {
          add(expected, edges, random.nextInt(30), random.nextInt(30));
        }
        Graph base = GraphBuilder.build(edges, Parallelism.available());
        edges.close();
        versions.add(
            cache.add("base", base, Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()));
        sets.add(new TreeSet<>(expected));
        for (int version = 0; version < 30; version++) {
          var batch = EdgeBatch.withRoom(20);
          for (int i = 0; i < 20; i++) {
            long u = random.nextInt(40);
            long v = random.nextInt(40);
            if (u == v) {
              continue;
            }
            String pair = Math.min(u, v) + "-" + Math.max(u, v);
            if (random.nextInt(3) == 0) {
              batch.delete(u, v);
              expected.remove(pair);
            } else {
              batch.insert(u, v);
              expected.add(pair);
            }
          }
          CachedGraph newest = versions.getLast();
          VersionRows.Made made;
          try (VersionRows rows = newest.rows(version).orElseThrow()) {
            made = rows.next(batch, version + 1).orElseThrow();
            assertThat(rows.next(batch, version + 1)).as("a second one of the same").isEmpty();
          }
          versions.add(
              cache.add(
                  "next", made.rows(), Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty()));
          sets.add(new TreeSet<>(expected));
          if (versions.size() > 4 && random.nextBoolean()) {
            versions.removeFirst().drop();
            sets.removeFirst();
          }
          int chosen = random.nextInt(versions.size());
          try (PinnedGraph pinned = versions.get(chosen).pin()) {
            var found = new TreeSet<String>();
            pinned.simple().forEachEdge((u, v) -> found.add(u + "-" + v));
            assertThat(found).as("seed %d", seed).isEqualTo(sets.get(chosen));
          }
        }
        versions.forEach(CachedGraph::drop);
      }
      assertThat(memory.used()).isZero();
    }
  }

  @Test
  void aFamilyThatIsFollowedKeepsItsNewestVersionsForWhoIsBehind() {
    var memory = new HostMemory(1L << 30);
    try (var cache = new GraphCache(1L << 28, folder, 0, memory)) {
      CachedGraph first =
          cache.add("first", path(100), Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty());
      VersionRows followed = first.rows(1).orElseThrow();
      followed.family().follow(true);
      var batch = EdgeBatch.withRoom(1);
      batch.insert(0, 50);
      CachedGraph second;
      try (VersionRows rows = first.rows(1).orElseThrow()) {
        assertThat(rows.family()).isSameAs(followed.family());
        VersionRows made = rows.next(batch, 2).orElseThrow().rows();
        second =
            cache.add("second", made, Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty());
      }
      first.drop();
      second.drop();
      try (VersionRows behind = followed.family().find(2).orElseThrow()) {
        assertThat(followed.isBefore(behind)).isTrue();
        assertThat(behind.graph().hasEdge(0, 50)).isTrue();
        assertThat(followed.graph().hasEdge(0, 50)).isFalse();
      }
      followed.close();
      assertThat(memory.used()).as("a family that is followed stays").isPositive();
      followed.family().follow(false);
      assertThat(followed.family().find(2)).isEmpty();
      assertThat(memory.used()).isZero();
    }
  }

  @Test
  void rowsThatAJobBeginsForItselfGoWithIt() {
    var memory = new HostMemory(1L << 30);
    try (var cache = new GraphCache(1L << 28, folder, 0, memory)) {
      CachedGraph graph =
          cache.add("graph", path(100), Optional.empty(), VersionOrigin.UNKNOWN, Optional.empty());
      long before = memory.used();
      PinnedGraph lease = graph.pin();
      try (VersionRows own =
          VersionRows.begin(lease, lease.graph().bytes(), lease::close, 1, memory)) {
        assertThat(own.graph().edgeCount()).isEqualTo(100);
      }
      assertThat(memory.used()).isEqualTo(before);
      graph.drop();
      assertThat(memory.used()).isZero();
    }
  }

  private static Graph path(int edges) {
    try (EdgeArray array = EdgeArray.wide()) {
      for (int i = 0; i < edges; i++) {
        array.add(i, i + 1L);
      }
      return GraphBuilder.build(array, Parallelism.available());
    }
  }

  private static void add(Set<String> expected, EdgeArray edges, long u, long v) {
    if (u != v) {
      edges.add(u, v);
      expected.add(Math.min(u, v) + "-" + Math.max(u, v));
    }
  }
}
