package io.cliquestream.kernels.cpu.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Forecasts held against what the search looked at. */
class PlanForecastTest {
  private static final CpuScheduler SCHEDULER = new CpuScheduler(2);
  private static final int LABELS = 3;

  @AfterAll
  static void stop() {
    SCHEDULER.close();
  }

  private static CpuJobRun run(PreparedGraph graph, JobControl control) {
    return new CpuJobRun(graph, control, ListingSink.NONE, SCHEDULER);
  }

  private static double lookedAt(PreparedGraph graph, PatternMatch job) {
    CpuJobRun run = run(graph, JobControl.unbounded());
    var _ = CpuPatternMatch.runByPlan(job, run, MatchPolicy.DEFAULT);
    return Double.parseDouble(run.plan().get("elements"));
  }

  /** Some hubs, and a vertex without an edge. */
  private static PreparedGraph.Owned skewed(int vertices, long seed) {
    var random = new SplittableRandom(seed);
    int[] labels = new int[vertices];
    Arrays.setAll(labels, _ -> random.nextInt(LABELS));
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int i = 0; i < 6 * vertices; i++) {
        int hub = (int) (Math.pow(random.nextDouble(), 3) * (vertices - 1));
        int other = random.nextInt(vertices - 1);
        if (hub != other) {
          edges.add(hub, other);
        }
      }
      edges.add(vertices - 2, 0);
      Graph graph = GraphBuilder.build(edges);
      return PreparedGraph.of(graph, VertexLabels.of(Arrays.copyOf(labels, graph.vertexCount())));
    }
  }

  private static Pattern labelled(Pattern pattern, SplittableRandom random) {
    int[] wanted = new int[pattern.vertexCount()];
    Arrays.setAll(wanted, _ -> random.nextInt(LABELS + 1) - 1);
    return pattern.withLabels(wanted);
  }

  @Test
  void forecastsOfEveryPatternAreRightInTheMean() {
    double sum = 0;
    int cases = 0;
    var random = new SplittableRandom(7);
    for (long seed = 0; seed < 2; seed++) {
      try (var graph = skewed(60, seed)) {
        for (int size : new int[] {3, 4, 5}) {
          for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
            for (Pattern wanted : List.of(pattern, labelled(pattern, random))) {
              var job = PatternMatch.count(wanted, cases % 2 == 0 ? Induced.EDGE : Induced.VERTEX);
              double looked = lookedAt(graph, job);
              double predicted =
                  CpuPatternMatch.forecast(job, run(graph, JobControl.unbounded())).elements();
              assertThat(predicted / looked)
                  .as("%s, %s on seed %d", wanted, job.induced(), seed)
                  .isCloseTo(1, within(0.15));
              sum += predicted / looked;
              cases++;
            }
          }
        }
      }
    }
    assertThat(cases).isGreaterThan(100);
    assertThat(sum / cases).isCloseTo(1, within(0.01));
  }

  @Test
  void averagesKnewNothingOfLabels() {
    try (var graph = skewed(2_000, 1)) {
      Pattern path = Pattern.parse("0-1,1-2,2-3,3-4,4-5");
      double free = predicted(graph, path);
      double bound = predicted(graph, path.withLabels(0, 1, 2, 0, 1, 2));
      assertThat(bound).isLessThan(free / 10);
    }
  }

  private static double predicted(PreparedGraph graph, Pattern pattern) {
    var job = PatternMatch.count(pattern, Induced.EDGE);
    return CpuPatternMatch.forecast(job, run(graph, JobControl.unbounded())).elements();
  }

  @Test
  void theMatchesOfAListingAreForeseen() {
    try (var graph = skewed(300, 4)) {
      for (String text : new String[] {"0-1,1-2,2-0", "0-1,1-2,2-3", "0-1,1-2,2-0,2-3"}) {
        Pattern pattern = Pattern.parse(text);
        var listing = new PatternMatch(pattern, Induced.EDGE, true, Long.MAX_VALUE);
        double matches =
            CpuPatternMatch.runByPlan(
                    PatternMatch.count(pattern, Induced.EDGE),
                    run(graph, JobControl.unbounded()),
                    MatchPolicy.DEFAULT)
                .matches()
                .doubleValue();
        assertThat(CpuPatternMatch.forecast(listing, run(graph, JobControl.unbounded())).bindings())
            .as(text)
            .isCloseTo(matches, within(0.05 * matches));
      }
    }
  }

  @Test
  void aForecastIsTheSameEveryTime() {
    try (var graph = skewed(500, 2)) {
      Pattern house = Pattern.parse("0-1,1-2,2-3,3-0,2-4,3-4,4-5");
      assertThat(predicted(graph, house)).isPositive().isEqualTo(predicted(graph, house));
    }
  }

  @Test
  void aGraphWithoutEdgesIsLookedAtOnceAVertex() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      edges.add(0, 1);
      try (var graph = PreparedGraph.of(GraphBuilder.build(edges), VertexLabels.of(0, 0))) {
        var job = PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-4,4-5"), Induced.EDGE);
        assertThat(CpuPatternMatch.forecast(job, run(graph, JobControl.unbounded())).elements())
            .isCloseTo(lookedAt(graph, job), within(1.0));
      }
    }
  }

  @Test
  void aForecastHearsAStop() {
    try (var graph = skewed(500, 3)) {
      var job = PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-4,4-5"), Induced.EDGE);
      JobControl control = JobControl.unbounded();
      control.cancel("enough");
      assertThatThrownBy(() -> CpuPatternMatch.forecast(job, run(graph, control)))
          .isInstanceOf(StoppedException.class);
    }
  }
}
