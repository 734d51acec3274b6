package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Motifs on the GPU by each of its methods, against brute force and the CPU engine. */
@Tag("gpu")
final class CudaMotifCensusTest {
  private static CudaEngine gpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  private static SortedMap<String, BigInteger> census(
      PreparedGraph graph, int size, Optional<MotifMethod> method) {
    return ((Answer.Motifs) gpu.run(graph, new MotifCensus(size, method)).answer()).counts();
  }

  @ParameterizedTest
  @EnumSource(MotifMethod.class)
  void motifsOfThreeToSixVerticesMatchBruteForce(MotifMethod method) {
    for (long seed = 0; seed < 120; seed++) {
      int size = 3 + (int) (seed % 4);
      RandomGraph random = RandomGraph.of(seed, 13);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        Map<Integer, Long> reference =
            new ReferencePatterns(SmallGraph.of(graph.graph())).motifs(size);
        SortedMap<String, BigInteger> expected = new TreeMap<>();
        for (MotifClass motif : MotifClass.ofSize(size)) {
          int code = ReferencePatterns.code(motif.pattern());
          expected.put(motif.name(), BigInteger.valueOf(reference.getOrDefault(code, 0L)));
        }
        assertThat(census(graph, size, Optional.of(method)))
            .as("%d-motifs by %s of %s", size, method, random)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void motifsOfSixVerticesAreTheSameInEveryWayAndOnTheHost() {
    try (CpuEngine cpu = new CpuEngine(2)) {
      for (long seed = 0; seed < 24; seed++) {
        RandomGraph random = RandomGraph.of(seed, 48);
        try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
          var expected = (Answer.Motifs) cpu.run(graph, new MotifCensus(6)).answer();
          for (var method :
              List.of(
                  Optional.<MotifMethod>empty(),
                  Optional.of(MotifMethod.FORMULAS),
                  Optional.of(MotifMethod.PLANS),
                  Optional.of(MotifMethod.SUBGRAPHS))) {
            assertThat(census(graph, 6, method))
                .as("%s of %s", method, random)
                .isEqualTo(expected.counts());
          }
        }
      }
    }
  }

  @Test
  void motifsOfFiveVerticesAreTheSameByFormulasByPlansAndOnTheHost() {
    try (CpuEngine cpu = new CpuEngine(2)) {
      for (long seed = 0; seed < 24; seed++) {
        RandomGraph random = RandomGraph.of(seed, 150);
        try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
          var expected = (Answer.Motifs) cpu.run(graph, new MotifCensus(5)).answer();
          for (var method :
              List.of(
                  Optional.<MotifMethod>empty(),
                  Optional.of(MotifMethod.FORMULAS),
                  Optional.of(MotifMethod.PLANS))) {
            assertThat(census(graph, 5, method))
                .as("%s of %s", method, random)
                .isEqualTo(expected.counts());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LargerGraphs.class)
  void formulasAgreeWithTheHostOnLargerGraphs(LargerGraphs larger) {
    try (CpuEngine cpu = new CpuEngine(2);
        PreparedGraph.Owned graph = PreparedGraph.of(larger.build(2))) {
      for (int size = 3; size <= 5; size++) {
        var census = new MotifCensus(size, Optional.of(MotifMethod.FORMULAS));
        JobOutcome outcome = gpu.run(graph, census);
        assertThat(outcome.answer()).isEqualTo(cpu.run(graph, census).answer());
        assertThat(outcome.plan()).containsEntry("method", "formulas");
      }
    }
  }

  @Test
  void fiveVerticesGoByFormulasAndFewerByPlans() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.GRID.build(2))) {
      assertThat(gpu.run(graph, new MotifCensus(4)).plan()).containsEntry("method", "plans");
      assertThat(gpu.run(graph, new MotifCensus(5)).plan()).containsEntry("method", "formulas");
    }
  }
}
