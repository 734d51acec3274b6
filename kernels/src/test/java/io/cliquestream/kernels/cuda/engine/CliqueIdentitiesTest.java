package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three algorithms, one number: with ω the clique number, the ω-cliques, the maximum cliques and
 * the maximal cliques of ω vertices are the same, and there is no larger clique of any of them.
 */
final class CliqueIdentitiesTest {

  private static void agree(Engine engine, String name) {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(
        folder.isPresent() && Files.exists(folder.get().resolve(name + ".el32.zst")),
        "the property cliquestream.graphs names no folder with this graph");
    try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
      var maximum = (Answer.Maximum) engine.run(graph, MaximumClique.all(1)).answer();
      int size = maximum.cliqueNumber();
      var cliques =
          (Answer.KCliques) engine.run(graph, KCliqueCount.range(size, size + 1)).answer();
      var maximal = (Answer.Maximal) engine.run(graph, MaximalCliques.count()).answer();
      assertThat(maximum.count()).contains(cliques.counts().get(size));
      assertThat(cliques.counts().getOrDefault(size + 1, BigInteger.ZERO)).isZero();
      assertThat(maximal.bySize().lastKey()).isEqualTo(size);
      assertThat(maximal.bySize().get(size)).isEqualTo(cliques.counts().get(size));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wiki-Vote",
        "ca-CondMat",
        "ca-AstroPh",
        "email-Enron",
        "socfb-JohnsHopkins55",
        "soc-Slashdot0902",
        "soc-Epinions1",
        "cnr-2000",
        "c-fat500-10"
      })
  void holdOnTheHost(String name) {
    try (CpuEngine engine = new CpuEngine(2)) {
      agree(engine, name);
    }
  }

  @Tag("gpu")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "wiki-Vote",
        "ca-CondMat",
        "ca-AstroPh",
        "email-Enron",
        "facebook_combined",
        "socfb-JohnsHopkins55",
        "soc-Slashdot0902",
        "soc-Epinions1",
        "socfb-Cornell5",
        "ego-twitter",
        "cnr-2000",
        "brock200_4",
        "keller4",
        "hamming8-4",
        "c-fat500-10",
        "p_hat1500-1"
      })
  void holdOnTheGpu(String name) {
    try (CudaEngine engine = Gpu.open()) {
      agree(engine, name);
    }
  }
}
