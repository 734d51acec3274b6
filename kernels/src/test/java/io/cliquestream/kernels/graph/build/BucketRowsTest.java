package io.cliquestream.kernels.graph.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rows by buckets are those of the counting sort by vertex, for buckets of every size. */
final class BucketRowsTest {
  private record Rows(int[] lengths, long[] ends, int[][] rows) {
    static Rows of(int n, long arcs, Filler filler) {
      try (Arena arena = Arena.ofShared()) {
        MemorySegment ends = arena.allocate((n + 2L) * Long.BYTES).asSlice(Long.BYTES);
        MemorySegment values = arena.allocate(Math.max(1, arcs) * Integer.BYTES);
        int[] lengths = filler.fill(ends, values);
        long[] all = ends.toArray(ValueLayout.JAVA_LONG);
        int[][] rows = new int[n][];
        for (int v = 0; v < n; v++) {
          long start = RowAssembly.start(ends, v);
          rows[v] =
              values
                  .asSlice(start * Integer.BYTES, (long) lengths[v] * Integer.BYTES)
                  .toArray(ValueLayout.JAVA_INT);
        }
        return new Rows(lengths, Arrays.copyOf(all, n), rows);
      }
    }
  }

  /** Makes rows. */
  @FunctionalInterface
  private interface Filler {
    int[] fill(MemorySegment ends, MemorySegment values);
  }

  private static EdgeArray random(SplittableRandom random, int most) {
    int pairs = random.nextInt(1 + random.nextInt(most));
    int vertices = 2 + random.nextInt(1 + random.nextInt(most));
    int hubs = 1 + random.nextInt(vertices);
    EdgeArray edges = EdgeArray.narrow();
    for (int i = 0; i < pairs; i++) {
      int from = random.nextInt(random.nextInt(3) == 0 ? hubs : vertices);
      edges.add(from, random.nextInt(10) == 0 ? from : random.nextInt(vertices));
    }
    return edges;
  }

  private static void sameBothWays(EdgeArray edges, BucketPolicy policy, Parallelism parallelism) {
    PairShape shape = PairShape.of(edges, Parallelism.SEQUENTIAL);
    try (IdMap ids = new BitmapIds(edges, shape.largestId(), Parallelism.SEQUENTIAL)) {
      int n = (int) ids.count();
      long arcs = 2 * (edges.size() - shape.loops());
      assertThat(policy.fits(n)).isTrue();
      Rows expected =
          Rows.of(
              n,
              arcs,
              (ends, values) ->
                  RowAssembly.scattered(edges, ids, n, ends, values, Parallelism.SEQUENTIAL));
      Rows rows = Rows.of(n, arcs, new BucketRows(edges, ids, policy, parallelism)::fill);
      assertThat(rows.lengths).isEqualTo(expected.lengths);
      assertThat(rows.ends).isEqualTo(expected.ends);
      assertThat(rows.rows).isDeepEqualTo(expected.rows);
    }
  }

  @Test
  void twoThousandRandomEdgeArraysInBucketsOfEverySize() {
    for (long seed = 0; seed < 2_000; seed++) {
      var random = new SplittableRandom(seed);
      var policy =
          new BucketPolicy(
              4 + random.nextInt(11),
              1 + random.nextInt(300),
              1 + random.nextInt(100),
              random.nextInt(seed % 2 == 0 ? 1_000 : 20));
      try (EdgeArray edges = random(random, 900)) {
        sameBothWays(edges, policy, new Parallelism(1 + (int) (seed % 3)));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ", " + policy, e);
      }
    }
  }

  @Test
  void severalThreadsPutArcsIntoTheSameBuckets() {
    for (long seed = 0; seed < 6; seed++) {
      try (EdgeArray edges = random(new SplittableRandom(seed), 1 << 19)) {
        sameBothWays(edges, BucketPolicy.DEFAULT, new Parallelism(4));
        sameBothWays(edges, new BucketPolicy(10, 1 << 10, 1 << 12, 1 << 9), new Parallelism(4));
      }
    }
  }

  @Test
  void hubsWithMoreArcsThanTheHeapTakesAreSortedInPlace() {
    int leaves = BucketPolicy.DEFAULT.heapArcs() + 7;
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int leaf = leaves; leaf > 0; leaf--) {
        edges.add(0, leaf + 3L);
        edges.add(1 + leaf % 3, leaf + 3L);
      }
      sameBothWays(edges, BucketPolicy.DEFAULT, new Parallelism(2));
    }
  }

  @Test
  void twentyThreeBitsOfVerticesAreTheMost() {
    assertThat(BucketPolicy.DEFAULT.fits(1 << 23)).isTrue();
    assertThat(BucketPolicy.DEFAULT.fits((1 << 23) + 1)).isFalse();
    assertThat(BucketPolicy.DEFAULT.fits(0)).isTrue();
  }
}
