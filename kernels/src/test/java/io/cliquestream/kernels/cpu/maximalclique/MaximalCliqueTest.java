package io.cliquestream.kernels.cpu.maximalclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.maxclique.BruteForce;
import io.cliquestream.kernels.cpu.maxclique.RandomGraphs;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaximalCliqueTest {
  private static CpuScheduler one;
  private static CpuScheduler several;

  @BeforeAll
  static void start() {
    one = new CpuScheduler(1);
    several = new CpuScheduler(3, SchedulePolicy.DEFAULT.withSlices(1_000, 64));
  }

  @AfterAll
  static void stop() {
    one.close();
    several.close();
  }

  private static CpuJobRun run(
      PreparedGraph graph, JobControl control, ListingSink sink, CpuScheduler scheduler) {
    return new CpuJobRun(graph, control, sink, scheduler);
  }

  private static Answer.Maximal enumerate(
      PreparedGraph graph, MaximalCliques job, ListingSink sink, CpuScheduler scheduler) {
    return (Answer.Maximal)
        CpuAlgorithms.run(job, run(graph, JobControl.unbounded(), sink, scheduler));
  }

  private static SortedMap<Integer, BigInteger> bySize(List<int[]> cliques) {
    SortedMap<Integer, BigInteger> sizes = new TreeMap<>();
    cliques.forEach(clique -> sizes.merge(clique.length, BigInteger.ONE, BigInteger::add));
    return sizes;
  }

  private static void compare(Graph graph, long seed, CpuScheduler scheduler) {
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
      int minimum = 1 + (int) (seed % 5);
      List<int[]> expected =
          BruteForce.maximalCliques(graph).stream().filter(c -> c.length >= minimum).toList();
      List<int[]> listed = new ArrayList<>();
      Answer.Maximal counted =
          enumerate(prepared, new MaximalCliques(minimum, false, 1), ListingSink.NONE, scheduler);
      Answer.Maximal all =
          enumerate(
              prepared, new MaximalCliques(minimum, true, Long.MAX_VALUE), listed::add, scheduler);
      assertThat(counted.bySize()).as("seed %d", seed).isEqualTo(bySize(expected));
      assertThat(counted.count())
          .as("seed %d", seed)
          .isEqualTo(BigInteger.valueOf(expected.size()));
      assertThat(all).as("seed %d", seed).isEqualTo(counted);
      List<int[]> sorted = new ArrayList<>(listed);
      sorted.sort(Arrays::compare);
      assertThat(sorted.toArray(int[][]::new))
          .as("seed %d", seed)
          .isDeepEqualTo(expected.toArray(int[][]::new));

      long limit = 1 + seed % 7;
      List<int[]> few = new ArrayList<>();
      Answer.Maximal limited =
          enumerate(
              prepared,
              new MaximalCliques(minimum, true, limit),
              few::add,
              scheduler == one ? several : one);
      assertThat(limited).as("seed %d", seed).isEqualTo(counted);
      assertThat(few.toArray(int[][]::new))
          .as("seed %d", seed)
          .isDeepEqualTo(listed.stream().limit(limit).toArray(int[][]::new));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void agreesWithBruteForce(int quarter) {
    for (long seed = quarter * 750L; seed < (quarter + 1) * 750L; seed++) {
      compare(RandomGraphs.of(seed, 17), seed, seed % 2 == 0 ? one : several);
    }
  }

  @Test
  void agreesWithBruteForceOnLargerGraphs() {
    for (long seed = 0; seed < 60; seed++) {
      Graph graph = RandomGraphs.uniform(new Random(seed), 60, 0.2 + seed % 5 * 0.1);
      compare(graph, seed, seed % 2 == 0 ? one : several);
    }
  }

  /** Joins a hub part to a graph, so that its neighbourhoods have more than 64 candidates. */
  @Test
  void wideRowsAgreeWithTheCountOfTheSmallPart() {
    for (long seed = 0; seed < 60; seed++) {
      Graph small = RandomGraphs.of(seed, 17);
      int n = small.vertexCount();
      int added = 70 + (int) (seed % 80);
      // Every added vertex is adjacent to all but, when odd, its predecessor.
      Graph joined =
          RandomGraphs.where(
              n + added,
              (a, b) -> b < n ? small.hasEdge(a, b) : !(a == b - 1 && a >= n && (a - n) % 2 == 0));
      List<int[]> expected = BruteForce.maximalCliques(small);
      small.close();
      int pairs = added / 2;
      try (PreparedGraph.Owned prepared = PreparedGraph.of(joined)) {
        Answer.Maximal counted =
            enumerate(prepared, MaximalCliques.count(), ListingSink.NONE, several);
        assertThat(counted.count())
            .as("seed %d", seed)
            .isEqualTo(BigInteger.TWO.pow(pairs).multiply(BigInteger.valueOf(expected.size())));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 150", "3, 100", "5, 30", "7, 12"})
  void completeMultipartiteGraphsAreCountedByFormula(int part, int parts) {
    Graph graph = RandomGraphs.where(part * parts, (a, b) -> a / part != b / part);
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
      Answer.Maximal counted =
          enumerate(prepared, MaximalCliques.count(), ListingSink.NONE, several);
      assertThat(counted.count()).isEqualTo(BigInteger.valueOf(part).pow(parts));
    }
  }

  @Test
  void sparseWideNeighbourhoodsAgreeBetweenListingAndCounting() {
    for (long seed = 0; seed < 6; seed++) {
      Graph graph = RandomGraphs.uniform(new Random(seed), 220, 0.3 + seed % 3 * 0.05);
      try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
        SortedMap<Integer, BigInteger> sizes = new TreeMap<>();
        Answer.Maximal listed =
            enumerate(
                prepared,
                new MaximalCliques(1, true, Long.MAX_VALUE),
                clique -> sizes.merge(clique.length, BigInteger.ONE, BigInteger::add),
                several);
        Answer.Maximal counted =
            enumerate(prepared, MaximalCliques.count(), ListingSink.NONE, several);
        Answer.Maximal alone = enumerate(prepared, MaximalCliques.count(), ListingSink.NONE, one);
        assertThat(listed.bySize()).as("seed %d", seed).isEqualTo(sizes);
        assertThat(counted).as("seed %d", seed).isEqualTo(listed);
        assertThat(alone).as("seed %d", seed).isEqualTo(listed);
        Answer.Maximum maximum =
            (Answer.Maximum)
                CpuAlgorithms.run(
                    MaximumClique.all(1),
                    run(prepared, JobControl.unbounded(), ListingSink.NONE, one));
        assertThat(sizes.lastKey()).isEqualTo(maximum.cliqueNumber());
        assertThat(maximum.count()).contains(sizes.get(sizes.lastKey()));
      }
    }
  }

  @Test
  void emptyGraphHasNoMaximalClique() {
    try (EdgeArray none = EdgeArray.narrow();
        PreparedGraph.Owned prepared = PreparedGraph.of(GraphBuilder.build(none))) {
      assertThat(
              enumerate(
                  prepared,
                  new MaximalCliques(1, true, 5),
                  clique -> assertThat(clique).isNull(),
                  one))
          .isEqualTo(new Answer.Maximal(BigInteger.ZERO, new TreeMap<>()));
    }
  }

  @Test
  void deadlineEndsAnEndlessEnumeration() {
    try (PreparedGraph.Owned prepared =
        PreparedGraph.of(RandomGraphs.uniform(new Random(3), 400, 0.8))) {
      for (boolean list : new boolean[] {false, true}) {
        assertThatThrownBy(
                () ->
                    CpuAlgorithms.run(
                        new MaximalCliques(1, list, Long.MAX_VALUE),
                        run(
                            prepared,
                            JobControl.within(Duration.ofMillis(300)),
                            ListingSink.NONE,
                            several)))
            .isInstanceOf(StoppedException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wiki-Vote", "ca-CondMat", "ca-AstroPh", "email-Enron"})
  void largestMaximalCliquesAreTheMaximumCliquesOfRealGraphs(String name) {
    assumeThat(RealGraphs.folder()).as("cliquestream.graphs is set").isPresent();
    Path folder = RealGraphs.folder().orElseThrow();
    try (PreparedGraph.Owned prepared = PreparedGraph.of(RealGraphs.read(folder, name))) {
      Answer.Maximal counted =
          enumerate(prepared, MaximalCliques.count(), ListingSink.NONE, several);
      Answer.Maximum maximum =
          (Answer.Maximum)
              CpuAlgorithms.run(
                  MaximumClique.all(1),
                  run(prepared, JobControl.unbounded(), ListingSink.NONE, several));
      assertThat(counted.bySize().lastKey()).isEqualTo(maximum.cliqueNumber());
      assertThat(maximum.count()).contains(counted.bySize().get(maximum.cliqueNumber()));
    }
  }
}
