package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineKind;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** k-clique counts of the GPU against the CPU engine and the known counts of real graphs. */
@Tag("gpu")
final class CudaKCliqueCountTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);

  private static CudaEngine gpu;
  private static CpuEngine cpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
    cpu = new CpuEngine(2);
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
      cpu.close();
    }
  }

  private static SortedMap<Integer, BigInteger> count(
      Engine engine, PreparedGraph graph, KCliqueCount job) {
    return ((Answer.KCliques) engine.run(graph, job).answer()).counts();
  }

  private static List<KCliqueCount> jobs(long turn) {
    List<KCliqueCount> jobs = new ArrayList<>();
    jobs.add(KCliqueCount.all());
    int k = (int) (3 + turn % 6);
    for (KCliqueMethod method : KCliqueMethod.values()) {
      for (Ordering ordering : Ordering.values()) {
        jobs.add(new KCliqueCount(k, k, false, Optional.of(method), Optional.of(ordering)));
      }
    }
    jobs.add(KCliqueCount.range(1 + (int) (turn % 4), k + 1));
    jobs.add(
        new KCliqueCount(3, 6, false, Optional.of(KCliqueMethod.ORIENTATION), Optional.empty()));
    return jobs;
  }

  @Test
  void everyMethodOrderAndRangeOnSmallGraphsIsTheCpusAnswer() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 40);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        for (KCliqueCount job : jobs(seed / 15)) {
          assertThat(count(gpu, graph, job))
              .as("%s of %s", job, random)
              .isEqualTo(count(cpu, graph, job));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = LargerGraphs.class,
      names = {"SKEWED", "WIDE", "GRID", "WHEEL"})
  void everyMethodOnLargerGraphsIsTheCpusAnswer(LargerGraphs family) {
    try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(4))) {
      for (int k : new int[] {3, 4, 6}) {
        BigInteger expected = count(cpu, graph, KCliqueCount.of(k)).get(k);
        for (KCliqueMethod method : KCliqueMethod.values()) {
          var job = new KCliqueCount(k, k, false, Optional.of(method), Optional.empty());
          assertThat(count(gpu, graph, job)).as("%s of %s", job, family).containsEntry(k, expected);
        }
      }
      assertThat(count(gpu, graph, KCliqueCount.range(3, 8)))
          .as(family.toString())
          .isEqualTo(count(cpu, graph, KCliqueCount.range(3, 8)));
    }
  }

  @Test
  void knownCountsOfTheManifestAreMatched() throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    for (Map<String, String> row : RealGraphs.manifest(folder.get())) {
      String name = row.get("name");
      try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
        for (int k : new int[] {4, 5, 6}) {
          String known = row.getOrDefault("cliques" + k, "");
          if (known.matches("[0-9]{1,12}")) {
            assertThat(count(gpu, graph, KCliqueCount.of(k)))
                .as("%d-cliques of %s", k, name)
                .containsEntry(k, new BigInteger(known));
          }
        }
      }
    }
  }

  @Test
  void countsByVertexAreRefusedForThereAreNoKernels() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(1))) {
      assertThat(gpu.run(graph, KCliqueCount.of(4)).engine()).isEqualTo(EngineKind.CUDA);
      assertThatThrownBy(
              () ->
                  gpu.run(graph, new KCliqueCount(4, 4, true, Optional.empty(), Optional.empty())))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE));
    }
  }
}
