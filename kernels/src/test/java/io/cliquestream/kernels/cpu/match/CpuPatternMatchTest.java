package io.cliquestream.kernels.cpu.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.GraphFamily;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuPatternMatchTest {
  /** Everything small, so that searches, splits, full buffers and resumed ranges happen. */
  private static final MatchPolicy TINY = new MatchPolicy(512, 4, 2, 4, 8, 2, 2, 3, 1, 1_000);

  private static final CpuScheduler SCHEDULER = new CpuScheduler(3);

  @AfterAll
  static void stop() {
    SCHEDULER.close();
  }

  private static Answer.Matches match(
      PreparedGraph graph, PatternMatch job, MatchPolicy policy, ListingSink sink) {
    CpuJobRun run = new CpuJobRun(graph, JobControl.unbounded(), sink, SCHEDULER);
    return CpuPatternMatch.runByPlan(job, run, policy);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6})
  void everyConnectedPatternIsCountedAsBruteForceDoes(int size) {
    int graphs = size == 6 ? 10 : 40;
    int largest = size == 6 ? 9 : 10;
    long seed = 0;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      for (int i = 0; i < graphs; i++, seed++) {
        RandomGraph random = RandomGraph.of(seed, largest);
        try (var graph = PreparedGraph.of(random.build())) {
          var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
          for (Induced induced : Induced.values()) {
            MatchPolicy policy = i % 2 == 0 ? TINY : MatchPolicy.DEFAULT;
            var answer =
                match(graph, PatternMatch.count(pattern, induced), policy, ListingSink.NONE);
            assertThat(answer.matches())
                .as("%s %s in %s", pattern, induced, random)
                .isEqualTo(BigInteger.valueOf(reference.matches(pattern, induced)));
            assertThat(answer.complete()).isTrue();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6})
  void everyMatchIsListedOnceWhateverTheBuffers(int size) {
    long seed = 1000;
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      for (int i = 0; i < 3; i++, seed++) {
        RandomGraph random = RandomGraph.of(seed, size == 6 ? 8 : 9);
        try (var graph = PreparedGraph.of(random.build())) {
          var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
          for (Induced induced : Induced.values()) {
            String about = pattern + " " + induced + " in " + random;
            long expected = reference.matches(pattern, induced);
            List<int[]> listed = list(graph, pattern, induced, expected + 5, TINY, true);
            assertThat(listed).as(about).hasSize((int) expected);
            Set<String> distinct = new HashSet<>();
            for (int[] match : listed) {
              assertThat(reference.isMatch(pattern, induced, match)).as(about).isTrue();
              assertThat(distinct.add(subgraph(pattern, match))).as(about).isTrue();
            }
            List<int[]> again =
                list(graph, pattern, induced, Math.max(1, expected), MatchPolicy.DEFAULT, true);
            for (int j = 0; j < again.size(); j++) {
              assertThat(again.get(j)).as(about).isEqualTo(listed.get(j));
            }
            if (expected > 1) {
              List<int[]> first = list(graph, pattern, induced, expected - 1, TINY, false);
              assertThat(first).as(about).hasSize((int) expected - 1);
              assertThat(first.getLast()).as(about).isEqualTo(listed.get((int) expected - 2));
            }
          }
        }
      }
    }
  }

  private static List<int[]> list(
      PreparedGraph graph,
      Pattern pattern,
      Induced induced,
      long limit,
      MatchPolicy policy,
      boolean complete) {
    List<int[]> listed = new ArrayList<>();
    var answer = match(graph, new PatternMatch(pattern, induced, true, limit), policy, listed::add);
    assertThat(answer.matches()).isEqualTo(BigInteger.valueOf(listed.size()));
    assertThat(answer.complete()).isEqualTo(complete);
    return listed;
  }

  /** The matched edges, whatever the order of the vertices. */
  private static String subgraph(Pattern pattern, int[] match) {
    Set<String> edges = new TreeSet<>();
    for (int i = 0; i < match.length; i++) {
      for (int j = i + 1; j < match.length; j++) {
        if (pattern.hasEdge(i, j)) {
          edges.add(Math.min(match[i], match[j]) + "-" + Math.max(match[i], match[j]));
        }
      }
    }
    return edges.toString();
  }

  @Test
  void patternsOfSevenAndEightVerticesAreCountedAsBruteForceDoes() {
    List<Pattern> patterns =
        List.of(
            Pattern.parse("0-1,1-2,2-3,3-4,4-5,5-6,6-0"),
            Pattern.parse("0-1,0-2,0-3,0-4,0-5,0-6"),
            Pattern.parse("0-1,1-2,2-0,2-3,3-4,4-5,5-6,6-4"),
            Pattern.parse("0-1,1-2,2-3,3-0,4-5,5-6,6-7,7-4,0-4,1-5,2-6,3-7"),
            Pattern.parse("0-1,0-2,0-3,1-4,1-5,2-6,3-7"),
            Pattern.parse("0-1,0-2,0-3,0-4,0-5,0-6,0-7,1-2,3-4,5-6"));
    for (long seed = 0; seed < 12; seed++) {
      RandomGraph random = RandomGraph.of(seed, GraphFamily.MEDIUM, 9);
      try (var graph = PreparedGraph.of(random.build())) {
        var reference = new ReferencePatterns(SmallGraph.of(graph.graph()));
        for (Pattern pattern : patterns) {
          for (Induced induced : Induced.values()) {
            assertThat(
                    match(graph, PatternMatch.count(pattern, induced), TINY, ListingSink.NONE)
                        .matches())
                .as("%s %s in %s", pattern, induced, random)
                .isEqualTo(BigInteger.valueOf(reference.matches(pattern, induced)));
          }
        }
      }
    }
  }

  @Test
  void countsBeyond64BitsAreExact() {
    int leaves = 40_000;
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int leaf = 1; leaf <= leaves; leaf++) {
        edges.add(0, leaf);
      }
      try (var graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        BigInteger expected = BigInteger.ONE;
        for (int i = 0; i < 7; i++) {
          expected = expected.multiply(BigInteger.valueOf(leaves - i));
        }
        Pattern star = Pattern.parse("0-1,0-2,0-3,0-4,0-5,0-6,0-7");
        assertThat(
                match(
                        graph,
                        PatternMatch.count(star, Induced.EDGE),
                        MatchPolicy.DEFAULT,
                        ListingSink.NONE)
                    .matches())
            .isEqualTo(expected.divide(BigInteger.valueOf(5_040)));
      }
    }
  }

  @Test
  void aCancelEndsCountingInsideOneRoot() {
    try (var graph = PreparedGraph.of(complete(200))) {
      JobControl control = JobControl.unbounded();
      Pattern cycle = Pattern.parse("0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0");
      CpuJobRun run = new CpuJobRun(graph, control, ListingSink.NONE, SCHEDULER);
      Thread canceller =
          Thread.startVirtualThread(
              () -> {
                while (control.progress().phase() != Phase.COMPUTING) {
                  Thread.onSpinWait();
                }
                control.cancel("test");
              });
      assertThatThrownBy(
              () ->
                  CpuPatternMatch.runByPlan(
                      PatternMatch.count(cycle, Induced.EDGE), run, MatchPolicy.DEFAULT))
          .isInstanceOf(StoppedException.class);
      assertThat(canceller.isDaemon()).isTrue();
    }
  }

  @Test
  void aCancelFromTheSinkEndsAListing() {
    try (var graph = PreparedGraph.of(complete(60))) {
      JobControl control = JobControl.unbounded();
      List<int[]> listed = new ArrayList<>();
      ListingSink sink =
          match -> {
            listed.add(match);
            control.cancel("enough");
          };
      CpuJobRun run = new CpuJobRun(graph, control, sink, SCHEDULER);
      Pattern cycle = Pattern.parse("0-1,1-2,2-3,3-0");
      assertThatThrownBy(
              () ->
                  CpuPatternMatch.run(
                      new PatternMatch(cycle, Induced.EDGE, true, Long.MAX_VALUE), run))
          .isInstanceOf(StoppedException.class);
      assertThat(listed).hasSize(1);
    }
  }

  private static Graph complete(int n) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          edges.add(u, v);
        }
      }
      return GraphBuilder.build(edges);
    }
  }
}
