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
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.memory.LargeArena;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Answers that follow changes are those that an engine gives for the graph after them. */
final class StandingJobTest {
  private static final ChangePolicy SMALL = new ChangePolicy(0.7, 16, 1 << 12, 2);
  private static final long STREAMS = Long.getLong("cliquestream.streams", 160);

  static void follow(Job job, long streams, int largest) {
    long before = LargeArena.liveBytes();
    try (CpuEngine engine = new CpuEngine(2)) {
      Recount recount =
          (graph, wanted, control) ->
              engine.run(graph, wanted, control, ListingSink.NONE).answer();
      for (long seed = 0; seed < streams; seed++) {
        ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % (largest - 3)));
        try (EvolvingGraph graph = EvolvingGraph.of(stream.base(), SMALL);
            GraphVersion first = graph.latest()) {
          StandingJob standing =
              StandingJob.start(job, first, recount, JobControl.unbounded());
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
                assertThat(advance.method()).isNotEqualTo(Method.RECOUNTED);
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
      assertThat(LargeArena.liveBytes()).isEqualTo(before);
    }
  }

  private static void check(
      Answer answer, ChangeStream stream, CpuEngine engine, Job job, String what) {
    Graph graph = stream.rebuilt();
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
      Answer wanted = engine.run(prepared, job).answer();
      assertThat(Answers.text(answer)).as(what).isEqualTo(Answers.text(wanted));
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
}
