package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every choice of an enumeration changes its time alone: DuMato's versions and the engine's own.
 */
@Tag("gpu")
final class CudaEnumerationTuningTest {
  private static final long GRAPHS = 48;

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

  static Stream<Map<String, Long>> choices() {
    return Stream.of(
        Map.of("balance", 0L),
        Map.of("balance", 1L),
        Map.of("balance", 2L, "idle-percent", 10L, "donations", 2L),
        Map.of("balance", 3L, "idle-percent", 10L),
        Map.of("balance", 3L, "donations", 1L, "lists-only", 1L),
        Map.of("balance", 4L),
        Map.of("lists-only", 1L));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void patternsAreCountedAndListedAsByBruteForce(Map<String, Long> forced) {
    EnumerationTuning tuning = EnumerationTuning.of(forced);
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 13);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        List<Pattern> patterns = ConnectedPatterns.ofSize((int) (3 + seed % 4));
        Pattern pattern = patterns.get((int) (seed / 4 % patterns.size()));
        Induced induced = seed % 2 == 0 ? Induced.EDGE : Induced.VERTEX;
        BigInteger expected = BigInteger.valueOf(reference.matches(pattern, induced));
        JobOutcome counted = gpu.run(graph, PatternMatch.count(pattern, induced).with(tuning));
        assertThat(counted.answer())
            .as("%s %s in %s by %s", pattern, induced, random, forced)
            .isEqualTo(new Answer.Matches(expected, true));
        List<int[]> listed = new ArrayList<>();
        gpu.run(
            graph,
            new PatternMatch(pattern, induced, true, Long.MAX_VALUE).with(tuning),
            JobControl.unbounded(),
            listed::add);
        assertThat(listed)
            .as("%s %s listed in %s by %s", pattern, induced, random, forced)
            .hasSize(expected.intValueExact());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("choices")
  void motifsAreThoseOfTheEnginesOwnEnumeration(Map<String, Long> forced) {
    EnumerationTuning tuning = EnumerationTuning.of(forced);
    for (long seed = 0; seed < GRAPHS; seed++) {
      int size = 3 + (int) (seed % 4);
      RandomGraph random = RandomGraph.of(seed, 30);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        Answer expected = gpu.run(graph, new MotifCensus(size)).answer();
        for (MotifMethod method : MotifMethod.values()) {
          JobOutcome outcome = gpu.run(graph, new MotifCensus(size, Optional.of(method), tuning));
          assertThat(outcome.answer())
              .as("%d-motifs by %s of %s by %s", size, method, random, forced)
              .isEqualTo(expected);
          if (graph.graph().edgeCount() > 0 && forced.containsKey("balance")) {
            assertThat(outcome.plan())
                .containsEntry(
                    "forced-balance", EnumerationTuning.Choice.BALANCE.text(forced.get("balance")));
          }
        }
      }
    }
  }
}
