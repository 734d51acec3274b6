package io.cliquestream.kernels.cpu.maxclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaximumCliqueTest {
  private static final List<Optional<GreedyHeuristic>> HEURISTICS =
      Stream.concat(
              Stream.of(Optional.<GreedyHeuristic>empty()),
              Stream.of(GreedyHeuristic.values()).map(Optional::of))
          .toList();

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

  private static Answer.Maximum solve(Graph graph, MaximumClique job, CpuScheduler scheduler) {
    return solve(graph, job, scheduler, JobControl.unbounded());
  }

  private static Answer.Maximum solve(
      Graph graph, MaximumClique job, CpuScheduler scheduler, JobControl control) {
    CpuJobRun run = new CpuJobRun(PreparedGraph.of(graph), control, ListingSink.NONE, scheduler);
    return (Answer.Maximum) CpuAlgorithms.run(job, run);
  }

  private static void assertClique(Graph graph, int[] clique) {
    for (int i = 0; i < clique.length; i++) {
      for (int j = i + 1; j < clique.length; j++) {
        assertThat(clique[i]).isLessThan(clique[j]);
        assertThat(graph.hasEdge(clique[i], clique[j])).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void agreesWithBruteForceForEveryOption(int quarter) {
    for (long seed = quarter * 750L; seed < (quarter + 1) * 750L; seed++) {
      try (Graph graph = RandomGraphs.of(seed, 17)) {
        List<int[]> maximal = BruteForce.maximalCliques(graph);
        int size = maximal.stream().mapToInt(c -> c.length).max().orElse(0);
        List<int[]> maximum = maximal.stream().filter(c -> c.length == size).toList();
        CpuScheduler scheduler = seed % 2 == 0 ? one : several;
        Optional<GreedyHeuristic> heuristic =
            HEURISTICS.get((int) (seed / RandomGraphs.SHAPES % HEURISTICS.size()));
        Answer.Maximum found = solve(graph, new MaximumClique(false, 1, heuristic), scheduler);
        assertThat(found.cliqueNumber()).as("seed %d", seed).isEqualTo(size);
        assertThat(found.upperBound()).as("seed %d", seed).isEqualTo(size);
        assertThat(found.count()).isEmpty();
        assertThat(found.cliques()).hasSize(1);
        assertThat(found.cliques().get(0)).as("seed %d", seed).hasSize(size);
        assertClique(graph, found.cliques().get(0));

        int limit = 1 + (int) (seed % 5);
        Answer.Maximum all = solve(graph, new MaximumClique(true, limit, heuristic), scheduler);
        assertThat(all.cliqueNumber()).as("seed %d", seed).isEqualTo(size);
        assertThat(all.count()).as("seed %d", seed).contains(BigInteger.valueOf(maximum.size()));
        assertThat(all.cliques().toArray(int[][]::new))
            .as("seed %d", seed)
            .isDeepEqualTo(maximum.stream().limit(limit).toArray(int[][]::new));
      }
    }
  }

  @Test
  void agreesWithBruteForceOnLargerGraphs() {
    for (long seed = 0; seed < 120; seed++) {
      try (Graph graph = RandomGraphs.uniform(new Random(seed), 60, 0.3 + seed % 4 * 0.1)) {
        List<int[]> maximal = BruteForce.maximalCliques(graph);
        int size = maximal.stream().mapToInt(c -> c.length).max().orElse(0);
        List<int[]> maximum = maximal.stream().filter(c -> c.length == size).toList();
        assertThat(solve(graph, MaximumClique.one(), several).cliqueNumber()).isEqualTo(size);
        Answer.Maximum all = solve(graph, MaximumClique.all(Integer.MAX_VALUE), several);
        assertThat(all.cliques().toArray(int[][]::new))
            .as("seed %d", seed)
            .isDeepEqualTo(maximum.toArray(int[][]::new));
        assertThat(all.count()).contains(BigInteger.valueOf(maximum.size()));
      }
    }
  }

  @Test
  void emptyGraphHasNoClique() {
    try (EdgeArray none = EdgeArray.narrow();
        Graph graph = GraphBuilder.build(none)) {
      assertThat(solve(graph, MaximumClique.one(), one))
          .isEqualTo(new Answer.Maximum(0, 0, Optional.empty(), List.of()));
      assertThat(solve(graph, MaximumClique.all(5), one))
          .isEqualTo(new Answer.Maximum(0, 0, Optional.of(BigInteger.ZERO), List.of()));
    }
  }

  @Test
  void cocktailPartyGraphIsCountedByFormula() {
    try (Graph graph = RandomGraphs.multipartite(400, v -> v / 2, true)) {
      Answer.Maximum all = solve(graph, MaximumClique.all(3), several);
      assertThat(all.cliqueNumber()).isEqualTo(200);
      assertThat(all.count()).contains(BigInteger.TWO.pow(200));
      assertThat(all.cliques()).hasSize(3);
      for (int i = 0; i < 200; i++) {
        assertThat(all.cliques().get(0)[i]).isEqualTo(2 * i);
        assertThat(all.cliques().get(1)[i]).isEqualTo(i == 199 ? 399 : 2 * i);
        assertThat(all.cliques().get(2)[i]).isEqualTo(i == 198 ? 397 : 2 * i);
      }
    }
  }

  @Test
  void moonMoserGraphHasThreeToTheThirdCliques() {
    try (Graph graph = RandomGraphs.multipartite(300, v -> v / 3, true)) {
      Answer.Maximum all = solve(graph, MaximumClique.all(1), one);
      assertThat(all.cliqueNumber()).isEqualTo(100);
      assertThat(all.count()).contains(BigInteger.valueOf(3).pow(100));
    }
  }

  @Test
  void deadlineEndsAHardSearchWithProvenBounds() {
    try (Graph graph = RandomGraphs.uniform(new Random(7), 500, 0.9)) {
      for (MaximumClique job : List.of(MaximumClique.one(), MaximumClique.all(10))) {
        JobControl control = JobControl.within(Duration.ofMillis(700));
        assertThatThrownBy(() -> solve(graph, job, several, control))
            .isInstanceOfSatisfying(
                StoppedException.class,
                stopped -> {
                  assertThat(stopped.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
                  Answer.Maximum partial = (Answer.Maximum) stopped.partial().orElseThrow();
                  assertThat(partial.cliqueNumber()).isGreaterThan(30);
                  assertThat(partial.upperBound()).isBetween(partial.cliqueNumber(), 499);
                  assertThat(partial.cliques()).hasSize(1);
                  assertThat(partial.cliques().get(0)).hasSize(partial.cliqueNumber());
                  assertClique(graph, partial.cliques().get(0));
                  CliqueBounds told = control.progress().bounds().orElseThrow();
                  assertThat(told.lower()).isEqualTo(partial.cliqueNumber());
                  assertThat(told.upper()).isEqualTo(partial.upperBound());
                  assertThat(told.candidates()).isPositive();
                });
      }
    }
  }

  @Test
  void progressEndsWithTheCliqueNumberAndNoCandidates() {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      try (Graph graph = RandomGraphs.uniform(random, 2 + random.nextInt(60), 0.5)) {
        JobControl control = JobControl.unbounded();
        MaximumClique job = seed % 2 == 0 ? MaximumClique.one() : MaximumClique.all(1);
        int size = solve(graph, job, several, control).cliqueNumber();
        assertThat(control.progress().bounds())
            .as("seed %d", seed)
            .contains(new CliqueBounds(size, size, 0));
      }
    }
  }

  @Test
  void cancelEndsAHardSearch() {
    try (Graph graph = RandomGraphs.uniform(new Random(8), 500, 0.9)) {
      JobControl control = JobControl.unbounded();
      Thread canceller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (control.progress().workPerSecond() == 0) {
                      Thread.onSpinWait();
                    }
                    control.cancel("enough");
                  });
      assertThatThrownBy(() -> solve(graph, MaximumClique.one(), one, control))
          .isInstanceOfSatisfying(
              StoppedException.class,
              stopped -> {
                assertThat(stopped.code()).isEqualTo(FailureCode.CANCELLED);
                assertThat(stopped.partial()).isPresent();
              });
      assertThat(canceller.isDaemon()).isFalse();
    }
  }

  @Test
  void stoppedBeforeItBeginsStillHasBounds() {
    try (Graph graph = RandomGraphs.uniform(new Random(9), 50, 0.5)) {
      JobControl control = JobControl.unbounded();
      control.cancel("at once");
      assertThatThrownBy(() -> solve(graph, MaximumClique.one(), one, control))
          .isInstanceOf(StoppedException.class);
    }
  }

  private static final Pattern TAB = Pattern.compile("\t");

  private static final Set<String> TOO_LONG_FOR_A_TEST =
      Set.of("p_hat700-3", "C500.9", "C250.9", "brock400_4", "sanr400_0.7");

  @TestFactory
  List<DynamicTest> knownCliqueNumbersOfRealGraphs() throws IOException {
    assumeThat(RealGraphs.folder()).as("cliquestream.graphs is set").isPresent();
    Path folder = RealGraphs.folder().orElseThrow();
    return Files.readAllLines(folder.resolve("MANIFEST.tsv")).stream()
        .skip(1)
        .map(TAB::splitAsStream)
        .map(Stream::toList)
        .filter(fields -> !TOO_LONG_FOR_A_TEST.contains(fields.get(0)))
        .map(fields -> DynamicTest.dynamicTest(fields.get(0), () -> known(folder, fields)))
        .toList();
  }

  private static void known(Path folder, List<String> fields) {
    String number = fields.get(10);
    int size = Integer.parseInt(number.substring(0, number.indexOf(' ')));
    try (Graph graph = RealGraphs.read(folder, fields.get(0))) {
      Answer.Maximum found = solve(graph, MaximumClique.one(), several);
      assertThat(found.cliqueNumber()).isEqualTo(size);
      assertThat(found.upperBound()).isEqualTo(size);
      assertClique(graph, found.cliques().get(0));
    }
  }
}
