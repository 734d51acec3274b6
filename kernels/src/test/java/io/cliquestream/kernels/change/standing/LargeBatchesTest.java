package io.cliquestream.kernels.change.standing;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Graphs with hubs of thousands of neighbours and batches of thousands of changes: where several
 * threads, bit rows and searches take over.
 */
final class LargeBatchesTest {
  private static final int VERTICES = 4_000;
  private static final int EDGES = 24_000;

  private static final List<Job> JOBS =
      List.of(
          TriangleCount.total(),
          new TriangleCount(true, true, true, Optional.empty()),
          KCliqueCount.of(4),
          KCliqueCount.local(5, true, true),
          KCliqueCount.all(),
          MaximumClique.all(1_000),
          MaximalCliques.count(),
          new CoreDecomposition(true),
          PatternMatch.count(Pattern.parse("0-1,0-2,1-2,0-3,1-3"), Induced.EDGE),
          PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0"), Induced.VERTEX));

  /** Ids with gaps, a few of them very frequent. */
  private static long id(Random random) {
    double skew = random.nextDouble();
    return 3L * (int) (VERTICES * skew * skew * skew);
  }

  private static EdgeBatch batch(Random random, int size, List<long[]> edges) {
    EdgeBatch batch = EdgeBatch.withRoom(size);
    while (batch.size() < size) {
      if (random.nextInt(3) == 0) {
        long[] edge = edges.get(random.nextInt(edges.size()));
        batch.delete(edge[0], edge[1]);
      } else {
        batch.insert(id(random), id(random) + (random.nextInt(40) == 0 ? 1 : 0));
      }
    }
    return batch;
  }

  @Test
  void answersFollowBatchesOfEverySize() {
    for (long seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      List<long[]> edges = new ArrayList<>();
      long[] ids = new long[2 * EDGES];
      for (int i = 0; i < EDGES; i++) {
        ids[2 * i] = id(random);
        ids[2 * i + 1] = id(random);
        edges.add(new long[] {ids[2 * i], ids[2 * i + 1]});
      }
      ChangePolicy policy = new ChangePolicy(0.3, 1, 1 << 20, 3);
      try (CpuEngine engine = new CpuEngine(2);
          EdgeArray pairs = EdgeArray.of(ids);
          EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(pairs), policy);
          GraphVersion first = graph.latest()) {
        Recount recount =
            (whole, wanted, control) ->
                engine.run(whole, wanted, control, ListingSink.NONE).answer();
        List<StandingJob> standing = new ArrayList<>();
        for (Job job : JOBS) {
          standing.add(StandingJob.start(job, first, recount, JobControl.unbounded()));
        }
        for (int size : new int[] {1, 30, 400, 1, 3_000, 6_000, 100}) {
          try (GraphVersion version = graph.apply(batch(random, size, edges)).version()) {
            check(standing, version, engine, "seed " + seed + ", batch of " + size);
          }
        }
        standing.forEach(StandingJob::close);
      }
    }
  }

  private static void check(
      List<StandingJob> standing, GraphVersion version, CpuEngine engine, String what) {
    long[] ids = new long[(int) (2 * version.edgeCount())];
    int used = 0;
    int[] row = new int[version.slotCount()];
    for (int slot = 0; slot < version.slotCount(); slot++) {
      int degree = version.copyNeighbors(slot, row);
      for (int i = 0; i < degree; i++) {
        if (row[i] > slot) {
          ids[used++] = version.id(slot);
          ids[used++] = version.id(row[i]);
        }
      }
    }
    try (EdgeArray pairs = EdgeArray.of(ids);
        PreparedGraph.Owned prepared = PreparedGraph.of(GraphBuilder.build(pairs))) {
      assertThat(used).as(what).isEqualTo(ids.length);
      for (StandingJob each : standing) {
        Advance advance =
            each.advance(version, JobControl.unbounded(), Optional.of(Method.INCREMENTAL));
        assertThat(advance.method() == Method.RECOUNTED)
            .as(what + each.job())
            .isIn(false, each.job() instanceof MaximumClique);
        assertThat(Answers.text(each.answer()))
            .as(what + each.job())
            .isEqualTo(Answers.text(engine.run(prepared, each.job()).answer()));
      }
    }
  }
}
