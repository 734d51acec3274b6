package io.cliquestream.kernels.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RandomGraph;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parts on disk against the whole graph in memory: seeded graphs, forced n and m, small budgets.
 */
final class GridTrianglesTest {
  private static final long GRAPHS = Long.getLong("cliquestream.grid.graphs", 400);

  @TempDir private Path folder;

  private static BigInteger whole(CpuEngine engine, EdgeArray edges) {
    try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
      return ((Answer.Triangles) engine.run(graph, TriangleCount.total()).answer()).triangles();
    }
  }

  private void requireSame(
      EdgeArray edges, BigInteger expected, GridOptions options, boolean forced) throws Exception {
    GridTriangles.Outcome found = GridTriangles.count(edges, options, JobControl.unbounded());
    GridPlan plan = found.plan();
    assertThat(found.triangles()).as("n %d, m %d", plan.n(), plan.m()).isEqualTo(expected);
    assertThat(found.readBytes()).isEqualTo(plan.readBytes());
    assertThat(plan.n()).isEqualTo(options.n().orElse(plan.n()));
    if (!forced) {
      assertThat(found.peakBytes()).isLessThanOrEqualTo(options.budgetBytes());
    }
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void everyPartitionCountsWhatTheWholeHas() throws Exception {
    try (CpuEngine engine = new CpuEngine(2)) {
      for (long seed = 0; seed < GRAPHS; seed++) {
        RandomGraph drawn = RandomGraph.of(seed, 60);
        Random random = new Random(seed);
        try (EdgeArray edges = EdgeArray.narrow()) {
          edges.add(3, 3);
          for (int[] edge : drawn.edges()) {
            edges.add(edge[0], edge[1]);
            if (random.nextInt(4) == 0) {
              edges.add(edge[1], edge[0]);
            }
          }
          BigInteger expected = whole(engine, edges);
          var options = GridOptions.of(1 << 20, folder, new Parallelism(2));
          requireSame(
              edges, expected, options.with(1 + (int) (seed % 8), 1 + random.nextInt(5)), true);
          long all = GridTriangles.plan(edges, options).neededBytes();
          for (int share : new int[] {1, 2, 4}) {
            long budget = Math.max(300, all / share);
            requireSame(
                edges, expected, GridOptions.of(budget, folder, Parallelism.SEQUENTIAL), false);
          }
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(drawn.toString(), e);
        }
      }
    }
  }

  private static EdgeArray skewed(int vertices, int pairs) {
    EdgeArray edges = EdgeArray.narrow();
    Random random = new Random(5);
    for (int i = 0; i < pairs; i++) {
      edges.add(
          (int) (vertices * Math.pow(random.nextDouble(), 3)),
          (int) (vertices * Math.pow(random.nextDouble(), 3)));
    }
    return edges;
  }

  @Test
  void aSkewedGraphFitsHalfAQuarterAndAnEighthOfWhatItNeeds() throws Exception {
    try (CpuEngine engine = new CpuEngine(2);
        EdgeArray edges = skewed(20_000, 200_000)) {
      BigInteger expected = whole(engine, edges);
      var options = GridOptions.of(1 << 30, folder, Parallelism.available());
      GridPlan one = GridTriangles.plan(edges, options);
      assertThat(one.n()).isEqualTo(1);
      assertThat(one.readBytes()).isEqualTo(one.bytes(0));
      int before = 1;
      for (int share : new int[] {2, 4, 8}) {
        var tight = GridOptions.of(one.bytes(0) / share, folder, Parallelism.available());
        requireSame(edges, expected, tight, false);
        GridPlan plan = GridTriangles.plan(edges, tight);
        assertThat(plan.n()).isGreaterThan(before);
        before = plan.n();
        // By rank modulo n no part is much larger than another one.
        long largest = plan.arcs().stream().mapToLong(Long::longValue).max().orElse(0);
        assertThat(largest * plan.parts()).isLessThan(2 * edges.size());
      }
    }
  }

  @Test
  void whatCannotBeCutSaysSo() {
    try (EdgeArray edges = skewed(100, 1_000)) {
      assertThatThrownBy(
              () -> GridTriangles.plan(edges, GridOptions.of(16, folder, Parallelism.SEQUENTIAL)))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED));
      JobControl cancelled = JobControl.unbounded();
      cancelled.cancel("enough");
      assertThatThrownBy(
              () ->
                  GridTriangles.count(
                      edges, GridOptions.of(1 << 20, folder, Parallelism.SEQUENTIAL), cancelled))
          .isInstanceOf(StoppedException.class);
      Path nowhere = folder.resolve("nowhere");
      assertThatThrownBy(
              () ->
                  GridTriangles.count(
                      edges,
                      GridOptions.of(1 << 20, nowhere, Parallelism.SEQUENTIAL),
                      JobControl.unbounded()))
          .isInstanceOfSatisfying(
              ComputeException.class, e -> assertThat(e.getMessage()).contains(nowhere.toString()));
    }
    try (EdgeArray wide = EdgeArray.of(1, 1L << 40)) {
      assertThatThrownBy(
              () -> GridTriangles.plan(wide, GridOptions.of(16, folder, Parallelism.SEQUENTIAL)))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE));
    }
    assertThatThrownBy(() -> GridOptions.of(0, folder, Parallelism.SEQUENTIAL))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void pairsOfAFileAreReadAgainAndAgain() throws Exception {
    Path file = Files.createTempFile("pairs", ".bin");
    try (CpuEngine engine = new CpuEngine(2);
        EdgeArray edges = skewed(500, 5_000)) {
      ByteBuffer bytes = ByteBuffer.allocate(8 * 5_000).order(ByteOrder.LITTLE_ENDIAN);
      for (long i = 0; i < edges.size(); i++) {
        bytes.putInt((int) edges.from(i)).putInt((int) edges.to(i));
      }
      Files.write(file, bytes.array());
      try (PairFile pairs = PairFile.open(file)) {
        assertThat(pairs.size()).isEqualTo(5_000);
        GridOptions options = GridOptions.of(9_000, folder, new Parallelism(2));
        GridTriangles.Outcome found = GridTriangles.count(pairs, options, JobControl.unbounded());
        assertThat(found.triangles()).isEqualTo(whole(engine, edges));
        assertThat(found.plan().n()).isGreaterThan(1);
      }
      Files.write(file, new byte[12]);
      assertThatThrownBy(() -> PairFile.open(file).close())
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.FILE_TRUNCATED));
    } finally {
      Files.delete(file);
    }
    assertThatThrownBy(() -> PairFile.open(file).close())
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FILE_UNREADABLE));
  }

  @Test
  void noPairsHaveNoTriangle() {
    try (EdgeArray none = EdgeArray.narrow();
        Graph empty = GraphBuilder.build(none)) {
      assertThat(empty.edgeCount()).isZero();
      var options = GridOptions.of(1_000, folder, Parallelism.SEQUENTIAL);
      assertThat(GridTriangles.count(none, options, JobControl.unbounded()).triangles())
          .isEqualTo(BigInteger.ZERO);
    }
  }
}
