package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CoefficientArray;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.process.ProcessPolicies;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RandomGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine in another process answers as one in this process does. */
@Timeout(120)
final class SupervisedEngineTest {
  private static final EngineOptions TWO_THREADS = EngineOptions.DEFAULT.withThreads(2);
  private static final ProcessPolicy POLICY =
      ProcessPolicies.of(
          3,
          8,
          10,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          16,
          List.of("-Xmx256m", "-XX:+UseSerialGC"));

  private static SupervisedEngine engine;
  private static Engine here;

  @BeforeAll
  static void open() {
    engine = SupervisedEngine.open(EngineKind.CPU, POLICY, CpuEngineService.class, TWO_THREADS);
    here = new CpuEngine(2);
  }

  @AfterAll
  static void close() {
    engine.close();
    here.close();
  }

  private static List<Job> jobs() {
    return List.of(
        TriangleCount.total(),
        new TriangleCount(true, true, true, Optional.empty()),
        KCliqueCount.range(3, 6),
        KCliqueCount.all(),
        new MaximalCliques(2, true, 1_000),
        new CliqueListing(3, 1_000),
        MaximumClique.all(1_000),
        new MotifCensus(4),
        new CoreDecomposition(true),
        CoreDecomposition.count(),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0,0-2"), Induced.VERTEX),
        new PatternMatch(Pattern.parse("0-1,1-2"), Induced.EDGE, true, 10_000));
  }

  /** Everything that two outcomes of one job must share. */
  private record Result(Answer answer, List<List<Integer>> listed) {}

  private static Result run(Engine by, PreparedGraph graph, Job job) {
    List<List<Integer>> listed = new ArrayList<>();
    ListingSink sink =
        vertices -> {
          List<Integer> list = new ArrayList<>();
          for (int vertex : vertices) {
            list.add(vertex);
          }
          listed.add(list);
        };
    return new Result(by.run(graph, job, JobControl.unbounded(), sink).answer(), listed);
  }

  private static final RecursiveComparisonConfiguration BY_COUNTS =
      RecursiveComparisonConfiguration.builder()
          .withEqualsForType(SupervisedEngineTest::sameCounts, CountArray.class)
          .withEqualsForType(CoefficientArray::equals, CoefficientArray.class)
          .build();

  private static boolean sameCounts(CountArray first, CountArray second) {
    boolean same = first.size() == second.size();
    for (long i = 0; same && i < first.size(); i++) {
      same = first.get(i).equals(second.get(i));
    }
    return same;
  }

  @Test
  void everyJobIsAnsweredAsInThisProcess() {
    for (long seed = 0; seed < 10; seed++) {
      RandomGraph random = RandomGraph.of(seed, 20);
      try (var graph = PreparedGraph.of(random.build())) {
        for (Job job : jobs()) {
          assertThat(run(engine, graph, job))
              .as("%s on %s", job, random)
              .usingRecursiveComparison(BY_COUNTS)
              .isEqualTo(run(here, graph, job));
        }
      }
    }
  }

  @Test
  void aPatternWithLabelsOnceFoundAGraphWithoutThemInTheOtherProcess() {
    Pattern pattern = Pattern.parse("0-1,1-2,2-0").withLabels(0, 1, Pattern.ANY_LABEL);
    PatternMatch job = PatternMatch.count(pattern, Induced.EDGE);
    for (long seed = 0; seed < 10; seed++) {
      Graph built = RandomGraph.of(seed, 40).build();
      int[] labels = new Random(seed).ints(built.vertexCount(), 0, 2).toArray();
      try (var graph = PreparedGraph.of(built, VertexLabels.of(labels))) {
        assertThat(engine.run(graph, job).answer()).isEqualTo(here.run(graph, job).answer());
      }
    }
  }

  @Test
  void aStoppedJobEndsAsItDoesInThisProcess() {
    try (var graph = PreparedGraph.of(RandomGraph.of(3, 20).build())) {
      JobControl control = JobControl.unbounded();
      control.cancel("by the test");
      assertThatThrownBy(() -> engine.run(graph, TriangleCount.total(), control, ListingSink.NONE))
          .isInstanceOf(StoppedException.class);
    }
  }

  @Test
  void anEngineWithoutADeviceHoldsNoGraphOnOne() {
    try (var graph = PreparedGraph.of(RandomGraph.of(5, 20).build())) {
      run(engine, graph, TriangleCount.total());
      assertThat(engine.deviceGraphs()).isEmpty();
      assertThat(engine.device()).isEmpty();
    }
  }

  @Test
  void aGraphIsThereAgainAfterItsProcessWasKilled() {
    Graph built = RandomGraph.of(7, 20).build();
    try (var graph = PreparedGraph.of(built)) {
      Result before = run(engine, graph, TriangleCount.total());
      long pid = engine.pid();
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();

      Result after = run(engine, graph, TriangleCount.total());

      assertThat(after).isEqualTo(before);
      assertThat(engine.pid()).isNotEqualTo(pid);
    }
  }
}
