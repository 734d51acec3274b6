package io.cliquestream.kernels.cpu.kclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.SmallGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Listed k-cliques against the list of all cliques. */
final class CliqueListingTest {
  private static final int GRAPHS = 1500;

  private static CpuEngine oneThread;
  private static CpuEngine threeThreads;

  @BeforeAll
  static void startEngines() {
    oneThread = new CpuEngine(1);
    threeThreads = new CpuEngine(3);
  }

  @AfterAll
  static void stopEngines() {
    oneThread.close();
    threeThreads.close();
  }

  private record Listing(Answer.Listed answer, List<List<Integer>> cliques) {}

  @Test
  void listsEveryCliqueOnceInTheSameOrderOnAnyThreads() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 14);
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        ReferenceCliques reference = new ReferenceCliques(SmallGraph.of(graph));
        int k = 1 + (int) (seed % (reference.cliqueNumber() + 2));
        Listing all = list(oneThread, prepared, k, Long.MAX_VALUE);
        Set<List<Integer>> expected = new HashSet<>();
        reference
            .ofSize(k)
            .forEach(set -> expected.add(Arrays.stream(SmallGraph.members(set)).boxed().toList()));

        assertThat(all.cliques).as("k = %d, %s", k, random).hasSize(expected.size());
        assertThat(new HashSet<>(all.cliques)).as("k = %d, %s", k, random).isEqualTo(expected);
        assertThat(all.answer).isEqualTo(new Answer.Listed(expected.size(), true));
        assertThat(list(threeThreads, prepared, k, Long.MAX_VALUE)).isEqualTo(all);
        for (int limit = Math.max(1, expected.size() - 1); limit <= expected.size(); limit++) {
          assertThat(list(threeThreads, prepared, k, limit))
              .as("k = %d, limit %d, %s", k, limit, random)
              .isEqualTo(
                  new Listing(
                      new Answer.Listed(limit, limit == expected.size()),
                      all.cliques.subList(0, limit)));
        }
      }
    }
  }

  @Test
  void goesOnBeyondItsBuffers() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < 48; v++) {
        for (int u = 0; u < v; u++) {
          edges.add(u, v);
        }
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        long[] count = {0};
        int[][] last = {new int[0]};
        Answer answer =
            threeThreads
                .run(
                    graph,
                    new CliqueListing(5, Long.MAX_VALUE),
                    JobControl.unbounded(),
                    clique -> {
                      count[0]++;
                      last[0] = clique;
                    })
                .answer();
        assertThat(answer).isEqualTo(new Answer.Listed(1_712_304, true));
        assertThat(count[0]).isEqualTo(1_712_304);
        assertThat(last[0]).hasSize(5);
      }
    }
  }

  @Test
  void aCancelFromTheSinkEndsIt() {
    RandomGraph random = RandomGraph.of(1, 14);
    try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
      JobControl control = JobControl.unbounded();
      List<int[]> taken = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  threeThreads.run(
                      prepared,
                      new CliqueListing(2, 1000),
                      control,
                      clique -> {
                        taken.add(clique);
                        control.cancel("one is enough");
                      }))
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
      assertThat(taken).hasSize(1);
    }
  }

  private static Listing list(CpuEngine engine, PreparedGraph graph, int k, long limit) {
    List<List<Integer>> cliques = new ArrayList<>();
    Answer answer =
        engine
            .run(
                graph,
                new CliqueListing(k, limit),
                JobControl.unbounded(),
                clique -> cliques.add(Arrays.stream(clique).boxed().toList()))
            .answer();
    return new Listing((Answer.Listed) answer, cliques);
  }
}
