package io.cliquestream.kernels.change.standing;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.ChangeStream;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.ReferenceCores;
import io.cliquestream.kernels.reference.ReferenceTriangles;
import io.cliquestream.kernels.reference.SmallGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Answers that follow changes are those that looking at all subsets gives. */
final class BruteForceTest {
  private static final ChangePolicy SMALL = new ChangePolicy(0.7, 16, 1 << 12, 1);
  private static final long STREAMS = Long.getLong("cliquestream.streams", 240);

  private static final List<Job> JOBS =
      List.of(
          TriangleCount.total(),
          KCliqueCount.of(4),
          KCliqueCount.all(),
          MaximumClique.all(100_000),
          MaximalCliques.count(),
          new CoreDecomposition(true));

  @Test
  void everyAnswerOfManyStreamsIsThatOfBruteForce() {
    try (CpuEngine engine = new CpuEngine(1)) {
      Recount recount =
          (graph, wanted, control) -> engine.run(graph, wanted, control, ListingSink.NONE).answer();
      for (long seed = 0; seed < STREAMS; seed++) {
        ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % 9));
        List<StandingJob> standing = new ArrayList<>();
        try (EvolvingGraph graph = EvolvingGraph.of(stream.base(), SMALL);
            GraphVersion first = graph.latest()) {
          for (Job job : JOBS) {
            standing.add(StandingJob.start(job, first, recount, JobControl.unbounded()));
          }
          for (int round = 0; round < 8; round++) {
            try (GraphVersion version = graph.apply(stream.next()).version();
                Graph now = stream.rebuilt()) {
              if (now.vertexCount() > 30) {
                break;
              }
              SmallGraph small = SmallGraph.of(now);
              for (StandingJob each : standing) {
                each.advance(version, JobControl.unbounded(), Optional.of(Method.INCREMENTAL));
                check(each.answer(), small, each.job() + ", " + stream + ", round " + round);
              }
            }
          }
        } finally {
          standing.forEach(StandingJob::close);
        }
      }
    }
  }

  private static void check(Answer answer, SmallGraph graph, String what) {
    ReferenceCliques cliques = new ReferenceCliques(graph);
    switch (answer) {
      case Answer.Triangles triangles ->
          assertThat(triangles.triangles().longValueExact())
              .as(what)
              .isEqualTo(new ReferenceTriangles(graph).total());
      case Answer.KCliques counts ->
          counts
              .counts()
              .forEach(
                  (size, count) ->
                      assertThat(count.longValueExact()).as(what).isEqualTo(cliques.count(size)));
      case Answer.Maximum maximum -> {
        assertThat(maximum.cliqueNumber()).as(what).isEqualTo(cliques.cliqueNumber());
        if (maximum.cliqueNumber() > 0) {
          assertThat(maximum.cliques().stream().map(Arrays::toString).toList())
              .as(what)
              .isEqualTo(cliques.maximumCliques().stream().map(Arrays::toString).toList());
        }
      }
      case Answer.Maximal maximal -> {
        assertThat(maximal.count().longValueExact()).as(what).isEqualTo(cliques.maximal().size());
        maximal
            .bySize()
            .forEach(
                (size, count) ->
                    assertThat(count.longValueExact())
                        .as(what)
                        .isEqualTo(
                            cliques.maximal().stream()
                                .filter(clique -> Integer.bitCount(clique) == size)
                                .count()));
      }
      case Answer.CoreNumbers found -> {
        ReferenceCores cores = new ReferenceCores(graph);
        assertThat(found.degeneracy()).as(what).isEqualTo(cores.degeneracy());
        found
            .byCore()
            .forEach(
                (core, count) ->
                    assertThat(count.longValueExact()).as(what).isEqualTo(cores.vertices(core)));
        for (int v = 0; v < graph.vertexCount(); v++) {
          assertThat(found.perVertex().orElseThrow().get(v).intValueExact())
              .as(what)
              .isEqualTo(cores.of(v));
        }
      }
      default -> throw new AssertionError(answer);
    }
  }
}
