package io.cliquestream.kernels.sharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How a sharded run behaves: ids, plan, progress, stops, bounds. */
class ShardedEngineTest {
  /** Ids beyond 2^32, and beyond 2^63. */
  private static final long[] BASES = {1L << 40, -1L << 20};

  /** Cliques of 12 vertices each; one edge leads from each to the next. */
  private static final int CLIQUES = 60;

  private static final int SIZE = 12;

  private static CpuEngine engine;
  private static WideGraph graph;

  @BeforeAll
  static void open() {
    engine = new CpuEngine(2);
    try (EdgeArray edges = EdgeArray.wide()) {
      for (int c = 0; c < CLIQUES; c++) {
        for (int i = 0; i < SIZE; i++) {
          for (int j = 0; j < i; j++) {
            edges.add(id(c, i), id(c, j));
          }
        }
        if (c > 0) {
          edges.add(id(c - 1, SIZE - 1), id(c, 0));
        }
      }
      graph =
          (WideGraph)
              GraphBuilder.buildSimple(
                  edges, Parallelism.available(), new DenseLimits(16, 16, 1 << 20));
    }
  }

  private static long id(int clique, int member) {
    return BASES[clique % 2] + 1000L * clique + 17L * member;
  }

  @AfterAll
  static void close() {
    graph.close();
    engine.close();
  }

  private static ShardedEngine shards(int vertices) {
    return new ShardedEngine(engine::run, new DenseLimits(16, vertices, 1 << 20));
  }

  @Test
  void slicesOfAllShardsAreTheJobsWhetherToldOnTheWayOrWithAnOutcome() {
    PartRunner here =
        (part, job, control, sink) -> {
          JobOutcome outcome = engine.run(part, job, control, sink);
          control.beginPhase(Phase.COMPUTING, 4);
          control.sliceDone(System.nanoTime(), 1);
          control.sliceDone(System.nanoTime(), 3);
          return outcome.withSlices(control.slices());
        };
    PartRunner inItsOwnProcess =
        (part, job, control, sink) -> {
          JobOutcome outcome = engine.run(part, job, control, sink);
          long now = System.nanoTime();
          return outcome.withSlices(
              List.of(new Slice(now - 2, now - 1, 0.25, 1), new Slice(now - 1, now, 0.75, 1)));
        };
    List<Double> shares = new ArrayList<>();
    for (PartRunner device : List.of(here, inItsOwnProcess)) {
      JobOutcome outcome =
          new ShardedEngine(device, new DenseLimits(16, 100, 1 << 20))
              .run(graph, TriangleCount.total());
      List<Slice> slices = outcome.slices();
      assertThat(slices).hasSizeBetween(10, 64).extracting(Slice::startNanos).isSorted();
      assertThat(slices.stream().mapToInt(Slice::launches).sum() % 2).isZero();
      shares.add(slices.stream().mapToDouble(Slice::share).sum());
    }
    // What is left out of shards, and parts that have nothing to count, is no device's.
    assertThat(shares.getFirst()).isBetween(0.5, 1 + 1e-9);
    assertThat(shares.getLast()).isCloseTo(shares.getFirst(), within(1e-9));
    assertThat(run(100, TriangleCount.total()).slices()).isEmpty();
  }

  private static JobOutcome run(int vertices, Job job) {
    return shards(vertices).run(graph, job);
  }

  @Test
  void thePlanTellsTheNumberOfShards() {
    JobOutcome outcome = run(100, TriangleCount.total());

    assertThat(((Answer.Triangles) outcome.answer()).triangles())
        .isEqualTo(BigInteger.valueOf(CLIQUES * 220L));
    assertThat(outcome.engine()).isEqualTo(EngineKind.CPU);
    assertThat(Long.parseLong(outcome.plan().get("shards"))).isBetween(8L, 60L);
    assertThat(outcome.plan()).containsKey("method");
    assertThat(Long.parseLong(outcome.plan().get("shard-vertices"))).isBetween(13L, 100L);
    assertThat(Long.parseLong(outcome.plan().get("shard-bytes"))).isBetween(100L, 1L << 20);
    assertThat(outcome.computeNanos()).isPositive();
    assertThat(run(1 << 20, TriangleCount.total()).plan()).containsEntry("shards", "1");
  }

  @Test
  void maximumCliquesCarryTheBoundFromShardToShard() {
    var all = (Answer.WideMaximum) run(40, MaximumClique.all(3)).answer();

    assertThat(all.cliqueNumber()).isEqualTo(SIZE);
    assertThat(all.count()).contains(BigInteger.valueOf(CLIQUES));
    List<long[]> originals =
        all.cliques().stream()
            .map(clique -> Arrays.stream(clique).map(graph::originalId).toArray())
            .toList();
    // Dense vertices ascend with the ids: the even cliques of the smaller base come first.
    assertThat(originals).hasSize(3);
    for (int i = 0; i < 3; i++) {
      int clique = 2 * i;
      assertThat(originals.get(i))
          .isEqualTo(LongStream.range(0, SIZE).map(m -> id(clique, (int) m)).toArray());
    }
    // One clique is enough to leave every vertex of degree below 12 alone.
    long shards = Long.parseLong(run(14, MaximumClique.one()).plan().get("shards"));
    assertThat(shards)
        .isLessThan(Long.parseLong(run(14, MaximumClique.all(1)).plan().get("shards")));
  }

  @Test
  void degreesTellTheCountsThatNeedNoShard() {
    for (Job job :
        List.of(
            KCliqueCount.range(1, 2),
            PatternMatch.count(Pattern.parse("0-1"), Induced.VERTEX),
            PatternMatch.count(Pattern.parse("0-1,0-2,0-3"), Induced.EDGE))) {
      assertThat(run(1, job).plan()).as(job.toString()).containsEntry("shards", "0");
    }
    assertThat(((Answer.KCliques) run(1, KCliqueCount.range(1, 2)).answer()).counts())
        .isEqualTo(
            Map.of(
                1, BigInteger.valueOf(CLIQUES * SIZE),
                2, BigInteger.valueOf(CLIQUES * 66L + CLIQUES - 1)));
  }

  @Test
  void aRootThatDoesNotFitIsNamed() {
    var failure = catchThrowableOfType(ComputeException.class, () -> run(3, KCliqueCount.of(4)));

    assertThat(failure.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
    assertThat(failure)
        .hasMessageMatching("what lies within 1 steps of vertex \\d+, .*3 vertices.*");
    var bytes =
        catchThrowableOfType(
            ComputeException.class,
            () ->
                new ShardedEngine(engine::run, new DenseLimits(16, 1000, 100))
                    .run(graph, MaximalCliques.count()));
    assertThat(bytes.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
  }

  @Test
  void aListingEndsWithItsLimitAndTheJobGoesOnNormally() {
    JobControl control = JobControl.unbounded();
    List<long[]> listed = new ArrayList<>();

    JobOutcome outcome = shards(30).run(graph, new CliqueListing(3, 25), control, listed::add);

    assertThat(outcome.answer()).isEqualTo(new Answer.Listed(25, false));
    assertThat(listed).hasSize(25);
    assertThat(control.stopped()).isFalse();
  }

  @Test
  void everyJobKindStopsWhenItIsCancelledOrLateAtItsStart() {
    for (Job job :
        List.of(
            new TriangleCount(true, true, true, Optional.empty()),
            KCliqueCount.all(),
            MaximumClique.all(10),
            MaximalCliques.count(),
            new MotifCensus(4),
            PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0"), Induced.EDGE),
            new CliqueListing(3, Long.MAX_VALUE))) {
      JobControl cancelled = JobControl.unbounded();
      cancelled.cancel("before");
      assertStops(job, cancelled, WideListingSink.NONE);
      assertStops(job, JobControl.within(Duration.ofNanos(1)), WideListingSink.NONE);
    }
  }

  @Test
  void aCancelBetweenTwoShardsEndsEveryRun() {
    JobControl control = JobControl.unbounded();
    DenseLimits limits = new DenseLimits(16, 40, 1 << 20);
    ShardedRun run =
        new ShardedRun(
            RootedGraph.of(graph),
            engine::run,
            ShardRoom.of(limits),
            control,
            WideListingSink.NONE);
    int[] shards = {0};

    var stop =
        catchThrowableOfType(
            StoppedException.class,
            () ->
                run.forEachShard(
                    1,
                    () -> 1,
                    (_, _) -> {
                      if (++shards[0] == 3) {
                        control.cancel("between");
                      }
                      return true;
                    }));

    assertThat(stop.code()).isEqualTo(FailureCode.CANCELLED);
    assertThat(shards[0]).isEqualTo(3);
  }

  @Test
  void aCancelWithinAShardEndsItsEngineRunAndTheJob() {
    for (Job job :
        List.of(
            new CliqueListing(3, Long.MAX_VALUE),
            new MaximalCliques(1, true, Long.MAX_VALUE),
            new PatternMatch(Pattern.parse("0-1,1-2"), Induced.EDGE, true, Long.MAX_VALUE))) {
      JobControl control = JobControl.unbounded();
      int[] calls = {0};
      assertStops(
          job,
          control,
          _ -> {
            if (++calls[0] == 5) {
              control.cancel("within");
            }
          });
      assertThat(calls[0]).as(job.toString()).isGreaterThanOrEqualTo(5);
    }
  }

  private static void assertStops(Job job, JobControl control, WideListingSink sink) {
    var stop =
        catchThrowableOfType(
            StoppedException.class, () -> shards(40).run(graph, job, control, sink));
    assertThat(stop).as(job.toString()).isNotNull();
    assertThat(stop.code()).isIn(FailureCode.CANCELLED, FailureCode.DEADLINE_EXCEEDED);
  }

  @Test
  void aStoppedSearchForAMaximumCliqueSaysWhatIsProven() {
    JobControl control = JobControl.unbounded();
    ShardedRun run =
        new ShardedRun(
            RootedGraph.of(graph),
            engine::run,
            ShardRoom.of(new DenseLimits(16, 40, 1 << 20)),
            control,
            WideListingSink.NONE);
    control.cancel("test");

    var stop =
        catchThrowableOfType(
            StoppedException.class, () -> ShardedMaximumClique.run(MaximumClique.one(), run));

    // The ends of the edges between cliques have the largest degree, 12.
    assertThat(stop.partial()).contains(new Answer.WideMaximum(0, 13, Optional.empty(), List.of()));
  }

  @Test
  void progressReachesTheEndOverAllShards() {
    JobControl control = JobControl.unbounded();

    var _ = shards(40).run(graph, KCliqueCount.of(4), control, WideListingSink.NONE);

    assertThat(control.progress().fraction()).isEqualTo(1.0, within(1e-9));
  }
}
