package io.cliquestream.kernels.cpu.kclique.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.reference.DenseSpot;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sample of roots stands for. Seeds are fixed, so are the samples. */
final class RootSampleTest {
  /**
   * Many edges without a clique of ten, and a few dozen vertices that hold them all: samples over
   * the squares of out-degrees predicted 30 to 90 times too little.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void samplesMissedTheFewRootsThatWereNearlyAllTheWork(long seed) {
    try (PreparedGraph.Owned graph = DenseSpot.of(30_000, 6, 45, 0.75, seed);
        CpuEngine engine = new CpuEngine(1)) {
      OrientedGraph oriented = graph.oriented(Ordering.DEGENERACY);
      KCliquePlanner.Plan plan = new KCliquePlanner(oriented, JobControl.unbounded()).plan(10, 10);
      var job =
          new KCliqueCount(
              10,
              10,
              false,
              Optional.of(KCliqueMethod.ORIENTATION),
              Optional.of(Ordering.DEGENERACY));
      double steps = Double.parseDouble(engine.run(graph, job).plan().get("steps"));
      assertThat(plan.orientationSteps()).as("steps").isBetween(steps / 3, steps * 3);
    }
  }

  @Test
  void membersStandForAllCost() {
    for (long seed = 0; seed < 50; seed++) {
      int n = 2 + (int) seed * 40;
      try (PreparedGraph.Owned graph =
          DenseSpot.of(n, 1 + (int) (seed % 7), 2 + n / 20, 0.5, seed)) {
        OrientedGraph oriented = graph.oriented(Ordering.DEGENERACY);
        List<RootSample.Member> members =
            new RootSample(oriented, JobControl.unbounded(), KCliquePolicy.SAMPLED_ROOTS).members();
        double all = 0;
        for (int root = 0; root < oriented.vertexCount(); root++) {
          all += RootCost.of(oriented, root);
        }
        double sampled = 0;
        Set<Integer> roots = new HashSet<>();
        for (RootSample.Member member : members) {
          sampled += member.weight() * RootCost.of(oriented, member.root());
          assertThat(roots.add(member.root())).as("root %d again", member.root()).isTrue();
        }
        assertThat(sampled / all).as("seed %d", seed).isBetween(0.999, 1.001);
        assertThat(members.size()).isLessThanOrEqualTo(48);
        assertThat(oriented.outDegree(members.getFirst().root()))
            .as("the first is of the class of largest degree")
            .isGreaterThanOrEqualTo((int) (oriented.maximumOutDegree() * 0.7));
      }
    }
  }
}
