package io.cliquestream.kernels.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.RandomGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every job kind on graphs that are built wide and cut into many small shards, against the ordinary
 * engine on the same graph: 300 seeded random graphs of every family for each kind ({@code
 * -Dcliquestream.sharded.graphs} for more). The bound on a shard starts at a few vertices, or
 * bytes, and is doubled only where a single root does not fit.
 */
@Tag("sized")
class ShardedJobsTest {
  private static final long GRAPHS = Long.getLong("cliquestream.sharded.graphs", 300);
  private static final Engine ENGINE = new CpuEngine(2);

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  /** One graph in both forms, and how many shards its jobs took. */
  private static final class Case {
    private final RandomGraph random;
    private final PreparedGraph.Owned dense;
    private final WideGraph wide;
    private long shards;

    Case(RandomGraph random, PreparedGraph.Owned dense, WideGraph wide) {
      this.random = random;
      this.dense = dense;
      this.wide = wide;
    }

    int option(int choices) {
      return (int) (random.seed() / 15 % choices);
    }

    Answer expected(Job job, List<int[]> listed) {
      return ENGINE.run(dense, job, JobControl.unbounded(), listed::add).answer();
    }

    Answer expected(Job job) {
      return ENGINE.run(dense, job).answer();
    }

    Answer found(Job job) {
      return found(job, new ArrayList<>());
    }

    Answer found(Job job, List<long[]> listed) {
      int vertices = 1 + (int) (random.seed() % 7);
      while (true) {
        boolean byBytes = random.seed() % 2 == 0;
        DenseLimits limits =
            byBytes
                ? new DenseLimits(0, 1 << 20, GraphMemory.graphBytes(vertices, 2L * vertices))
                : new DenseLimits(0, vertices, 1L << 30);
        listed.clear();
        try {
          JobOutcome outcome =
              new ShardedEngine(ENGINE::run, limits)
                  .run(wide, job, JobControl.unbounded(), listed::add);
          shards += Long.parseLong(outcome.plan().get("shards"));
          return outcome.answer();
        } catch (ComputeException e) {
          assertThat(e.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
          assertThat(vertices).isLessThanOrEqualTo(8 * dense.graph().vertexCount());
          vertices *= 2;
        }
      }
    }
  }

  /** The pairs of a graph, ready for either builder. */
  private static EdgeArray edges(RandomGraph random) {
    EdgeArray edges = EdgeArray.narrow();
    random.edges().forEach(edge -> edges.add(edge[0], edge[1]));
    return edges;
  }

  private static void everyGraph(int largest, Consumer<Case> check) {
    long shards = 0;
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, largest);
      if (random.edges().stream().allMatch(edge -> edge[0] == edge[1])) {
        continue;
      }
      try (EdgeArray edges = edges(random);
          PreparedGraph.Owned dense = PreparedGraph.of(GraphBuilder.build(edges));
          WideGraph wide =
              (WideGraph)
                  GraphBuilder.buildSimple(
                      edges, Parallelism.available(), new DenseLimits(0, 1, 1))) {
        Case graph = new Case(random, dense, wide);
        try {
          check.accept(graph);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(random.toString(), e);
        }
        shards += graph.shards;
      }
    }
    assertThat(shards).as("shards of all graphs").isGreaterThan(GRAPHS);
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
          Optional<KCliqueMethod> method =
              graph.option(3) == 0 ? Optional.of(KCliqueMethod.PIVOTING) : Optional.empty();
          var range = new KCliqueCount(smallest, largest, false, method, Optional.empty());
          assertThat(graph.found(range)).isEqualTo(graph.expected(range));
          var byVertex = new KCliqueCount(smallest, smallest, true, method, Optional.empty());
          var expected = (Answer.KCliques) graph.expected(byVertex);
          var found = (Answer.KCliques) graph.found(byVertex);
          assertThat(found.counts()).isEqualTo(expected.counts());
          assertSame(found.perVertex(), expected.perVertex());
          var byEdge = KCliqueCount.local(smallest, graph.option(2) == 0, true);
          var expectedEdges = (Answer.KCliques) graph.expected(byEdge);
          var foundEdges = (Answer.KCliques) graph.found(byEdge);
          assertThat(foundEdges.counts()).isEqualTo(expectedEdges.counts());
          assertSame(foundEdges.perVertex(), expectedEdges.perVertex());
          assertSame(foundEdges.perEdge(), expectedEdges.perEdge());
        });
  }

  @Test
  void maximumCliques() {
    everyGraph(
        20,
        graph -> {
          var one = (Answer.Maximum) graph.expected(MaximumClique.one());
          var foundOne = (Answer.WideMaximum) graph.found(MaximumClique.one());
          assertThat(foundOne.cliqueNumber()).isEqualTo(one.cliqueNumber());
          assertThat(foundOne.upperBound()).isEqualTo(one.upperBound());
          assertThat(foundOne.count()).isEmpty();
          assertThat(foundOne.cliques()).hasSize(1);
          assertClique(graph, foundOne.cliques().getFirst(), one.cliqueNumber());
          var job = MaximumClique.all(graph.option(2) == 0 ? 1_000_000 : 1 + graph.option(5));
          var all = (Answer.Maximum) graph.expected(job);
          var foundAll = (Answer.WideMaximum) graph.found(job);
          assertThat(foundAll.cliqueNumber()).isEqualTo(all.cliqueNumber());
          assertThat(foundAll.count()).isEqualTo(all.count());
          assertThat(foundAll.cliques()).hasSameSizeAs(all.cliques());
          for (int i = 0; i < all.cliques().size(); i++) {
            assertThat(foundAll.cliques().get(i)).isEqualTo(widened(all.cliques().get(i)));
          }
        });
  }

  private static long[] widened(int[] vertices) {
    return Arrays.stream(vertices).asLongStream().toArray();
  }

  private static void assertClique(Case graph, long[] clique, int size) {
    assertThat(clique).hasSize(size).isSorted();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(graph.dense.graph().hasEdge((int) clique[i], (int) clique[j])).isTrue();
      }
    }
  }

  private static List<String> sorted(List<long[]> listed) {
    return listed.stream().map(Arrays::toString).sorted().toList();
  }

  private static List<String> sortedDense(List<int[]> listed) {
    return listed.stream().map(Arrays::toString).sorted().toList();
  }

  @Test
  void maximalCliques() {
    everyGraph(
        20,
        graph -> {
          int minimum = 1 + graph.option(4);
          boolean limited = graph.option(3) == 0;
          long limit = limited ? 1 + graph.option(5) : 1_000_000;
          var job = new MaximalCliques(minimum, true, limit);
          List<int[]> expectedAll = new ArrayList<>();
          Answer expected = graph.expected(new MaximalCliques(minimum, true, 1 << 20), expectedAll);
          List<long[]> listed = new ArrayList<>();
          assertThat(graph.found(job, listed)).isEqualTo(expected);
          assertThat(listed).hasSize((int) Math.min(limit, expectedAll.size()));
          assertThat(sortedDense(expectedAll)).containsAll(sorted(listed));
          assertThat(sorted(listed)).doesNotHaveDuplicates();
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
    int size = 2 + (int) (graph.random.seed() % 5);
    List<Pattern> patterns = ConnectedPatterns.ofSize(size);
    return patterns.get(graph.option(patterns.size()));
  }

  @Test
  void patternsCounted() {
    everyGraph(
        16,
        graph -> {
          for (Induced induced : Induced.values()) {
            var job = PatternMatch.count(pattern(graph), induced);
            assertThat(graph.found(job)).as("%s", job).isEqualTo(graph.expected(job));
          }
        });
  }

  /** The edges of a match's image, sorted: the same for every way to write the match. */
  private static String image(Pattern pattern, long[] match) {
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

  @Test
  void patternsListed() {
    everyGraph(
        12,
        graph -> {
          Pattern pattern = pattern(graph);
          Induced induced = graph.option(2) == 0 ? Induced.EDGE : Induced.VERTEX;
          long limit = graph.option(3) == 0 ? 1 + graph.option(50) : 1 << 20;
          List<int[]> all = new ArrayList<>();
          graph.expected(new PatternMatch(pattern, induced, true, 1 << 20), all);
          List<long[]> listed = new ArrayList<>();
          Answer found = graph.found(new PatternMatch(pattern, induced, true, limit), listed);
          long count = Math.min(limit, all.size());
          assertThat(found)
              .isEqualTo(new Answer.Matches(BigInteger.valueOf(count), all.size() <= limit));
          assertThat(listed).hasSize((int) count);
          List<String> images = listed.stream().map(match -> image(pattern, match)).toList();
          assertThat(images).doesNotHaveDuplicates();
          assertThat(all.stream().map(match -> image(pattern, widened(match))).toList())
              .containsAll(images);
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
          List<long[]> listed = new ArrayList<>();
          long count = Math.min(limit, all.size());
          assertThat(graph.found(new CliqueListing(k, limit), listed))
              .isEqualTo(new Answer.Listed(count, all.size() <= limit));
          assertThat(listed).hasSize((int) count);
          assertThat(sorted(listed)).doesNotHaveDuplicates();
          assertThat(sortedDense(all)).containsAll(sorted(listed));
        });
  }

  /** A graph whose shards are those of the bound: each job sees parts no larger than that. */
  @Test
  void noShardIsLargerThanTheBound() {
    int cut = 0;
    for (long seed = 0; seed < 200; seed++) {
      RandomGraph random = RandomGraph.of(seed, 60);
      if (random.edges().stream().allMatch(edge -> edge[0] == edge[1])) {
        continue;
      }
      try (EdgeArray edges = edges(random);
          Graph whole = GraphBuilder.build(edges);
          WideGraph wide =
              (WideGraph)
                  GraphBuilder.buildSimple(
                      edges, Parallelism.SEQUENTIAL, new DenseLimits(0, 1, 1))) {
        long bytes = 200 + whole.bytes() / 2;
        var limits = new DenseLimits(0, 1 + whole.vertexCount() / 2, bytes);
        long roots = 0;
        try (ShardCutter cutter =
            new ShardCutter(
                RootedGraph.of(wide), ShardRoom.of(limits), 1, Parallelism.SEQUENTIAL)) {
          while (true) {
            long end = cutter.end();
            Optional<Shard> next = cutter.next(1);
            if (next.isEmpty()) {
              break;
            }
            try (Shard shard = next.get()) {
              assertThat(shard.graph().vertexCount()).isLessThanOrEqualTo(limits.shardVertices());
              assertThat(shard.graph().bytes()).as(random.toString()).isLessThanOrEqualTo(bytes);
              roots += end - cutter.end();
            }
          }
        } catch (ComputeException e) {
          // Half a dense graph may be too little for one root: then that is said.
          assertThat(e.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
          continue;
        }
        assertThat(roots).isEqualTo(wide.vertexCount());
        cut++;
      }
    }
    assertThat(cut).as("graphs that could be cut").isGreaterThan(60);
  }
}
