package io.cliquestream.kernels.cpu.maxclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.cover.SparseGraphs;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Maximum cliques of dense graphs by every search that the CPU engine has. */
class DenseCliqueTest {
  private static CpuScheduler threads;

  @BeforeAll
  static void start() {
    threads = new CpuScheduler(3, SchedulePolicy.DEFAULT.withSlices(1_000, 64));
  }

  @AfterAll
  static void stop() {
    threads.close();
  }

  private static Stream<Optional<CliqueSearch>> searches() {
    return Stream.concat(
        Stream.of(Optional.<CliqueSearch>empty()),
        Stream.of(CliqueSearch.values())
            .filter(search -> search != CliqueSearch.BREADTH_FIRST)
            .map(Optional::of));
  }

  private static CpuJobRun run(Graph graph, JobControl control) {
    return new CpuJobRun(PreparedGraph.of(graph), control, ListingSink.NONE, threads);
  }

  private static Answer.Maximum solve(Graph graph, boolean all, Optional<CliqueSearch> search) {
    MaximumClique job = new MaximumClique(all, 3, Optional.empty(), search, BreadthFirst.DEFAULT);
    return (Answer.Maximum) CpuAlgorithms.run(job, run(graph, JobControl.unbounded()));
  }

  private static void require(
      String about, Graph graph, Optional<CliqueSearch> search, int size, BigInteger count) {
    Answer.Maximum one = solve(graph, false, search);
    assertThat(one.cliqueNumber()).as(about).isEqualTo(size);
    assertThat(one.upperBound()).as(about).isEqualTo(size);
    requireClique(about, graph, one.cliques().getFirst(), size);
    Answer.Maximum all = solve(graph, true, search);
    assertThat(all.cliqueNumber()).as(about).isEqualTo(size);
    assertThat(all.count()).as(about).contains(count);
    for (int[] clique : all.cliques()) {
      requireClique(about, graph, clique, size);
    }
    assertThat(all.cliques())
        .as(about)
        .usingRecursiveComparison()
        .isEqualTo(solve(graph, true, Optional.of(CliqueSearch.DEPTH_FIRST)).cliques());
  }

  private static void requireClique(String about, Graph graph, int[] clique, int size) {
    assertThat(clique).as(about).hasSize(size).isSorted().doesNotHaveDuplicates();
    for (int u : clique) {
      for (int v : clique) {
        assertThat(u == v || graph.hasEdge(u, v)).as(about).isTrue();
      }
    }
  }

  /** Size and number of the largest cliques, by trying everything; at most 31 vertices. */
  private static long[] bruteForce(Graph graph) {
    int n = graph.vertexCount();
    int[] missing = new int[n];
    for (int v = 0; v < n; v++) {
      missing[v] = (1 << n) - 1 & ~(1 << v);
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        missing[v] &= ~(1 << graph.neighbor(i));
      }
    }
    return bruteForce(missing, (1 << n) - 1);
  }

  private static long[] bruteForce(int[] missing, int left) {
    if (left == 0) {
      return new long[] {0, 1};
    }
    int v = Integer.numberOfTrailingZeros(left);
    int without = left & ~(1 << v);
    long[] with = bruteForce(missing, without & ~missing[v]);
    with[0]++;
    if ((without & missing[v]) == 0) {
      return with;
    }
    long[] other = bruteForce(missing, without);
    if (other[0] == with[0]) {
      with[1] += other[1];
      return with;
    }
    return other[0] > with[0] ? other : with;
  }

  @ParameterizedTest
  @MethodSource("searches")
  void agreesWithBruteForceOnDenseRandomGraphs(Optional<CliqueSearch> search) {
    for (long seed = 0; seed < 1_500; seed++) {
      Random random = new Random(seed);
      int n = 2 + random.nextInt(24);
      try (Graph graph = RandomGraphs.uniform(random, n, 0.7 + random.nextInt(30) * 0.01)) {
        long[] expected = bruteForce(graph);
        require("seed " + seed, graph, search, (int) expected[0], BigInteger.valueOf(expected[1]));
      }
    }
  }

  /** A matching's complement is a cocktail party graph, and so on. */
  @ParameterizedTest
  @EnumSource(value = SparseGraphs.Family.class, mode = EnumSource.Mode.EXCLUDE, names = "STAR")
  void complementsOfSparseFamiliesAreCoveredByTheirDensity(SparseGraphs.Family family) {
    for (int n : new int[] {6, 20, 100, 201, 350}) {
      try (Graph graph = RandomGraphs.where(n, (a, b) -> !family.edge().test(a, b))) {
        for (CliqueSearch search : CliqueSearch.values()) {
          if (search == CliqueSearch.BREADTH_FIRST) {
            continue;
          }
          Answer.Maximum found = solve(graph, false, Optional.of(search));
          String about = family + " of " + n + ", " + search;
          assertThat(found.cliqueNumber()).as(about).isEqualTo(family.independenceNumber(n));
          requireClique(about, graph, found.cliques().getFirst(), found.cliqueNumber());
        }
        Answer.Maximum chosen = solve(graph, false, Optional.empty());
        assertThat(chosen.cliqueNumber()).as("%s", family).isEqualTo(family.independenceNumber(n));
      }
    }
  }

  @Test
  void thePlannerTakesTheCoverWhereTheComplementIsSparseAndThePlanSaysSo() {
    Random random = new Random(11);
    try (Graph graph = RandomGraphs.uniform(random, 400, 1 - 3.0 / 400)) {
      CpuJobRun chosen = run(graph, JobControl.unbounded());
      Answer.Maximum found = (Answer.Maximum) CpuAlgorithms.run(MaximumClique.one(), chosen);
      assertThat(chosen.plan()).containsEntry("search", "vertex-cover");
      assertThat(chosen.plan()).containsEntry("vertex-covers", "1");
      requireClique("chosen", graph, found.cliques().getFirst(), found.cliqueNumber());
    }
    try (Graph graph = RandomGraphs.uniform(random, 120, 0.8)) {
      CpuJobRun chosen = run(graph, JobControl.unbounded());
      int size = ((Answer.Maximum) CpuAlgorithms.run(MaximumClique.one(), chosen)).cliqueNumber();
      assertThat(chosen.plan()).containsEntry("search", "depth-first");
      assertThat(solve(graph, false, Optional.of(CliqueSearch.VERTEX_COVER)).cliqueNumber())
          .isEqualTo(size);
    }
  }

  @Test
  void thePlannerGoesByOrbitsWhereTheGraphIsSymmetric() {
    int points = 20;
    int[] pairs = new int[points * (points - 1) / 2];
    int count = 0;
    for (int i = 0; i < points; i++) {
      for (int j = 0; j < i; j++) {
        pairs[count++] = 1 << i | 1 << j;
      }
    }
    try (Graph graph = RandomGraphs.where(pairs.length, (a, b) -> (pairs[a] & pairs[b]) == 0)) {
      CpuJobRun chosen = run(graph, JobControl.unbounded());
      Answer.Maximum found = (Answer.Maximum) CpuAlgorithms.run(MaximumClique.one(), chosen);
      assertThat(found.cliqueNumber()).isEqualTo(points / 2);
      assertThat(chosen.plan()).containsEntry("search", "symmetry");
      CpuJobRun counted = run(graph, JobControl.unbounded());
      Answer.Maximum all = (Answer.Maximum) CpuAlgorithms.run(MaximumClique.all(100), counted);
      assertThat(all.count()).contains(BigInteger.valueOf(654_729_075));
      assertThat(all.cliques()).hasSize(100);
      assertThat(counted.plan()).containsEntry("count", "symmetry");
    }
  }

  /** Each cycle of five has five pairs, and is adjacent to all of the others. */
  @Test
  void thePlannerCountsByCoversWhereTheComplementIsSparse() {
    try (Graph graph =
        RandomGraphs.where(
            200, (a, b) -> a / 5 != b / 5 || (b - a != 1 && !(a % 5 == 0 && b % 5 == 4)))) {
      CpuJobRun counted = run(graph, JobControl.unbounded());
      Answer.Maximum all = (Answer.Maximum) CpuAlgorithms.run(MaximumClique.all(7), counted);
      assertThat(counted.plan()).containsEntry("count", "vertex-cover");
      assertThat(all.cliqueNumber()).isEqualTo(80);
      assertThat(all.count()).contains(BigInteger.valueOf(5).pow(40));
      assertThat(all.cliques()).hasSize(7);
      for (int[] clique : all.cliques()) {
        requireClique("listed", graph, clique, 80);
      }
    }
  }

  /** Too much is left for a matrix of the whole: covers of neighbourhoods, or a refusal. */
  @Test
  void largeResidues() {
    int cliques = 250;
    Random random = new Random(12);
    try (Graph graph =
        RandomGraphs.where(
            cliques * 10, (a, b) -> a / 10 == b / 10 ? random.nextDouble() < 0.9 : b == a + 10)) {
      int expected = solve(graph, false, Optional.of(CliqueSearch.DEPTH_FIRST)).cliqueNumber();
      assertThat(solve(graph, false, Optional.of(CliqueSearch.VERTEX_COVER)).cliqueNumber())
          .isEqualTo(expected);
    }
    try (Graph graph = RandomGraphs.uniform(random, 2_500, 0.02)) {
      int expected = solve(graph, false, Optional.empty()).cliqueNumber();
      assertThat(solve(graph, false, Optional.of(CliqueSearch.VERTEX_COVER)).cliqueNumber())
          .isEqualTo(expected);
      assertThatThrownBy(() -> solve(graph, false, Optional.of(CliqueSearch.SYMMETRY)))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE));
    }
  }

  @Test
  void aDeadlineEndsTheCoverWithProvenBounds() {
    try (Graph graph = RandomGraphs.uniform(new Random(13), 400, 1 - 12.0 / 400)) {
      MaximumClique job =
          new MaximumClique(
              false,
              1,
              Optional.empty(),
              Optional.of(CliqueSearch.VERTEX_COVER),
              BreadthFirst.DEFAULT);
      JobControl control = JobControl.within(Duration.ofMillis(300));
      assertThatThrownBy(() -> CpuAlgorithms.run(job, run(graph, control)))
          .isInstanceOfSatisfying(
              StoppedException.class,
              stopped -> {
                Answer.Maximum partial = (Answer.Maximum) stopped.partial().orElseThrow();
                assertThat(partial.upperBound()).isGreaterThanOrEqualTo(partial.cliqueNumber());
                requireClique(
                    "partial", graph, partial.cliques().getFirst(), partial.cliqueNumber());
              });
    }
  }

  /** Colour bounds alone leave the last two open; their symmetries make them small. */
  @ParameterizedTest
  @CsvSource({
    "keller4, 11, 2304",
    "hamming8-4, 16, 480",
    "johnson32-2-4, 16, 191898783962510625",
    "keller5, 27, 53760"
  })
  void symmetricGraphsOfTheCollectionAreProvenAndCounted(String name, int size, long count) {
    assumeThat(RealGraphs.folder()).as("cliquestream.graphs is set").isPresent();
    try (Graph graph = RealGraphs.read(RealGraphs.folder().orElseThrow(), name)) {
      Answer.Maximum found = solve(graph, false, Optional.empty());
      assertThat(found.upperBound()).isEqualTo(size);
      requireClique(name, graph, found.cliques().getFirst(), size);
      Answer.Maximum all = solve(graph, true, Optional.empty());
      assertThat(all.count()).contains(BigInteger.valueOf(count));
      assertThat(all.cliques()).hasSize(3);
      for (int[] clique : all.cliques()) {
        requireClique(name, graph, clique, size);
      }
    }
  }
}
