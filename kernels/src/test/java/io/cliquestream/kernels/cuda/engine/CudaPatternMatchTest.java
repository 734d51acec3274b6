package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.RealGraphs;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pattern matches and motifs of the GPU against brute force, the CPU engine and known counts. */
@Tag("gpu")
final class CudaPatternMatchTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000) / 20;

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

  private static BigInteger matches(PreparedGraph graph, Pattern pattern, Induced induced) {
    var answer = (Answer.Matches) gpu.run(graph, PatternMatch.count(pattern, induced)).answer();
    assertThat(answer.complete()).isTrue();
    return answer.matches();
  }

  @Test
  void everyConnectedPatternOfUpToSixVerticesIsCountedAsByBruteForce() {
    for (long seed = 0; seed < 24; seed++) {
      RandomGraph random = RandomGraph.of(seed, 11);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        for (int size = 2; size <= 6; size++) {
          List<Pattern> patterns = ConnectedPatterns.ofSize(size);
          for (int i = size == 6 ? (int) (seed % 8) : 0;
              i < patterns.size();
              i += size == 6 ? 8 : 1) {
            for (Induced induced : Induced.values()) {
              assertThat(matches(graph, patterns.get(i), induced))
                  .as("%s %s in %s", patterns.get(i), induced, random)
                  .isEqualTo(BigInteger.valueOf(reference.matches(patterns.get(i), induced)));
            }
          }
        }
      }
    }
  }

  @Test
  void motifsOfRandomGraphsAreTheCpusAnswer() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 40);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        MotifCensus job = new MotifCensus((int) (3 + seed % 3));
        assertThat(gpu.run(graph, job).answer())
            .as("%s of %s", job, random)
            .isEqualTo(cpu.run(graph, job).answer());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = LargerGraphs.class,
      names = {"SKEWED", "GRID", "WHEEL"})
  void motifsOfLargerGraphsAreTheCpusAnswer(LargerGraphs family) {
    try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(4))) {
      for (int size = 3; size <= 4; size++) {
        assertThat(gpu.run(graph, new MotifCensus(size)).answer())
            .as("%d-motifs of %s", size, family)
            .isEqualTo(cpu.run(graph, new MotifCensus(size)).answer());
      }
    }
  }

  @Test
  void listedMatchesAreMatchesEachOnceAndAsManyAsCounted() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 14);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        List<Pattern> patterns = ConnectedPatterns.ofSize((int) (3 + seed % 3));
        Pattern pattern = patterns.get((int) (seed / 3 % patterns.size()));
        Induced induced = seed % 2 == 0 ? Induced.EDGE : Induced.VERTEX;
        long expected = reference.matches(pattern, induced);
        List<int[]> listed = new ArrayList<>();
        var answer =
            (Answer.Matches)
                gpu.run(
                        graph,
                        new PatternMatch(pattern, induced, true, Long.MAX_VALUE),
                        JobControl.unbounded(),
                        listed::add)
                    .answer();
        assertThat(answer)
            .as("%s %s in %s", pattern, induced, random)
            .isEqualTo(new Answer.Matches(BigInteger.valueOf(expected), true));
        assertThat(listed)
            .as("%s %s in %s", pattern, induced, random)
            .hasSize((int) expected)
            .allMatch(match -> reference.isMatch(pattern, induced, match));
        TreeSet<String> distinct = new TreeSet<>();
        listed.forEach(match -> distinct.add(edges(pattern, match)));
        assertThat(distinct).as("%s %s in %s", pattern, induced, random).hasSize((int) expected);
      }
    }
  }

  @Test
  void listedCliquesAreTheCpusCliques() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 20);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var job = new CliqueListing((int) (2 + seed % 5), Long.MAX_VALUE);
        TreeSet<String> expected = new TreeSet<>();
        cpu.run(graph, job, JobControl.unbounded(), c -> expected.add(Arrays.toString(c)));
        TreeSet<String> listed = new TreeSet<>();
        var answer =
            gpu.run(graph, job, JobControl.unbounded(), c -> listed.add(Arrays.toString(c)))
                .answer();
        assertThat(answer)
            .as("%s in %s", job, random)
            .isEqualTo(new Answer.Listed(expected.size(), true));
        assertThat(listed).as("%s in %s", job, random).isEqualTo(expected);
      }
    }
  }

  private static String edges(Pattern pattern, int[] match) {
    List<String> edges = new ArrayList<>();
    for (int i = 0; i < match.length; i++) {
      for (int j = i + 1; j < match.length; j++) {
        if (pattern.hasEdge(i, j)) {
          int low = Math.min(match[i], match[j]);
          int high = Math.max(match[i], match[j]);
          edges.add(low + "-" + high);
        }
      }
    }
    edges.sort(null);
    return edges.toString();
  }

  @Test
  void aLimitEndsAListingAndSaysSo() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(3))) {
      Pattern wedge = Pattern.parse("0-1,0-2");
      List<int[]> listed = new ArrayList<>();
      var job = new PatternMatch(wedge, Induced.EDGE, true, 1_000);
      assertThat(gpu.run(graph, job, JobControl.unbounded(), listed::add).answer())
          .isEqualTo(new Answer.Matches(BigInteger.valueOf(1_000), false));
      assertThat(listed).hasSize(1_000);
    }
  }

  @Test
  void aSinkThatStopsTheJobStopsTheListing() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(3))) {
      JobControl control = JobControl.unbounded();
      var job = new PatternMatch(Pattern.parse("0-1,1-2,2-3"), Induced.EDGE, true, Long.MAX_VALUE);
      List<int[]> listed = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  gpu.run(
                      graph,
                      job,
                      control,
                      match -> {
                        listed.add(match);
                        if (listed.size() == 100) {
                          control.cancel("enough");
                        }
                      }))
          .isInstanceOf(StoppedException.class);
      assertThat(listed).hasSize(100);
    }
  }

  @Test
  void knownCountsOfRealGraphsAreMatched() throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    try (PreparedGraph.Owned graph =
        PreparedGraph.of(RealGraphs.read(folder.get(), "ca-AstroPh"))) {
      Map<Motif, String> known =
          Map.of(
              Motif.DIAMOND, "72355715",
              Motif.CYCLE_4, "44916549",
              Motif.HOUSE, "7393489380",
              Motif.CYCLE_5, "2005678732");
      known.forEach(
          (motif, count) ->
              assertThat(matches(graph, motif.pattern(), Induced.EDGE))
                  .as(motif.label())
                  .isEqualTo(new BigInteger(count)));
      var census = (Answer.Motifs) gpu.run(graph, new MotifCensus(4)).answer();
      assertThat(census.counts())
          .containsEntry("3-star", new BigInteger("299164428"))
          .containsEntry("4-path", new BigInteger("420440446"))
          .containsEntry("tailed-triangle", new BigInteger("178445014"))
          .containsEntry("4-cycle", new BigInteger("1302079"))
          .containsEntry("diamond", new BigInteger("14873225"))
          .containsEntry("4-clique", new BigInteger("9580415"));
      assertThat(gpu.run(graph, new MotifCensus(4)).engine()).isEqualTo(EngineKind.CUDA);
    }
  }

  @Test
  void aPlanIsShownWithTheAnswer() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.GRID.build(1))) {
      var outcome = gpu.run(graph, PatternMatch.count(Motif.HOUSE.pattern(), Induced.EDGE));
      assertThat(outcome.plan().get("plan"))
          .startsWith("match " + Motif.HOUSE.pattern())
          .contains("v0 = pattern vertex", "add ");
    }
  }
}
