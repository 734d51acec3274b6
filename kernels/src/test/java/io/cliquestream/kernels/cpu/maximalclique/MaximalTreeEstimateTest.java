package io.cliquestream.kernels.cpu.maximalclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.part.RootRange;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mean of many descents is what the enumeration itself finds and does. */
final class MaximalTreeEstimateTest {
  private static final int DESCENTS = 200;

  @ParameterizedTest
  @CsvSource({
    "40,0.5,1,1,false",
    "40,0.5,1,5,false",
    "40,0.5,1,1,true",
    "30,0.85,2,1,false",
    "30,0.85,2,1,true",
    "90,0.3,3,1,false",
    "80,0.6,4,1,false"
  })
  void descentsAreWithoutBias(int n, double density, long seed, int minimumSize, boolean listing) {
    MaximalCliquePolicy policy = MaximalCliquePolicy.DEFAULT;
    try (PreparedGraph.Owned prepared = random(n, density, seed)) {
      OrientedGraph graph = prepared.oriented(Ordering.DEGENERACY, JobControl.unbounded());
      StopMeter meter = new StopMeter(StopCheck.NEVER);
      RootEnumeration roots =
          new RootEnumeration(
              graph,
              CpuMaximalCliques.larger(graph, RootRange.ALL.within(n), meter),
              policy,
              minimumSize);
      roots.enumeration().output(listing ? clique -> {} : null);
      double cliques = 0;
      double words = 0;
      double estimatedCliques = 0;
      double estimatedWords = 0;
      for (int root = 0; root < n; root++) {
        if (graph.outDegree(root) == 0) {
          continue;
        }
        roots.enumeration().tally(new MaximalTally());
        long before = roots.enumeration().allWork();
        LargeEnumeration.Matrix matrix = roots.matrix(root);
        long read = roots.enumeration().allWork() - before;
        roots.run(root);
        var tree =
            new MaximalTreeEstimate(
                policy, minimumSize, listing, meter, new SplittableRandom(root));
        // A root that an earlier neighbour ends is left while its rows are read.
        boolean ended = tree.mean(matrix, 1, 0).work() == 0;
        words += ended ? 0 : roots.enumeration().allWork() - before - 2 * read;
        MaximalTally tally = roots.enumeration().tally();
        for (int size = 0; size < tally.sizes(); size++) {
          cliques += tally.count(size).doubleValue();
        }
        for (int i = 0; i < DESCENTS; i++) {
          MaximalTreeEstimate.Below below = tree.mean(matrix, 1, 0);
          estimatedCliques += below.cliques() / DESCENTS;
          estimatedWords += below.work() / DESCENTS;
        }
      }
      assertThat(estimatedCliques / cliques).as("cliques").isCloseTo(1, within(0.05));
      // What parts that are counted on their own take is told of in large pieces only.
      if (listing || density < 0.8) {
        assertThat(estimatedWords / words).as("words").isCloseTo(1, within(0.08));
      }
    }
  }

  private static PreparedGraph.Owned random(int n, double density, long seed) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < n; v++) {
        for (int u = 0; u < v; u++) {
          if (random.nextDouble() < density) {
            edges.add(u, v);
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }
}
