package io.cliquestream.kernels.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Batches that several threads look up, sort and write, against a set of edges that is changed one
 * by one.
 */
final class HugeBatchesTest {
  private static final int VERTICES = 9_000;

  private static long id(Random random) {
    double skew = random.nextDouble();
    return 5L * (int) (VERTICES * skew * skew) + 1;
  }

  private static long key(long first, long second) {
    return Math.min(first, second) << 32 | Math.max(first, second);
  }

  private static GraphVersion apply(
      EvolvingGraph graph, EdgeBatch batch, SortedSet<Long> edges, String what) {
    int before = edges.size();
    int more = 0;
    long loops = 0;
    for (int i = 0; i < batch.size(); i++) {
      long key = key(batch.from(i), batch.to(i));
      if (batch.from(i) == batch.to(i)) {
        loops++;
      } else if (batch.inserts(i)) {
        more += edges.add(key) ? 1 : 0;
      } else {
        more -= edges.remove(key) ? 1 : 0;
      }
    }
    AppliedBatch applied = graph.apply(batch);
    BatchTotals totals = applied.totals();
    assertThat(totals.inserted() - totals.deleted()).as(what).isEqualTo(more);
    assertThat(totals.loops()).as(what).isEqualTo(loops);
    EvolvingGraphTest.checkTotals(applied, before, batch.size(), what);
    assertThat(applied.version().edgeCount()).as(what).isEqualTo(before + more);
    return applied.version();
  }

  private static long[] pairs(GraphVersion version) {
    SortedSet<Long> found = new TreeSet<>();
    int[] row = new int[version.slotCount()];
    for (int slot = 0; slot < version.slotCount(); slot++) {
      int degree = version.copyNeighbors(slot, row);
      for (int i = 0; i < degree; i++) {
        found.add(key(version.id(slot), version.id(row[i])));
      }
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  /** Deletions of edges, insertions, the same pairs again, loops and ids that no edge has. */
  private static EdgeBatch batch(Random random, int size, List<Long> known, boolean once) {
    EdgeBatch batch = EdgeBatch.withRoom(size);
    int stride = Math.max(1, known.size() / Math.max(1, size / 2));
    for (int at = random.nextInt(stride); batch.size() < size / 2 && at < known.size(); ) {
      batch.delete(known.get(at) & 0xFFFF_FFFFL, known.get(at) >>> 32);
      at += stride;
    }
    while (batch.size() < size) {
      long from = id(random);
      long to = id(random) + (random.nextInt(30) == 0 ? 1 : 0);
      if (once || random.nextInt(8) > 0) {
        batch.insert(from, to);
      } else {
        batch.delete(from, random.nextBoolean() ? to : 1_000_000 + random.nextInt(500));
      }
    }
    return batch;
  }

  @Test
  void versionsAndTrianglesFollow() {
    for (int threads : new int[] {1, 4}) {
      Random random = new Random(11);
      long[] ids = new long[2 * 90_000];
      SortedSet<Long> edges = new TreeSet<>();
      for (int i = 0; i < ids.length; i += 2) {
        ids[i] = id(random);
        ids[i + 1] = id(random);
        if (ids[i] != ids[i + 1]) {
          edges.add(key(ids[i], ids[i + 1]));
        }
      }
      ChangePolicy policy = new ChangePolicy(0.6, 1, 1 << 20, threads);
      try (CpuEngine engine = new CpuEngine(2);
          EdgeArray array = EdgeArray.of(ids);
          EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(array), policy);
          GraphVersion first = graph.latest();
          StandingJob job =
              StandingJob.start(
                  TriangleCount.total(),
                  first,
                  (whole, wanted, control) ->
                      engine.run(whole, wanted, control, ListingSink.NONE).answer(),
                  JobControl.unbounded())) {
        for (int size : new int[] {40_000, 3_000, 70_000, 900, 50_000}) {
          String what = threads + " threads, " + size + " changes";
          EdgeBatch batch = batch(random, size, new ArrayList<>(edges), size == 50_000);
          try (GraphVersion version = apply(graph, batch, edges, what)) {
            assertThat(pairs(version))
                .as(what)
                .isEqualTo(edges.stream().mapToLong(Long::longValue).toArray());
            job.advance(version, JobControl.unbounded(), Optional.of(Method.INCREMENTAL));
            try (PreparedGraph.Owned whole = rebuilt(edges)) {
              assertThat(job.answer().toString())
                  .as(what)
                  .isEqualTo(engine.run(whole, TriangleCount.total()).answer().toString());
            }
          }
        }
      }
    }
  }

  private static PreparedGraph.Owned rebuilt(SortedSet<Long> edges) {
    long[] ids = edges.stream().mapToLong(Long::longValue).flatMap(HugeBatchesTest::ends).toArray();
    try (EdgeArray array = EdgeArray.of(ids)) {
      return PreparedGraph.of(GraphBuilder.build(array));
    }
  }

  private static LongStream ends(long key) {
    return LongStream.of(key >>> 32, key & 0xFFFF_FFFFL);
  }
}
