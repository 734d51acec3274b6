package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graphs that the generator makes, counted on the GPU: what other programs counted on the same. */
@Tag("gpu")
final class GeneratedCliqueCountsTest {
  @ParameterizedTest(name = "rmat {0}, k = {1} and {3}")
  @CsvSource({
    "16, 4, 291310670, 6, 60164749598",
    "18, 4, 2273122050, 5, 55016427538",
    "20, 4, 17083772597, 5, 630818280869",
  })
  void countsOfGeneratedGraphsAreTheKnownOnes(
      int scale, int small, BigInteger known, int large, BigInteger alsoKnown) {
    var installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    try (CudaEngine gpu = CudaEngine.open(EngineOptions.DEFAULT);
        BenchedGraph graph =
            BenchedGraph.generate(
                List.of("rmat", Integer.toString(scale), "16", "0.57", "0.19", "0.19", "7"))) {
      PreparedGraph prepared = PreparedGraph.of(graph.graph());
      assertThat(count(gpu, prepared, small)).isEqualTo(known);
      assertThat(count(gpu, prepared, large)).isEqualTo(alsoKnown);
    }
  }

  private static BigInteger count(CudaEngine gpu, PreparedGraph graph, int k) {
    return ((Answer.KCliques) gpu.run(graph, KCliqueCount.of(k)).answer()).counts().get(k);
  }
}
