package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
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
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.GraphFamily;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.sharded.PartRunner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every job kind on graphs that an engine of a half, a quarter or an eighth of the memory does not
 * hold, against an engine that holds them: 300 seeded random graphs of every family for each kind
 * ({@code -Dcliquestream.sharded.graphs} for more). The engine refuses by its size what is beyond
 * its budget, and on every third graph some of what was predicted to fit. The budget is doubled
 * only where a single root does not fit.
 */
@Tag("sized")
class BeyondMemoryTest {
  private static final long GRAPHS = Long.getLong("cliquestream.sharded.graphs", 300);
  private static final Engine ENGINE = new CpuEngine(2);

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static BeyondMemory onHost(PartRunner device, long budget) {
    return new BeyondMemory(
        EngineKind.CPU, device, BeyondMemoryTest::predicted, budget, Optional.empty());
  }

  private static long predicted(long vertices, long edges) {
    return 100 + 40 * vertices + 28 * edges;
  }

  /** The engine with a budget: what is larger is refused as by a device. */
  private static PartRunner bounded(long budget) {
    return (graph, job, control, sink) -> {
      long bytes = predicted(graph.graph().vertexCount(), graph.graph().edgeCount());
      if (bytes > budget) {
        throw new ComputeException(FailureCode.JOB_MEMORY_EXCEEDED, bytes + " bytes");
      }
      return ENGINE.run(graph, job, control, sink);
    };
  }

  /** One graph, and how many shards its jobs took. */
  private static final class Case {
    private final RandomGraph random;
    private final PreparedGraph.Owned graph;
    private long shards;
    private long whole;

    Case(RandomGraph random, PreparedGraph.Owned graph) {
      this.random = random;
      this.graph = graph;
    }

    Graph rows() {
      return graph.graph();
    }

    int option(int choices) {
      return (int) (random.seed() / 15 % choices);
    }

    Answer expected(Job job, List<int[]> listed) {
      return ENGINE.run(graph, job, JobControl.unbounded(), listed::add).answer();
    }

    Answer expected(Job job) {
      return ENGINE.run(graph, job).answer();
    }

    Answer found(Job job) {
      return found(job, new ArrayList<>());
    }

    Answer found(Job job, List<int[]> listed) {
      long budget = predicted(rows().vertexCount(), rows().edgeCount()) >> (1 + random.seed() % 3);
      while (true) {
        listed.clear();
        // What the engine holds is less than it was told to, on every third graph.
        long held = random.seed() % 3 == 0 ? budget * 2 / 3 : budget;
        try {
          JobOutcome outcome =
              onHost(bounded(held), budget).run(graph, job, JobControl.unbounded(), listed::add);
          if (outcome.plan().containsKey("shards")) {
            shards += Long.parseLong(outcome.plan().get("shards"));
            assertThat(Long.parseLong(outcome.plan().get("shard-bytes"))).isLessThanOrEqualTo(held);
            assertThat(outcome.plan())
                .containsEntry("budget-bytes", Long.toString(budget))
                .containsEntry(
                    "predicted-bytes",
                    Long.toString(predicted(rows().vertexCount(), rows().edgeCount())));
          } else {
            whole++;
          }
          return outcome.answer();
        } catch (ComputeException e) {
          assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED);
          assertThat(budget).isLessThan(2 * predicted(rows().vertexCount(), rows().edgeCount()));
          budget *= 2;
        }
      }
    }
  }

  private static void everyGraph(int largest, Consumer<Case> check) {
    long shards = 0;
    long whole = 0;
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, largest);
      Graph graph = random.build();
      Random labels = new Random(seed);
      int[] drawn = labels.ints(graph.vertexCount(), 0, 3).toArray();
      try (PreparedGraph.Owned prepared = PreparedGraph.of(graph, VertexLabels.of(drawn))) {
        Case one = new Case(random, prepared);
        try {
          check.accept(one);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(random.toString(), e);
        }
        shards += one.shards;
        whole += one.whole;
      }
    }
    assertThat(shards).as("shards, beside %d jobs in one piece", whole).isGreaterThan(GRAPHS);
  }

  private static void assertSame(Optional<CountArray> found, Optional<CountArray> expected) {
    assertThat(found.isPresent()).isEqualTo(expected.isPresent());
    expected.ifPresent(
        counts -> {
          assertThat(found.get().size()).isEqualTo(counts.size());
          for (long i = 0; i < counts.size(); i++) {
            assertThat(found.get().get(i)).as("entry %d", i).isEqualTo(counts.get(i));
          }
        });
  }

  private static List<String> sorted(List<int[]> listed) {
    return listed.stream().map(Arrays::toString).sorted().toList();
  }

  @Test
  void triangles() {
    everyGraph(
        24,
        graph -> {
          int option = graph.option(8);
          var job =
              new TriangleCount(
                  (option & 1) != 0, (option & 2) != 0, (option & 4) != 0, Optional.empty());
          var expected = (Answer.Triangles) graph.expected(job);
          var found = (Answer.Triangles) graph.found(job);
          assertThat(found.triangles()).isEqualTo(expected.triangles());
          assertSame(found.perVertex(), expected.perVertex());
          assertSame(found.perEdge(), expected.perEdge());
          assertThat(found.clustering()).isEqualTo(expected.clustering());
        });
  }

  @Test
  void kCliques() {
    everyGraph(
        20,
        graph -> {
          int smallest = 1 + graph.option(6);
          int largest = graph.option(2) == 0 ? KCliqueCount.ALL : smallest + graph.option(3);
          var range = KCliqueCount.range(smallest, largest);
          assertThat(graph.found(range)).isEqualTo(graph.expected(range));
          var local = KCliqueCount.local(smallest, true, graph.option(2) == 0);
          var expected = (Answer.KCliques) graph.expected(local);
          var found = (Answer.KCliques) graph.found(local);
          assertThat(found.counts()).isEqualTo(expected.counts());
          assertSame(found.perVertex(), expected.perVertex());
          assertSame(found.perEdge(), expected.perEdge());
        });
  }

  @Test
  void maximumCliques() {
    everyGraph(
        20,
        graph -> {
          var one = (Answer.Maximum) graph.expected(MaximumClique.one());
          var foundOne = (Answer.Maximum) graph.found(MaximumClique.one());
          assertThat(foundOne.cliqueNumber()).isEqualTo(one.cliqueNumber());
          assertThat(foundOne.upperBound()).isEqualTo(one.upperBound());
          assertThat(foundOne.count()).isEmpty();
          assertThat(foundOne.cliques()).hasSameSizeAs(one.cliques());
          foundOne.cliques().forEach(clique -> assertClique(graph, clique, one.cliqueNumber()));
          var job = MaximumClique.all(graph.option(2) == 0 ? 1_000_000 : 1 + graph.option(5));
          var all = (Answer.Maximum) graph.expected(job);
          var foundAll = (Answer.Maximum) graph.found(job);
          assertThat(foundAll.cliqueNumber()).isEqualTo(all.cliqueNumber());
          assertThat(foundAll.count()).isEqualTo(all.count());
          assertThat(foundAll.cliques().stream().map(Arrays::toString).toList())
              .isEqualTo(all.cliques().stream().map(Arrays::toString).toList());
        });
  }

  private static void assertClique(Case graph, int[] clique, int size) {
    assertThat(clique).hasSize(size).isSorted();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(graph.rows().hasEdge(clique[i], clique[j])).isTrue();
      }
    }
  }

  @Test
  void maximalCliques() {
    everyGraph(
        20,
        graph -> {
          int minimum = 1 + graph.option(4);
          List<int[]> expectedAll = new ArrayList<>();
          Answer expected = graph.expected(new MaximalCliques(minimum, true, 1 << 20), expectedAll);
          List<int[]> listed = new ArrayList<>();
          assertThat(graph.found(new MaximalCliques(minimum, true, 1 << 20), listed))
              .isEqualTo(expected);
          assertThat(sorted(listed)).isEqualTo(sorted(expectedAll));
          assertThat(graph.found(new MaximalCliques(minimum, false, 1))).isEqualTo(expected);
        });
  }

  @Test
  void motifs() {
    everyGraph(
        15,
        graph -> {
          var job = new MotifCensus(3 + graph.option(3));
          assertThat(graph.found(job)).isEqualTo(graph.expected(job));
        });
  }

  private static Pattern pattern(Case graph) {
    int size = 2 + (int) (graph.random.seed() % 4);
    List<Pattern> patterns = ConnectedPatterns.ofSize(size);
    return patterns.get(graph.option(patterns.size()));
  }

  /** The same pattern with a label on some of its vertices. */
  private static Pattern labelled(Case graph, Pattern pattern) {
    Random random = new Random(graph.random.seed());
    int[] labels = new int[pattern.vertexCount()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i == 0 || random.nextBoolean() ? random.nextInt(3) : Pattern.ANY_LABEL;
    }
    return pattern.withLabels(labels);
  }

  @Test
  void patternsCountedWithAndWithoutLabels() {
    everyGraph(
        16,
        graph -> {
          for (Pattern pattern : List.of(pattern(graph), labelled(graph, pattern(graph)))) {
            for (Induced induced : Induced.values()) {
              var job = PatternMatch.count(pattern, induced);
              assertThat(graph.found(job)).as("%s", job).isEqualTo(graph.expected(job));
            }
          }
        });
  }

  /** The edges of a match's image, sorted: the same for every way to write the match. */
  private static String image(Pattern pattern, int[] match) {
    List<String> edges = new ArrayList<>();
    for (int i = 0; i < match.length; i++) {
      for (int j = 0; j < match.length; j++) {
        if (match[i] < match[j] && pattern.hasEdge(i, j)) {
          edges.add(match[i] + "-" + match[j]);
        }
      }
    }
    return edges.stream().sorted().toList().toString();
  }

  private static List<String> images(Pattern pattern, List<int[]> matches) {
    return matches.stream().map(match -> image(pattern, match)).sorted().toList();
  }

  @Test
  void patternsListedWithAndWithoutLabels() {
    everyGraph(
        12,
        graph -> {
          Induced induced = graph.option(2) == 0 ? Induced.EDGE : Induced.VERTEX;
          for (Pattern pattern : List.of(pattern(graph), labelled(graph, pattern(graph)))) {
            var job = new PatternMatch(pattern, induced, true, 1 << 20);
            List<int[]> all = new ArrayList<>();
            Answer expected = graph.expected(job, all);
            List<int[]> listed = new ArrayList<>();
            assertThat(graph.found(job, listed)).isEqualTo(expected);
            assertThat(images(pattern, listed)).isEqualTo(images(pattern, all));
          }
        });
  }

  @Test
  void cliquesListed() {
    everyGraph(
        20,
        graph -> {
          int k = 1 + graph.option(6);
          long limit = graph.option(3) == 0 ? 1 + graph.option(50) : 1 << 20;
          List<int[]> all = new ArrayList<>();
          graph.expected(new CliqueListing(k, 1 << 20), all);
          List<int[]> listed = new ArrayList<>();
          long count = Math.min(limit, all.size());
          assertThat(graph.found(new CliqueListing(k, limit), listed))
              .isEqualTo(new Answer.Listed(count, all.size() <= limit));
          assertThat(listed).hasSize((int) count);
          assertThat(sorted(listed)).doesNotHaveDuplicates();
          assertThat(sorted(all)).containsAll(sorted(listed));
        });
  }

  private static PreparedGraph.Owned graph() {
    return PreparedGraph.of(RandomGraph.of(4, GraphFamily.DENSE, 60).build());
  }

  @Test
  void aGraphThatFitsIsRunAsAWhole() {
    try (PreparedGraph.Owned graph = graph()) {
      JobOutcome outcome =
          onHost(bounded(Long.MAX_VALUE), Long.MAX_VALUE)
              .run(graph, KCliqueCount.of(4), JobControl.unbounded(), ListingSink.NONE);

      assertThat(outcome.plan()).doesNotContainKey("shards");
    }
  }

  @Test
  void aRootThatDoesNotFitIsSaidWithTheBudgetAndWhatHelps() {
    try (PreparedGraph.Owned graph = graph()) {
      var failure =
          catchThrowableOfType(
              ComputeException.class,
              () ->
                  onHost(bounded(190), 190)
                      .run(graph, KCliqueCount.of(4), JobControl.unbounded(), ListingSink.NONE));

      assertThat(failure.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED);
      assertThat(failure)
          .hasMessageMatching(
              "what lies within 1 steps of vertex \\d+, .* budget of 190 bytes .*--engine cpu.*"
                  + "engine.device-bytes.*");
    }
  }

  /** An engine that refuses everything ends the job; it is not asked for ever. */
  @Test
  void anEngineThatHoldsNothingEndsTheJobWithItsOwnWords() {
    AtomicInteger calls = new AtomicInteger();
    PartRunner nothing =
        (_, _, _, _) -> {
          calls.incrementAndGet();
          throw new ComputeException(FailureCode.JOB_MEMORY_EXCEEDED, "pinned memory is used up");
        };
    try (PreparedGraph.Owned graph = graph()) {
      var failure =
          catchThrowableOfType(
              ComputeException.class,
              () ->
                  onHost(nothing, 1L << 40)
                      .run(graph, KCliqueCount.of(4), JobControl.unbounded(), ListingSink.NONE));

      assertThat(failure.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED);
      assertThat(failure).hasMessage("pinned memory is used up");
      assertThat(calls.get()).isBetween(2, 20);
    }
  }

  @Test
  void aListThatHasBegunIsNotBegunAgain() {
    PartRunner late =
        (_, _, _, sink) -> {
          sink.accept(new int[] {0, 1});
          throw new ComputeException(FailureCode.JOB_MEMORY_EXCEEDED, "half way");
        };
    List<int[]> listed = new ArrayList<>();
    try (PreparedGraph.Owned graph = graph()) {
      var failure =
          catchThrowableOfType(
              ComputeException.class,
              () ->
                  onHost(late, 1L << 40)
                      .run(graph, new CliqueListing(2, 10), JobControl.unbounded(), listed::add));

      assertThat(failure).hasMessage("half way");
      assertThat(listed).hasSize(1);
    }
  }

  @Test
  void anotherFailureIsTheJobs() {
    PartRunner failing =
        (_, _, _, _) -> {
          throw new ComputeException(FailureCode.GRAPH_TOO_LARGE, "an out-degree past 8,192");
        };
    try (PreparedGraph.Owned graph = graph()) {
      assertThat(
              catchThrowableOfType(
                  ComputeException.class,
                  () ->
                      onHost(failing, 1L << 40)
                          .run(
                              graph, KCliqueCount.of(4), JobControl.unbounded(), ListingSink.NONE)))
          .hasMessage("an out-degree past 8,192");
    }
  }

  @Test
  void aStoppedSearchSaysWhatIsProvenInVerticesOfTheGraph() {
    try (PreparedGraph.Owned graph = graph()) {
      Graph rows = graph.graph();
      long budget = predicted(rows.vertexCount(), rows.edgeCount()) - 1;
      JobControl control = JobControl.unbounded();
      AtomicInteger calls = new AtomicInteger();
      PartRunner engine = bounded(budget);
      PartRunner cancelled =
          (part, job, partControl, sink) -> {
            if (calls.incrementAndGet() == 3) {
              control.cancel("after the first shard");
            }
            return engine.run(part, job, partControl, sink);
          };
      var stop =
          catchThrowableOfType(
              StoppedException.class,
              () ->
                  onHost(cancelled, budget)
                      .run(graph, MaximumClique.all(10), control, ListingSink.NONE));

      assertThat(stop.code()).isEqualTo(FailureCode.CANCELLED);
      var proven = (Answer.Maximum) stop.partial().orElseThrow();
      var whole = (Answer.Maximum) ENGINE.run(graph, MaximumClique.all(10)).answer();
      assertThat(proven.cliqueNumber()).isBetween(2, whole.cliqueNumber());
      assertThat(proven.upperBound()).isGreaterThanOrEqualTo(whole.cliqueNumber());
      assertThat(proven.count().map(BigInteger::signum)).isEmpty();
    }
  }

  @Test
  void hostMemoryCountsTheShardsOnlyWhereThereAreSome() {
    GraphShape shape = new GraphShape(1 << 20, 1 << 24, 1000, 500);

    assertThat(BeyondMemory.hostBytes(shape, Long.MAX_VALUE).offHeap())
        .isEqualTo(24L * (1 << 20) + 16L * (1 << 24));
    assertThat(BeyondMemory.hostBytes(shape, 1L << 26).offHeap())
        .isGreaterThan(24L * (1 << 20) + 16L * (1 << 24) + (1L << 26));
  }
}
