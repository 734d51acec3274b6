package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs with 64-bit vertices, forced by a limit that small graphs exceed. */
final class WideGraphTest {
  private static final DenseLimits WIDE = limit(0);

  private static DenseLimits limit(int vertices) {
    return new DenseLimits(vertices, DenseLimits.MAXIMUM_VERTICES, 1L << 30);
  }

  private static SimpleGraph build(long[] ids, DenseLimits limits, int threads) {
    try (EdgeArray edges = RandomPairs.edges(ids)) {
      return GraphBuilder.buildSimple(edges, new Parallelism(threads), limits);
    }
  }

  /** Asserts that a graph of either width is the reference, row by row, in ids of the input. */
  private static void assertSame(ReferenceGraph reference, SimpleGraph graph, String what) {
    if (graph instanceof Graph dense) {
      reference.assertSame(dense, what);
      return;
    }
    WideGraph wide = (WideGraph) graph;
    assertThat(wide.vertexCount()).as(what).isEqualTo(reference.rows.size());
    assertThat(wide.edgeCount()).as(what).isEqualTo(reference.edges());
    long v = 0;
    for (var row : reference.rows.entrySet()) {
      assertThat(wide.originalId(v)).as(what).isEqualTo(row.getKey());
      assertThat(wide.dense(row.getKey())).as(what).isEqualTo(v);
      long[] originals = new long[(int) wide.degree(v)];
      for (int i = 0; i < originals.length; i++) {
        long neighbor = wide.neighborAt(wide.rowOffset(v) + i);
        originals[i] = wide.originalId(neighbor);
        assertThat(wide.hasEdge(v, neighbor)).as(what).isTrue();
      }
      assertThat(originals)
          .as(what)
          .containsExactly(row.getValue().stream().mapToLong(Long::longValue).toArray());
      v++;
    }
  }

  @Test
  void twoThousandRandomGraphsHaveTheRowsOfTheirPairs() {
    for (long seed = 0; seed < 2000; seed++) {
      String what = "seed " + seed;
      long[] ids = RandomPairs.of(seed);
      ReferenceGraph reference = ReferenceGraph.of(ids);
      try (SimpleGraph graph = build(ids, WIDE, 1 + (int) (seed % 3))) {
        assertSame(reference, graph, what);
        assertThat(graph.input().pairs()).as(what).isEqualTo(ids.length / 2);
        assertThat(graph.input().loops()).as(what).isEqualTo(reference.loops);
        assertThat(graph.input().duplicates())
            .as(what)
            .isEqualTo(ids.length / 2 - reference.loops - reference.edges());
      }
    }
  }

  @Test
  void oneVertexMoreThanTheLimitMakesAGraphWide() {
    long[] path = {1L << 40, 7, 7, -1, -1, 1L << 33};

    try (SimpleGraph dense = build(path, limit(4), 1);
        SimpleGraph wide = build(path, limit(3), 1)) {
      assertThat(dense).isInstanceOf(Graph.class);
      assertThat(wide).isInstanceOf(WideGraph.class);
      assertThat(edges(wide)).isEqualTo(edges(dense)).hasSize(3);
      assertThat(wide.bytes()).isEqualTo(GraphMemory.wideGraphBytes(4, 3)).isEqualTo(8 * 19);
    }
  }

  private static List<String> edges(SimpleGraph graph) {
    List<String> edges = new ArrayList<>();
    graph.forEachEdge((from, to) -> edges.add(Long.toHexString(from) + " " + Long.toHexString(to)));
    return edges;
  }

  @Test
  void theOrderGoesByDegreeAndThenById() {
    for (long seed = 0; seed < 300; seed++) {
      try (SimpleGraph graph = build(RandomPairs.of(seed), WIDE, 2)) {
        if (graph instanceof WideGraph wide) {
          boolean[] seen = new boolean[(int) wide.vertexCount()];
          for (long i = 0; i < wide.vertexCount(); i++) {
            long vertex = wide.atPosition(i);
            assertThat(seen[(int) vertex]).as("seed %d", seed).isFalse();
            seen[(int) vertex] = true;
            if (i > 0) {
              assertThat(wide.precedes(wide.atPosition(i - 1), vertex)).isTrue();
              assertThat(wide.precedes(vertex, wide.atPosition(i - 1))).isFalse();
            }
            long first = wide.firstOfDegree(wide.degree(vertex));
            assertThat(wide.degree(wide.atPosition(first))).isEqualTo(wide.degree(vertex));
            assertThat(first == 0 || wide.degree(wide.atPosition(first - 1)) < wide.degree(vertex))
                .isTrue();
          }
          assertThat(wide.firstOfDegree(wide.vertexCount())).isEqualTo(wide.vertexCount());
        }
      }
    }
  }

  /** A hub whose row is sorted off the heap, with every edge there twice. */
  @Test
  void aRowTooLongForAnArrayIsSortedAndItsDuplicatesGo() {
    int leaves = 300_000;
    try (EdgeArray edges = EdgeArray.wide()) {
      Random random = new Random(1);
      long[] ids = new long[leaves];
      Arrays.setAll(ids, i -> (1L << 40) + i);
      for (int i = leaves - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        long moved = ids[i];
        ids[i] = ids[other];
        ids[other] = moved;
      }
      for (int i = 0; i < leaves; i++) {
        edges.add(5, ids[i]);
        edges.add(ids[leaves - 1 - i], 5);
      }
      try (WideGraph graph =
          (WideGraph) GraphBuilder.buildSimple(edges, Parallelism.available(), WIDE)) {
        assertThat(graph.edgeCount()).isEqualTo(leaves);
        assertThat(graph.degree(0)).isEqualTo(leaves);
        for (int i = 0; i < leaves; i++) {
          if (graph.neighborAt(i) != i + 1L) {
            assertThat(graph.neighborAt(i)).isEqualTo(i + 1L);
          }
        }
        assertThat(graph.atPosition(leaves)).isZero();
        assertThat(graph.input().duplicates()).isEqualTo(leaves);
      }
    }
  }

  @Test
  void aThousandDeltasOfEveryWidthGiveWhatRebuildingGives() {
    for (long seed = 0; seed < 1000; seed++) {
      String what = "seed " + seed;
      long[] base = RandomPairs.of(seed);
      long[] inserts = half(RandomPairs.of(seed + 6));
      long[] deletes = half(seed % 2 == 0 ? base : RandomPairs.of(seed + 12));
      ReferenceGraph reference = ReferenceGraph.of(base);
      for (int i = 0; i < deletes.length; i += 2) {
        reference.remove(deletes[i], deletes[i + 1]);
      }
      for (int i = 0; i < inserts.length; i += 2) {
        if (inserts[i] != inserts[i + 1]) {
          reference.add(inserts[i], inserts[i + 1]);
        }
      }
      // Between the sizes of the graphs, so that bases and results come in both widths.
      DenseLimits limits = limit(new Random(seed).nextInt(80));
      try (SimpleGraph before = build(base, limits, 2);
          EdgeArray inserted = RandomPairs.edges(inserts);
          EdgeArray deleted = RandomPairs.edges(deletes);
          SimpleGraph after =
              GraphBuilder.applySimpleDelta(
                  before, inserted, deleted, new Parallelism(2), limits)) {
        assertSame(reference, after, what);
        assertThat(after instanceof Graph)
            .as(what)
            .isEqualTo(after.vertexTotal() <= limits.maximumDenseVertices());
      }
    }
  }

  private static long[] half(long[] ids) {
    return Arrays.copyOf(ids, ids.length / 4 * 2);
  }

  @Test
  void anImageComesBackAsTheSameGraph(@TempDir Path folder) throws IOException {
    for (long seed = 0; seed < 60; seed++) {
      long[] ids = RandomPairs.of(seed);
      try (SimpleGraph graph = build(ids, WIDE, 1)) {
        if (graph instanceof WideGraph wide) {
          Path file = folder.resolve(seed + ".graph");
          WideGraphImage.write(wide, file);
          assertThat(file).hasSize(WideGraphImage.bytes(wide));
          try (WideGraph mapped = WideGraphImage.map(file)) {
            assertSame(ReferenceGraph.of(ids), mapped, "seed " + seed);
            assertThat(mapped.input()).isEqualTo(wide.input());
            for (long i = 0; i < wide.vertexCount(); i++) {
              assertThat(mapped.atPosition(i)).isEqualTo(wide.atPosition(i));
            }
          }
        }
      }
    }
  }

  @Test
  void aStoppedBuildFreesItsMemoryAndSaysWhy() {
    JobControl control = JobControl.unbounded();
    control.cancel("test");
    try (EdgeArray edges = RandomPairs.edges(RandomPairs.of(3))) {
      var stop =
          catchThrowableOfType(
              StoppedException.class,
              () -> GraphBuilder.buildSimple(edges, Parallelism.available().until(control), WIDE));
      assertThat(stop.code()).isEqualTo(FailureCode.CANCELLED);
    }
  }

  @Test
  void limitsOutOfBoundsAreRefused() {
    for (Runnable refused :
        List.<Runnable>of(
            () -> new DenseLimits(-1, 1, 1),
            () -> new DenseLimits(DenseLimits.MAXIMUM_VERTICES + 1, 1, 1),
            () -> new DenseLimits(1, 0, 1),
            () -> new DenseLimits(1, 1, 0))) {
      assertThat(catchThrowableOfType(ComputeException.class, refused::run).code())
          .isEqualTo(FailureCode.OPTION_INVALID);
    }
    assertThat(DenseLimits.configured()).isEqualTo(DenseLimits.DEFAULT);
  }

  @Test
  void aLimitThatIsNoNumberIsRefusedAndNotIgnored() {
    String name = "cliquestream.shardVertices";
    for (String value : new String[] {"many", "", "-1", "99999999999"}) {
      System.setProperty(name, value);
      try {
        assertThat(catchThrowableOfType(ComputeException.class, DenseLimits::configured).code())
            .as(value)
            .isEqualTo(FailureCode.OPTION_INVALID);
      } finally {
        System.clearProperty(name);
      }
    }
  }
}
