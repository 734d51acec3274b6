package io.cliquestream.kernels.cuda.engine;

import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.count;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole matrix of Almasri et al. (2022): orientation and pivoting × vertex and edge × bits and
 * lists × groups of 1 to 32 threads × degree and degeneracy order.
 */
@Tag("gpu")
final class CudaPaperCliquesTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);

  /** Configurations that each small graph is counted by; all of them take turns. */
  private static final int AT_ONCE = 6;

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

  private record Configuration(KCliqueMethod method, Ordering ordering, Map<String, Long> tuning) {
    static List<Configuration> all(long sampled, long slices) {
      List<Configuration> all = new ArrayList<>();
      for (long group = 1; group <= 32; group *= 2) {
        for (long edges = 0; edges < 2; edges++) {
          for (long binary = 0; binary < 2; binary++) {
            var tuning = new TreeMap<String, Long>();
            tuning.put("edges", edges);
            tuning.put("binary", binary);
            tuning.put("group", group);
            tuning.put("sampled-roots", sampled);
            tuning.put("slices", slices);
            for (KCliqueMethod method : KCliqueMethod.values()) {
              for (Ordering ordering : Ordering.values()) {
                all.add(new Configuration(method, ordering, tuning));
              }
            }
          }
        }
      }
      return all;
    }

    KCliqueCount job(int least, int most) {
      return new KCliqueCount(
          least, most, Optional.of(method), Optional.of(ordering), KCliqueTuning.of(tuning));
    }
  }

  @Test
  void everyConfigurationCountsSmallGraphsAsBruteForceDoes() {
    List<Configuration> whole = Configuration.all(0, 1);
    List<Configuration> sliced = Configuration.all(0, 3);
    int next = 0;
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 26);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var reference = new ReferenceCliques(SmallGraph.of(graph.graph()));
        SortedMap<Integer, BigInteger> expected = new TreeMap<>();
        int last = reference.cliqueNumber() + 1;
        for (int k = 1; k <= last; k++) {
          expected.put(k, BigInteger.valueOf(reference.count(k)));
        }
        for (int i = 0; i < AT_ONCE; i++, next++) {
          var configuration = (seed % 2 == 0 ? whole : sliced).get(next % whole.size());
          assertThat(count(gpu, graph, configuration.job(1, last)))
              .as("%s of %s", configuration, random)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void everyConfigurationCountsALargerGraphAsTheCpuDoes() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(3))) {
      for (int k : new int[] {4, 6}) {
        var expected = count(cpu, graph, KCliqueCount.of(k));
        for (Configuration configuration : Configuration.all(0, 2)) {
          assertThat(count(gpu, graph, configuration.job(k, k)))
              .as("%s, k %d, SKEWED seed 3", configuration, k)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void whatIsNotForcedIsSampledAndTheMemoryFormulaStandsInThePlan() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(5))) {
      var expected = count(cpu, graph, KCliqueCount.of(5));
      var job =
          new KCliqueCount(
              5, 5, Optional.empty(), Optional.empty(), KCliqueTuning.of(Map.of("paper", 1L)));
      JobOutcome outcome = gpu.run(graph, job);

      assertThat(((Answer.KCliques) outcome.answer()).counts()).isEqualTo(expected);
      assertThat(outcome.plan().get("kernel")).startsWith("paper ");
      assertThat(outcome.plan()).containsKeys("memory-formula", "device-bytes");
      assertThat(Long.parseLong(outcome.plan().get("memory-formula-bytes")))
          .isPositive()
          .isLessThanOrEqualTo(Long.parseLong(outcome.plan().get("device-bytes")));
    }
  }
}
