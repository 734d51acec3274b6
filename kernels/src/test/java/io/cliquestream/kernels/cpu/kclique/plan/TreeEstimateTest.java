package io.cliquestream.kernels.cpu.kclique.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions for searches too long to be sampled. Seeds are fixed, so are the predictions. */
final class TreeEstimateTest {
  @ParameterizedTest
  @CsvSource({"70,0.7,1", "110,0.6,2", "150,0.4,3"})
  void estimateIsOfTheSearchesOrderOfMagnitude(int n, double density, long seed) {
    try (PreparedGraph.Owned graph = random(n, density, seed);
        CpuEngine engine = new CpuEngine(1)) {
      OrientedGraph oriented = graph.oriented(Ordering.DEGENERACY);
      double estimate = 0;
      for (int root = 0; root < n; root++) {
        estimate +=
            new PivotTreeEstimate(oriented, JobControl.unbounded(), 3, KCliqueCount.ALL)
                .steps(List.of(new RootSample.Member(root, 1)));
      }
      var job =
          new KCliqueCount(
              3,
              KCliqueCount.ALL,
              false,
              Optional.of(KCliqueMethod.PIVOTING),
              Optional.of(Ordering.DEGENERACY));
      double steps = Double.parseDouble(engine.run(graph, job).plan().get("steps"));
      assertThat(estimate).as("seed %d", seed).isBetween(steps / 5, steps * 5);
    }
  }

  @ParameterizedTest
  @CsvSource({"70,0.7,1,8", "110,0.6,2,6", "150,0.4,3,5", "300,0.3,4,5"})
  void estimateOfOrientationIsOfTheSearchesOrderOfMagnitude(
      int n, double density, long seed, int k) {
    try (PreparedGraph.Owned graph = random(n, density, seed);
        CpuEngine engine = new CpuEngine(1)) {
      OrientedGraph oriented = graph.oriented(Ordering.DEGENERACY);
      double estimate = 0;
      for (int root = 0; root < n; root++) {
        estimate +=
            new OrientationTreeEstimate(oriented, JobControl.unbounded(), k)
                .steps(List.of(new RootSample.Member(root, 1)));
      }
      var job =
          new KCliqueCount(
              k,
              k,
              false,
              Optional.of(KCliqueMethod.ORIENTATION),
              Optional.of(Ordering.DEGENERACY));
      double steps = Double.parseDouble(engine.run(graph, job).plan().get("steps"));
      assertThat(estimate).as("seed %d", seed).isBetween(steps / 5, steps * 5);
    }
  }

  @Test
  void hopelessJobSaysHowLongItWouldTake() {
    try (PreparedGraph.Owned graph = random(700, 0.93, 1);
        CpuEngine engine = new CpuEngine(2)) {
      // Every size by pivoting, and one size, for which both ways are too long.
      for (KCliqueCount job : List.of(KCliqueCount.all(), KCliqueCount.of(30))) {
        assertThatThrownBy(() -> engine.run(graph, job))
            .isInstanceOfSatisfying(
                ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.HOPELESS))
            .hasMessageContaining("years");
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
