package io.cliquestream.kernels.cpu.maximalclique;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.MaximalCliques;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sample of roots, and what it says of all of them. Seeds are fixed, so are the forecasts. */
final class MaximalForecastTest {
  @ParameterizedTest
  @CsvSource({
    "20000,5,40,0.6,1,false",
    "3000,20,60,0.7,2,false",
    "160,30,150,0.65,3,true",
    "2,1,2,1,4,false"
  })
  void cliquesAreThoseOfTheEnumeration(
      int n, int edgesEach, int spot, double density, long seed, boolean magnitude) {
    try (PreparedGraph.Owned graph = denseSpot(n, edgesEach, spot, density, seed);
        CpuEngine engine = new CpuEngine(1)) {
      MaximalForecast forecast =
          MaximalForecast.of(
              graph.oriented(Ordering.DEGENERACY, JobControl.unbounded()),
              JobControl.unbounded(),
              1,
              false);
      double cliques =
          ((Answer.Maximal) engine.run(graph, MaximalCliques.count()).answer())
              .count()
              .doubleValue();
      assertThat(forecast.cliques() / cliques).isBetween(0.6, 1.6);
      assertThat(forecast.magnitude()).isEqualTo(magnitude);
    }
  }

  /** A sparse random graph of so many edges a vertex, and a dense one on its first vertices. */
  private static PreparedGraph.Owned denseSpot(
      int n, int edgesEach, int spot, double density, long seed) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < n; v++) {
        for (int i = 0; i < edgesEach; i++) {
          edges.add(random.nextInt(v), v);
        }
      }
      for (int v = 1; v < spot; v++) {
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
