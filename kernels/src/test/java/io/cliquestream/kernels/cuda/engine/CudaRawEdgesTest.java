package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RawArrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A GPU prepares edge arrays as they were read, and answers as from rows and as the host does. */
@Tag("gpu")
final class CudaRawEdgesTest {
  private static final long ARRAYS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);

  private static CudaEngine gpu;
  private static CpuEngine cpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open(EngineOptions.ONE_JOB);
    cpu = new CpuEngine(2);
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
      cpu.close();
    }
  }

  @Test
  void pairsAndRowsGiveTheSame() {
    for (long seed = 0; seed < ARRAYS; seed++) {
      assertThat(RawAgainstRows.difference(gpu, cpu, RawArrays.of(seed)))
          .as("seed %d", seed)
          .isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_500_000, 2_500_000, 4_100_001})
  void longArraysCrossPackedAsFarAsTheyAreSorted(int unsorted) {
    assertThat(RawAgainstRows.difference(gpu, cpu, RawArrays.sorted(unsorted, 4_100_001, unsorted)))
        .isNull();
  }

  @Test
  void idsUpToTheLastOf32BitsAreMarked() {
    assertThat(ids(RawArrays.sparse(1, 1_100_000, 0xFFFF_FFFFL, false))).isEqualTo("marked");
    assertThat(
            RawAgainstRows.difference(
                gpu, cpu, RawArrays.sparse(2, 1_100_000, 0xFFFF_FFFFL, false)))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 20, 1L << 32, (1L << 45) + 1, Long.MAX_VALUE, -1})
  void idsOf64BitsAreSorted(long lastId) {
    assertThat(ids(RawArrays.sparse(lastId, 300_000, lastId, true))).isEqualTo("sorted");
    assertThat(RawAgainstRows.difference(gpu, cpu, RawArrays.sparse(lastId, 300_000, lastId, true)))
        .isNull();
  }

  @Test
  void fewIdsFarApartAreTheHosts() {
    assertThat(ids(RawArrays.sparse(3, 100, 0xFFFF_FFFFL, false))).isNull();
  }

  /** What the plan of a count says of the ids; closes the array. */
  private static String ids(EdgeArray edges) {
    try (PreparedGraph.Owned raw =
        PreparedGraph.of(new RawEdges(edges), pairs -> GraphBuilder.build(pairs.edges()))) {
      return gpu.run(raw, TriangleCount.total()).plan().get("ids");
    }
  }

  @Test
  void memoryIsGivenBackWhenPairsAreClosed() {
    RawAgainstRows.difference(gpu, cpu, RawArrays.of(2));
    gpu.clearCache();
    assertThat(gpu.device().orElseThrow().cachedBytes()).isZero();
  }
}
