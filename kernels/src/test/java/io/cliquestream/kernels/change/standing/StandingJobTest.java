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
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
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
import io.cliquestream.kernels.memory.LiveMemory;
import io.cliquestream.kernels.pattern.MotifClass;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Answers that follow changes are those that an engine gives for the graph after them. */
final class StandingJobTest {
  private static final ChangePolicy SMALL = new ChangePolicy(0.7, 16, 1 << 12, 2);
  private static final long STREAMS = Long.getLong("cliquestream.streams", 48);

  static void follow(Job job, long streams, int largest) {
    long before = LiveMemory.settledBytes();
    try (CpuEngine engine = new CpuEngine(2)) {
      Recount recount =
          (graph, wanted, control) -> engine.run(graph, wanted, control, ListingSink.NONE).answer();
      for (long seed = 0; seed < streams; seed++) {
        ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % (largest - 3)));
        PreparedGraph.Owned base = prepared(stream.base());
        try (EvolvingGraph graph =
                EvolvingGraph.of(base, base::close, SMALL, Optional.of(StandingJobTest::label));
            GraphVersion first = graph.latest()) {
          StandingJob standing = StandingJob.start(job, first, recount, JobControl.unbounded());
          try {
            for (int round = 0; round < 10; round++) {
              String what = job + ", " + stream + ", round " + round;
              if (round % 4 == 3) {
                // Two batches at once.
                graph.apply(stream.next()).version().close();
              }
              try (GraphVersion version = graph.apply(stream.next()).version()) {
                Advance advance =
                    standing.advance(
                        version, JobControl.unbounded(), Optional.of(Method.INCREMENTAL));
                assertThat(advance.method() == Method.RECOUNTED)
                    .as(what)
                    .isIn(false, job instanceof MaximumClique);
                check(standing.answer(), stream, engine, job, what);
                if (round % 5 == 2) {
                  byte[] state = standing.save(1 << 20).orElseThrow();
                  standing.close();
                  standing = StandingJob.restore(job, version, state, recount).orElseThrow();
                  check(standing.answer(), stream, engine, job, what + ", restored");
                  state[state.length / 2] ^= 4;
                  assertThat(StandingJob.restore(job, version, state, recount)).isEmpty();
                }
              }
            }
          } finally {
            standing.close();
          }
        }
      }
    }
    if (job.equals(TriangleCount.total())) {
      // Arrays of other answers are the garbage collector's.
      LiveMemory.assertBackTo(before);
    }
  }

  private static void check(
      Answer answer, ChangeStream stream, CpuEngine engine, Job job, String what) {
    Graph graph = stream.rebuilt();
    try (PreparedGraph.Owned prepared = prepared(graph)) {
      Answer wanted = engine.run(prepared, job).answer();
      if (job.equals(MaximumClique.one())) {
        checkClique((Answer.Maximum) answer, (Answer.Maximum) wanted, graph, what);
      } else {
        assertThat(Answers.text(answer)).as(what).isEqualTo(Answers.text(wanted));
      }
    }
  }

  private static int label(long id) {
    return (int) Math.floorMod(id, 3L);
  }

  private static PreparedGraph.Owned prepared(Graph graph) {
    int[] labels = new int[graph.vertexCount()];
    for (int v = 0; v < labels.length; v++) {
      labels[v] = label(graph.originalId(v));
    }
    return PreparedGraph.of(graph, VertexLabels.of(labels));
  }

  /** Any clique of the right size is an answer. */
  private static void checkClique(
      Answer.Maximum answer, Answer.Maximum wanted, Graph graph, String what) {
    assertThat(answer.cliqueNumber()).as(what).isEqualTo(wanted.cliqueNumber());
    assertThat(answer.cliques()).as(what).hasSameSizeAs(wanted.cliques());
    for (int[] clique : answer.cliques()) {
      assertThat(clique).as(what).hasSize(wanted.cliqueNumber());
      for (int i = 0; i < clique.length; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(graph.hasEdge(clique[i], clique[j])).as(what).isTrue();
        }
      }
    }
  }

  @Test
  void triangles() {
    follow(TriangleCount.total(), 4 * STREAMS, 28);
  }

  @Test
  void trianglesOfVerticesAndEdgesAndClustering() {
    follow(new TriangleCount(true, true, true, Optional.empty()), STREAMS, 24);
    follow(new TriangleCount(false, false, true, Optional.empty()), STREAMS / 2, 24);
  }

  @Test
  void cliquesOfOneSize() {
    for (int k = 1; k <= 9; k++) {
      follow(KCliqueCount.of(k), STREAMS / 4, 24);
    }
  }

  @Test
  void cliquesOfManySizes() {
    follow(KCliqueCount.range(2, 5), STREAMS / 2, 24);
    follow(KCliqueCount.all(), STREAMS, 28);
  }

  @Test
  void cliquesOfVerticesAndEdges() {
    for (int k = 1; k <= 6; k++) {
      follow(KCliqueCount.local(k, true, true), STREAMS / 4, 22);
      follow(KCliqueCount.local(k, true, false), STREAMS / 8, 22);
      follow(KCliqueCount.local(k, false, true), STREAMS / 8, 22);
    }
  }

  @Test
  void maximumCliques() {
    follow(MaximumClique.one(), 2 * STREAMS, 26);
    follow(MaximumClique.all(1_000), STREAMS, 24);
    follow(MaximumClique.all(2), STREAMS / 2, 24);
  }

  @Test
  void maximalCliques() {
    follow(MaximalCliques.count(), 2 * STREAMS, 26);
    follow(new MaximalCliques(4, false, 1), STREAMS / 2, 26);
  }

  @Test
  void coreNumbers() {
    follow(new CoreDecomposition(true), 4 * STREAMS, 30);
    follow(CoreDecomposition.count(), STREAMS, 30);
  }

  @Test
  void patternsOfTwoToFiveVertices() {
    for (int size = 3; size <= 5; size++) {
      for (MotifClass motif : MotifClass.ofSize(size)) {
        for (Induced induced : Induced.values()) {
          follow(PatternMatch.count(motif.pattern(), induced), STREAMS / 12, 14);
        }
      }
    }
    follow(PatternMatch.count(Pattern.parse("0-1"), Induced.EDGE), STREAMS / 12, 14);
    follow(PatternMatch.count(Pattern.parse("0-1"), Induced.VERTEX), STREAMS / 12, 14);
  }

  @Test
  void patternsOfSixVertices() {
    for (String pattern : List.of("0-1,1-2,2-3,3-4,4-5,5-0", "0-1,0-2,1-2,2-3,3-4,4-5,3-5")) {
      for (Induced induced : Induced.values()) {
        follow(PatternMatch.count(Pattern.parse(pattern), induced), STREAMS / 12, 12);
      }
    }
  }

  @Test
  void patternsWithLabels() {
    for (String pattern :
        List.of(
            "0-1;1,2",
            "0-1,1-2;1,*,1",
            "0-1,1-2,2-0;0,1,2",
            "0-1,1-2,2-0;0,0,*",
            "0-1,1-2,2-3,3-0;0,1,0,*",
            "0-1,0-2,0-3;2,0,0,1")) {
      for (Induced induced : Induced.values()) {
        follow(PatternMatch.count(Pattern.parse(pattern), induced), STREAMS / 6, 16);
      }
    }
  }

  @Test
  void motifs() {
    follow(new MotifCensus(3), STREAMS / 2, 20);
    follow(new MotifCensus(4), STREAMS / 2, 16);
    follow(new MotifCensus(5), STREAMS / 4, 14);
  }
}
