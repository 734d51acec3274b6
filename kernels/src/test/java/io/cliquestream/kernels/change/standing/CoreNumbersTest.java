package io.cliquestream.kernels.change.standing;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.ChangeStream;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.survey.Cores;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Core numbers that follow changes are those of peeling the graph after them. */
final class CoreNumbersTest {
  private static final ChangePolicy SMALL = new ChangePolicy(0.7, 16, 1 << 12, 1);
  private static final long STREAMS = Long.getLong("cliquestream.streams", 600);

  @Test
  void theyAreThoseOfPeelingAfterEveryBatch() {
    for (long seed = 0; seed < STREAMS; seed++) {
      ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % 26));
      try (EvolvingGraph graph = EvolvingGraph.of(stream.base(), SMALL);
          GraphVersion first = graph.latest()) {
        CoreNumbers cores = CoreNumbers.start(first, StopCheck.NEVER);
        check(cores, stream, "start");
        for (int round = 0; round < 10; round++) {
          String what = stream + ", round " + round;
          try (GraphVersion version = graph.apply(stream.next()).version()) {
            Advance advance =
                cores.advance(version, StopCheck.NEVER, Optional.of(Method.INCREMENTAL));
            assertThat(advance.method()).as(what).isNotEqualTo(Method.RECOUNTED);
            check(cores, stream, what);
            if (round % 5 == 2) {
              byte[] state = cores.save(1 << 16).orElseThrow();
              cores.close();
              cores = CoreNumbers.restore(version, state).orElseThrow();
              check(cores, stream, what);
              state[9] ^= 1;
              assertThat(CoreNumbers.restore(version, state)).isEmpty();
            }
          }
        }
        cores.close();
      }
    }
  }

  private static void check(CoreNumbers cores, ChangeStream stream, String what) {
    Graph graph = stream.rebuilt();
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
      Cores wanted = Cores.of(prepared, StopCheck.NEVER);
      int[] byVertex = cores.byVertex();
      assertThat(byVertex).as(what).hasSize(graph.vertexCount());
      for (int v = 0; v < byVertex.length; v++) {
        assertThat(byVertex[v]).as(what).isEqualTo(wanted.of(v));
        assertThat(cores.core(graph.originalId(v))).as(what).isEqualTo(wanted.of(v));
      }
      assertThat(cores.degeneracy()).as(what).isEqualTo(wanted.degeneracy());
    }
  }
}
