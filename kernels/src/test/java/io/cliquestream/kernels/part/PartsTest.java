package io.cliquestream.kernels.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every job kind cut into 1 to 8 and 37 parts, which are computed in random order and some of them
 * twice, against the whole: thousands of seeded random graphs of every family ({@code
 * -Dcliquestream.parts.graphs} for more of each kind).
 */
@Tag("sized")
class PartsTest {
  private static final long GRAPHS = Long.getLong("cliquestream.parts.graphs", 300);
  private static final CpuEngine ENGINE = new CpuEngine(2);
  private static final Parts PARTS = ENGINE.parts().orElseThrow();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  /** What a run gave. */
  private record Found(Answer answer, List<int[]> listed) {}

  private static Found whole(PreparedGraph graph, Job job) {
    List<int[]> listed = new ArrayList<>();
    Answer answer = ENGINE.run(graph, job, JobControl.unbounded(), listed::add).answer();
    return new Found(answer, listed);
  }

  /** By parts; empty when the job is not cut. */
  private static Optional<Found> cut(PreparedGraph graph, Job job, int wanted, Random random) {
    JobControl control = JobControl.unbounded();
    Optional<PartPlan> cut = PARTS.cut(graph, job, wanted, control);
    if (cut.isEmpty()) {
      return Optional.empty();
    }
    PartPlan plan = cut.get();
    assertThat(plan.parts().size()).isLessThanOrEqualTo(2 * wanted + 1);
    List<Part> order = new ArrayList<>(plan.largestFirst());
    order.addAll(order.subList(0, order.size() / 3));
    Collections.shuffle(order, random);
    Set<Integer> done = new HashSet<>();
    PartialSum first = new PartialSum(plan);
    PartialSum second =
        new PartialSum(new PartPlan(plan.job(), plan.parts(), PartialAnswer.NOTHING));
    BitSet inSecond = new BitSet();
    plan.parts().forEach(part -> inSecond.set(part.index(), random.nextInt(3) == 0));
    for (Part part : order) {
      // A bound that is known may be used, or not.
      int known = random.nextBoolean() ? first.cliqueNumber() : 0;
      boolean again = done.contains(part.index());
      if (!again
          && !inSecond.get(part.index())
          && part.roots().size() > 1
          && random.nextBoolean()) {
        inPieces(graph, part.knowing(known), first, random);
        done.add(part.index());
        continue;
      }
      PartialAnswer partial = PARTS.run(graph, part.knowing(known), control);
      PartialSum sum = inSecond.get(part.index()) ? second : first;
      assertThat(sum.add(part.index(), partial)).isEqualTo(done.add(part.index()));
    }
    assertThat(first.addAll(second)).isEqualTo(second.count() > 0);
    assertThat(first.isWhole()).isTrue();
    assertThat(first.missing()).isEmpty();
    List<int[]> listed = new ArrayList<>();
    return Optional.of(new Found(PARTS.answer(graph, job, first, control, listed::add), listed));
  }

  /** Two workers cut a part elsewhere, and one of them does not know of the other's cut. */
  private static void inPieces(PreparedGraph graph, Part part, PartialSum sum, Random random) {
    JobControl control = JobControl.unbounded();
    List<Part> pieces = new ArrayList<>(part.divided(1 + random.nextInt(part.roots().size())));
    pieces.addAll(part.divided(1 + random.nextInt(5)));
    Collections.shuffle(pieces, random);
    for (Part piece : pieces.subList(0, 1 + random.nextInt(pieces.size()))) {
      boolean _ = sum.add(part.index(), piece.roots(), PARTS.run(graph, piece, control));
    }
    for (RootRange missing : sum.missing(part.index())) {
      Part piece = part.of(missing);
      PartialAnswer partial = PARTS.run(graph, piece, control);
      assertThat(sum.add(part.index(), missing, partial)).isTrue();
      assertThat(sum.add(part.index(), missing, partial)).isFalse();
    }
    assertThat(sum.has(part.index())).isTrue();
    assertThat(sum.missing(part.index())).isEmpty();
  }

  private static void everyGraph(
      int largest, BiFunction<Integer, Random, Job> jobs, boolean mayNotBeCut) {
    long cuts = 0;
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, largest);
      if (random.edges().stream().allMatch(edge -> edge[0] == edge[1])) {
        continue;
      }
      try (EdgeArray edges = EdgeArray.narrow()) {
        random.edges().forEach(edge -> edges.add(edge[0], edge[1]));
        try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
          Random choices = new Random(seed);
          Job job = jobs.apply((int) (seed / 15), choices);
          int wanted = seed % 9 == 8 ? 37 : 1 + (int) (seed % 9);
          Optional<Found> found = cut(graph, job, wanted, choices);
          if (found.isPresent()) {
            cuts++;
            requireSame(graph, job, found.get());
          } else {
            assertThat(mayNotBeCut).as(job.toString()).isTrue();
          }
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(random.toString(), e);
      }
    }
    assertThat(cuts).isGreaterThan(GRAPHS / 3);
  }

  private static void requireSame(PreparedGraph graph, Job job, Found found) {
    Found whole = whole(graph, job);
    switch (whole.answer()) {
      case Answer.Triangles expected -> {
        var triangles = (Answer.Triangles) found.answer();
        assertThat(triangles.triangles()).isEqualTo(expected.triangles());
        requireSame(triangles.perVertex(), expected.perVertex());
        requireSame(triangles.perEdge(), expected.perEdge());
        assertThat(triangles.clustering()).isEqualTo(expected.clustering());
      }
      case Answer.KCliques expected -> {
        var cliques = (Answer.KCliques) found.answer();
        assertThat(cliques.counts()).isEqualTo(expected.counts());
        requireSame(cliques.perVertex(), expected.perVertex());
        requireSame(cliques.perEdge(), expected.perEdge());
      }
      case Answer.Maximum expected -> {
        var maximum = (Answer.Maximum) found.answer();
        assertThat(maximum.cliqueNumber()).isEqualTo(expected.cliqueNumber());
        assertThat(maximum.upperBound()).isEqualTo(expected.upperBound());
        assertThat(maximum.count()).isEqualTo(expected.count());
        if (((MaximumClique) job).all()) {
          assertThat(text(maximum.cliques())).isEqualTo(text(expected.cliques()));
        } else {
          assertThat(maximum.cliques()).hasSize(1);
          requireClique(graph, maximum.cliques().getFirst(), expected.cliqueNumber());
        }
      }
      default -> assertThat(found.answer()).as(job.toString()).isEqualTo(whole.answer());
    }
    assertThat(text(found.listed())).isEqualTo(text(whole.listed()));
  }

  private static void requireClique(PreparedGraph graph, int[] clique, int size) {
    assertThat(clique).hasSize(size).isSorted();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(graph.graph().hasEdge(clique[i], clique[j])).isTrue();
      }
    }
  }

  private static List<String> text(List<int[]> listed) {
    return listed.stream().map(Arrays::toString).toList();
  }

  private static void requireSame(Optional<CountArray> found, Optional<CountArray> expected) {
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
        (option, random) ->
            new TriangleCount(
                (option & 1) != 0,
                (option & 2) != 0,
                (option & 4) != 0,
                (option & 8) != 0 ? Optional.of(Ordering.DEGENERACY) : Optional.empty()),
        false);
  }

  @Test
  void kCliques() {
    everyGraph(
        22,
        (option, random) -> {
          int smallest = 1 + option % 6;
          int largest = random.nextBoolean() ? KCliqueCount.ALL : smallest + random.nextInt(3);
          Optional<KCliqueMethod> method =
              random.nextInt(3) == 0
                  ? Optional.of(
                      random.nextBoolean() ? KCliqueMethod.PIVOTING : KCliqueMethod.ORIENTATION)
                  : Optional.empty();
          return new KCliqueCount(smallest, largest, false, method, Optional.empty());
        },
        true);
  }

  @Test
  void localKCliques() {
    everyGraph(
        22,
        (option, random) -> KCliqueCount.local(2 + option % 5, option % 3 != 0, option % 3 != 1),
        true);
  }

  @Test
  void maximumCliques() {
    everyGraph(
        26,
        (option, random) ->
            option % 3 == 0
                ? MaximumClique.one()
                : MaximumClique.all(option % 2 == 0 ? 1_000_000 : 1 + random.nextInt(5)),
        false);
  }

  @Test
  void maximalCliques() {
    everyGraph(
        24,
        (option, random) ->
            new MaximalCliques(
                1 + option % 4, option % 2 == 0, option % 5 == 0 ? 1 << 20 : 1 + random.nextInt(9)),
        false);
  }

  @Test
  void motifs() {
    everyGraph(
        16,
        (option, random) ->
            option == 15
                ? new MotifCensus(6, Optional.of(MotifMethod.FORMULAS))
                : new MotifCensus(
                    3 + option % 3,
                    option % 7 == 0 ? Optional.of(MotifMethod.PLANS) : Optional.empty()),
        false);
  }

  @Test
  void patterns() {
    everyGraph(
        16,
        (option, random) -> {
          List<Pattern> patterns = ConnectedPatterns.ofSize(2 + option % 5);
          Pattern pattern = patterns.get(random.nextInt(patterns.size()));
          Induced induced = random.nextBoolean() ? Induced.EDGE : Induced.VERTEX;
          long limit = random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(30);
          return new PatternMatch(pattern, induced, option % 3 == 0, limit);
        },
        true);
  }

  @Test
  void listings() {
    everyGraph(
        24,
        (option, random) ->
            new CliqueListing(
                1 + option % 5, random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(40)),
        true);
  }

  /** Its draws are over all roots: it has no parts, and a part that claims to be one is refused. */
  @Test
  void anEstimateIsNeverCut() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(RandomGraph.of(4, 20).build())) {
      Job job = CliqueEstimate.of(4);
      assertThat(PARTS.cut(graph, job, 5, JobControl.unbounded())).isEmpty();
      Part part = new Part(job, 0, RootRange.ALL, 0, 0, 1);
      assertThatThrownBy(() -> PARTS.run(graph, part, JobControl.unbounded()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("clique-estimate");
    }
  }

  @Test
  void labelledPatterns() {
    for (long seed = 0; seed < GRAPHS / 4; seed++) {
      Random random = new Random(seed);
      try (EdgeArray edges = EdgeArray.narrow()) {
        for (int i = 0; i < 40; i++) {
          edges.add(random.nextInt(14), 14 + random.nextInt(14));
          edges.add(random.nextInt(28), 28);
        }
        var built = GraphBuilder.build(edges);
        int[] labels = random.ints(built.vertexCount(), 0, 3).toArray();
        try (PreparedGraph.Owned graph = PreparedGraph.of(built, VertexLabels.of(labels))) {
          Job job =
              PatternMatch.count(
                  Pattern.parse("0-1,1-2,2-0;" + random.nextInt(3) + ",*,1"), Induced.EDGE);
          Found found = cut(graph, job, 1 + (int) (seed % 8), random).orElseThrow();
          requireSame(graph, job, found);
        }
      }
    }
  }

  @Test
  void aSumWithAPartMissingIsNoAnswer() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < 40; v++) {
        edges.add(0, v);
        edges.add(v, v % 39 + 1);
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        Job job = TriangleCount.total();
        PartPlan plan = PARTS.cut(graph, job, 6, JobControl.unbounded()).orElseThrow();
        PartialSum sum = new PartialSum(plan);
        for (Part part : plan.parts().subList(1, plan.parts().size())) {
          sum.add(part.index(), PARTS.run(graph, part, JobControl.unbounded()));
        }
        assertThat(sum.missing()).containsExactly(0);
        assertThatThrownBy(() -> PARTS.answer(graph, job, sum, JobControl.unbounded(), _ -> {}))
            .isInstanceOf(ComputeException.class)
            .hasMessageContaining("of " + plan.parts().size() + " parts");
        PartialSum same = new PartialSum(plan);
        same.add(1, PARTS.run(graph, plan.parts().get(1), JobControl.unbounded()));
        assertThat(sum.addAll(same)).isFalse();
        same.add(0, PARTS.run(graph, plan.parts().getFirst(), JobControl.unbounded()));
        assertThatThrownBy(() -> sum.addAll(same)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }
}
