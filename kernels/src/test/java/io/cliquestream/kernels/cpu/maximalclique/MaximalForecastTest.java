package io.cliquestream.kernels.cpu.maximalclique;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.reference.DenseSpot;
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
    try (PreparedGraph.Owned graph = DenseSpot.of(n, edgesEach, spot, density, seed);
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
}
