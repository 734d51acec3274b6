package io.cliquestream.kernels.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Every kind of job has a time on the host, and on a GPU where records are, or a reason. */
final class JobEstimateTest {
  private static final PatternMatch HOUSE =
      PatternMatch.count(NamedPatterns.parse("house"), Induced.EDGE);

  static final List<Job> JOBS =
      List.of(
          TriangleCount.total(),
          KCliqueCount.of(3),
          KCliqueCount.of(6),
          KCliqueCount.all(),
          new MotifCensus(3),
          new MotifCensus(4),
          new MotifCensus(4, Optional.of(MotifMethod.FORMULAS)),
          new MotifCensus(5),
          new MotifCensus(6),
          HOUSE,
          PatternMatch.count(NamedPatterns.parse("6-cycle"), Induced.VERTEX),
          new PatternMatch(HOUSE.pattern(), Induced.VERTEX, true, 1_000),
          new CliqueListing(1, 10),
          new CliqueListing(2, 10),
          new CliqueListing(5, 1_000),
          new CliqueListing(5, Long.MAX_VALUE),
          MaximumClique.one(),
          MaximumClique.all(10),
          MaximalCliques.count(),
          new MaximalCliques(4, true, 100),
          new MaximalCliques(1, true, Long.MAX_VALUE),
          new CoreDecomposition(true));

  /** Those that a stop has something to end of. */
  static final List<Job> SAMPLED =
      List.of(
          KCliqueCount.of(6),
          new CliqueListing(5, 1_000),
          MaximumClique.one(),
          MaximalCliques.count(),
          new MotifCensus(4),
          HOUSE);

  private static final PreparedGraph.Owned GRAPH = random(120, 0.3, 1);
  private static final Engine ENGINE = Engines.open(EngineChoice.CPU, 1);

  @AfterAll
  static void close() {
    ENGINE.close();
    GRAPH.close();
  }

  private static PreparedGraph.Owned random(int n, double density, long seed) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < n; v++) {
        for (int u = 0; u < v; u++) {
          if (random.nextDouble() < density) {
            edges.add(u, v);
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }

  private static JobEstimate.Both both(PreparedGraph graph, Job job) {
    return JobEstimate.both(graph, job, ENGINE, 2, JobControl.unbounded());
  }

  private static double seconds(Job job) {
    return both(GRAPH, job).host().seconds().orElseThrow();
  }

  @Test
  void aCliqueThatIsMatchedWasPredictedByAPlanThatNobodyFollows() {
    var match = PatternMatch.count(Pattern.complete(6), Induced.EDGE);
    assertThat(both(GRAPH, match).host().seconds())
        .isEqualTo(both(GRAPH, KCliqueCount.of(6)).host().seconds());
  }

  @ParameterizedTest
  @FieldSource("JOBS")
  void everyJobHasATimeOnTheHost(Job job) {
    JobEstimate.Both estimate = both(GRAPH, job);
    assertThat(estimate.host().seconds().orElseThrow()).isPositive().isFinite();
    assertThat(estimate.host().basis()).isNotBlank().doesNotContain("no prediction");
    assertThat(both(GRAPH, job)).as("again").isEqualTo(estimate);
  }

  @ParameterizedTest
  @FieldSource("SAMPLED")
  void aStopIsHeard(Job job) {
    JobControl control = JobControl.unbounded();
    control.cancel("enough");
    try (PreparedGraph.Owned graph = random(200, 0.5, 2)) {
      assertThatThrownBy(() -> JobEstimate.of(graph, job, ENGINE, 1, control))
          .isInstanceOf(StoppedException.class);
    }
  }

  @Test
  void aMaximumCliqueHadNoPrediction() {
    JobEstimate one = both(GRAPH, MaximumClique.one()).host();
    assertThat(one.seconds()).isPresent();
    assertThat(one.basis()).contains("is found first");
  }

  @Test
  void maximalCliquesHadNoPrediction() {
    assertThat(both(GRAPH, MaximalCliques.count()).host().basis()).contains("a sample of");
    assertThat(seconds(new MaximalCliques(1, true, Long.MAX_VALUE)))
        .as("rows take time")
        .isGreaterThan(seconds(MaximalCliques.count()));
  }

  /** The cliques of 5 were the steps that sizes of 5 and 6 differ by, where few reach 6. */
  @ParameterizedTest
  @CsvSource({"120,0.3,1", "90,0.5,2", "400,0.15,3", "60,0.8,4"})
  void listsOfCliquesWerePredictedAFifthAsLong(int n, double density, long seed) {
    try (PreparedGraph.Owned graph = random(n, density, seed)) {
      for (int k = 3; k <= 6; k++) {
        double cliques =
            ((Answer.KCliques) ENGINE.run(graph, KCliqueCount.of(k)).answer())
                .counts()
                .getOrDefault(k, BigInteger.ZERO)
                .doubleValue();
        assertThat(both(graph, new CliqueListing(k, 10)).host().found().orElseThrow())
            .as("k = %d", k)
            .isBetween(cliques / 1.2 - 5, cliques * 1.2 + 5);
      }
    }
  }

  @Test
  void aListSaysHowManyThereAre() {
    PatternMatch list = new PatternMatch(HOUSE.pattern(), Induced.EDGE, true, 10);
    double matches = ((Answer.Matches) ENGINE.run(GRAPH, HOUSE).answer()).matches().doubleValue();
    assertThat(both(GRAPH, list).host().found().orElseThrow())
        .isBetween(matches / 1.2, matches * 1.2);
    double maximal =
        ((Answer.Maximal) ENGINE.run(GRAPH, MaximalCliques.count()).answer()).count().doubleValue();
    assertThat(both(GRAPH, new MaximalCliques(1, true, 5)).host().found().orElseThrow())
        .isBetween(maximal / 1.2, maximal * 1.2);
    assertThat(both(GRAPH, HOUSE).host().found()).isEmpty();
  }

  @Test
  void aListingHadNoPrediction() {
    assertThat(seconds(new CliqueListing(4, 1))).isLessThan(seconds(new CliqueListing(4, 100_000)));
    assertThat(both(GRAPH, new CliqueListing(4, Long.MAX_VALUE)).host().basis())
        .startsWith("at most");
    assertThat(both(GRAPH, new CliqueListing(4, 1)).host().basis()).contains("its limit");
    PatternMatch few = new PatternMatch(HOUSE.pattern(), Induced.EDGE, true, 10);
    assertThat(seconds(few)).isLessThan(seconds(few.withLimit(1_000_000)));
  }

  @Test
  void aSearchThatWouldNotEndHasAnOrderOfMagnitude() {
    try (PreparedGraph.Owned hard = random(220, 0.93, 3)) {
      JobEstimate.Both maximum = both(hard, MaximumClique.one());
      assertThat(maximum.host().basis()).contains("an order of magnitude");
      assertThat(maximum.host().seconds().orElseThrow()).isGreaterThan(60).isFinite();
      assertThat(maximum.device().seconds().orElseThrow())
          .isLessThan(maximum.host().seconds().orElseThrow());
      JobEstimate maximal = both(hard, MaximalCliques.count()).host();
      assertThat(maximal.basis()).contains("an order of magnitude");
      assertThat(maximal.seconds().orElseThrow()).isGreaterThan(3600).isFinite();
      assertThat(both(hard, MaximalCliques.count()).host()).isEqualTo(maximal);
    }
  }

  @Test
  void aGpuHasATimeWhereRecordsAre() {
    for (Job job :
        List.of(
            TriangleCount.total(),
            KCliqueCount.of(3),
            KCliqueCount.of(6),
            new MotifCensus(3),
            new MotifCensus(4),
            new MotifCensus(5),
            HOUSE,
            MaximumClique.one(),
            MaximalCliques.count(),
            new CliqueListing(5, 10),
            new MaximalCliques(1, true, 10),
            new PatternMatch(HOUSE.pattern(), Induced.EDGE, true, 10))) {
      DeviceEstimate device = both(GRAPH, job).device();
      assertThat(device.seconds().orElseThrow()).as(job.name()).isPositive().isLessThan(60);
      assertThat(device.basis()).contains("the host's model");
      assertThat(JobEstimate.deviceSeconds(GRAPH, job, JobControl.unbounded()))
          .isEqualTo(device.seconds());
    }
    for (Job job : List.of(new MotifCensus(6), CliqueEstimate.of(4))) {
      DeviceEstimate device = both(GRAPH, job).device();
      assertThat(device.seconds()).as(job.name()).isEmpty();
      assertThat(device.basis()).startsWith("no prediction before it runs: ");
    }
  }

  @Test
  void whatTheHostRefusesHasAReason() {
    assertThat(both(GRAPH, new MotifCensus(4, Optional.of(MotifMethod.SUBGRAPHS))).host().basis())
        .contains("refuses");
    assertThat(both(GRAPH, breadthFirst()).host().basis()).contains("refuses");
  }

  private static MaximumClique breadthFirst() {
    return new MaximumClique(
        false, 1, Optional.empty(), Optional.of(CliqueSearch.BREADTH_FIRST), BreadthFirst.DEFAULT);
  }

  @Test
  void aGraphWithoutEdgesHasNothingToSample() {
    try (EdgeArray edges = EdgeArray.narrow();
        PreparedGraph.Owned empty = PreparedGraph.of(GraphBuilder.build(edges))) {
      for (Job job :
          List.of(MaximumClique.one(), MaximalCliques.count(), new CliqueListing(3, 5))) {
        assertThat(both(empty, job).host().seconds()).as(job.name()).isPresent();
      }
    }
  }
}
