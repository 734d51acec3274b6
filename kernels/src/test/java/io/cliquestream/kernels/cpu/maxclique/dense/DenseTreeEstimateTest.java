package io.cliquestream.kernels.cpu.maxclique.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mean of many descents is the length of the proof. */
final class DenseTreeEstimateTest {
  private static final int DESCENTS = 2_000;

  private record Whole(BitGraph graph, Incumbent incumbent) implements DenseSearch.Task {
    @Override
    public int[] prefix() {
      return new int[0];
    }

    @Override
    public void pause(DenseSearch search) {
      // nothing to share
    }

    @Override
    public void checkStopped() {
      // runs to its end
    }
  }

  @ParameterizedTest
  @CsvSource({"100,0.5,1", "110,0.6,2", "90,0.7,3", "150,0.4,4", "60,0.8,5", "80,0.8,6"})
  void descentsAreWithoutBias(int n, double density, long seed) {
    MaximumCliquePolicy policy = MaximumCliquePolicy.DEFAULT;
    Random random = new Random(seed);
    BitGraph graph = BitGraph.empty(n, IntStream.range(0, n).toArray());
    for (int v = 1; v < n; v++) {
      for (int u = 0; u < v; u++) {
        if (random.nextDouble() < density) {
          graph.connect(u, v);
        }
      }
    }
    Incumbent first = new Incumbent(false);
    new DenseSearch(policy, null).run(new Whole(graph, first));
    Incumbent known = new Incumbent(false, first.size());
    DenseSearch proof = new DenseSearch(policy, null);
    proof.run(new Whole(graph, known));
    double nodes = 0;
    double work = 0;
    var tree =
        new DenseTreeEstimate(policy, new StopMeter(StopCheck.NEVER), new SplittableRandom(seed));
    for (int i = 0; i < DESCENTS; i++) {
      DenseTreeEstimate.Tree one = tree.descend(graph, 0, known);
      nodes += one.nodes() / DESCENTS;
      work += one.work() / DESCENTS;
    }
    assertThat(known.size()).as("descents offer nothing").isEqualTo(first.size());
    assertThat(nodes)
        .as("nodes")
        .isCloseTo((double) proof.nodes(), within(0.12 * proof.nodes() + 1e-9));
    assertThat(work).as("words").isCloseTo((double) proof.work(), within(0.12 * proof.work()));
  }
}
