package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.graph.DeviceGraphCache;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.maxclique.CudaMaximumClique;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Neither search runs out of memory: with 64 MiB, 256 MiB and 1 GiB beside the graph both find one
 * maximum clique and all of them.
 */
@Tag("gpu")
final class CudaMaximumCliqueBudgetTest {
  private static final List<Long> BUDGETS = List.of(64L << 20, 256L << 20, 1L << 30);

  /** A search takes at most this share of a device's budget. */
  private static final long SHARE = 4;

  /** Where the paper's bounds are too weak, colors are not. */
  private static final BreadthFirst COLORED =
      new BreadthFirst(
          0,
          BreadthFirst.Orientation.DEGREE,
          BreadthFirst.SubLists.RISING_DEGREE,
          false,
          0,
          BreadthFirst.WindowOrder.DESCENDING,
          0,
          24);

  private static CudaLibrary library;
  private static CudaDevice device;
  private static DeviceGraphCache graphs;

  @BeforeAll
  static void open() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    library = installation.openLibrary();
    device = CudaDevice.open(installation.devices().getFirst(), DevicePolicy.DEFAULT);
    graphs = new DeviceGraphCache(device, library, device.memoryUse().budget() / 2);
  }

  @AfterAll
  static void close() {
    if (graphs != null) {
      graphs.close();
      device.close();
    }
  }

  /** Graphs whose maximum cliques are few enough to be all found in a moment. */
  @ParameterizedTest
  @CsvSource({
    "ca-actors-notredame, 294, 1, true",
    "cnr-2000, 84, 3, true",
    "ego-twitter, 71, 4, true",
    "socfb-Cornell5, 40, 632, true",
    "socfb-JohnsHopkins55, 44, 12, true",
    "soc-Epinions1, 23, 18, true",
    "email-Enron, 20, 6, true",
    "soc-Slashdot0902, 27, 104, true",
    "ca-AstroPh, 57, 1, true",
    "ca-CondMat, 26, 1, true",
    "wiki-Vote, 17, 23, true",
    "facebook_combined, 69, 43616, true",
    "brock200_4, 17, 1, true",
    "brock400_4, 33, 1, false",
    "C125.9, 34, 924, true",
    "keller4, 11, 2304, true",
    "hamming8-4, 16, 480, true",
    "hamming10-2, 512, 2, false",
    "p_hat1500-1, 12, 1, true",
    "sanr400_0.7, 21, 140, false",
    "c-fat500-10, 126, 3, true",
  })
  void oneAndAllAreFoundInEveryBudget(String name, int size, long number, boolean breadthFirst) {
    Graph graph = read(name);
    for (long budget : BUDGETS) {
      one(graph, budget, MaximumClique.one(), size);
      all(graph, budget, MaximumClique.all(number), size, number);
      if (breadthFirst) {
        one(graph, budget, breadthFirst(false, 1), size);
        all(graph, budget, breadthFirst(true, number), size, number);
      }
    }
  }

  /**
   * Dense graphs that take seconds. The host counts the maximum cliques of the last three: those of
   * MANN_a27 are 2,106 · 3³⁶ · 2⁴⁵, one for each choice of 9 points of which no three are on a line
   * in a space of 27 and each choice in the triangles that these leave, and those of johnson32-2-4
   * the perfect matchings of 32 points.
   */
  @ParameterizedTest
  @CsvSource({
    "C250.9, 44, 871",
    "p_hat700-3, 62, 1067",
    "keller5, 27, 53760",
    "johnson32-2-4, 16, 191898783962510625",
    "MANN_a27, 126, 11121755456317986744441919852511232",
  })
  void oneIsFoundInEveryBudgetAndAllAreCounted(String name, int size, BigInteger number) {
    Graph graph = read(name);
    for (long budget : BUDGETS) {
      one(graph, budget, MaximumClique.one(), size);
    }
    Answer.Maximum all = run(graph, BUDGETS.get(1), MaximumClique.all(20));
    assertThat(all.count()).contains(number);
    assertThat(all.cliques()).hasSize(20).allMatch(clique -> clique.length == size);
  }

  private static Graph read(String name) {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    Path file = folder.orElseThrow().resolve(name + ".el32.zst");
    assumeTrue(Files.exists(file), () -> "the folder of graphs has no " + name);
    return RealGraphs.read(folder.orElseThrow(), name);
  }

  private static MaximumClique breadthFirst(boolean all, long limit) {
    return new MaximumClique(
        all, limit, Optional.empty(), Optional.of(CliqueSearch.BREADTH_FIRST), COLORED);
  }

  private static void one(Graph graph, long budget, MaximumClique job, int size) {
    Answer.Maximum found = run(graph, budget, job);
    assertThat(found.cliqueNumber()).isEqualTo(size);
    assertThat(found.upperBound()).isEqualTo(size);
    assertThat(found.cliques()).hasSize(1).allMatch(clique -> clique.length == size);
  }

  private static void all(Graph graph, long budget, MaximumClique job, int size, long number) {
    Answer.Maximum found = run(graph, budget, job);
    assertThat(found.cliqueNumber()).isEqualTo(size);
    assertThat(found.count()).contains(BigInteger.valueOf(number));
    assertThat((long) found.cliques().size()).isEqualTo(number);
  }

  private static Answer.Maximum run(Graph graph, long budget, MaximumClique job) {
    var search = new CudaMaximumClique(library, SHARE * budget, graph, job);
    Answer.Maximum found = graphs.run(graph, JobControl.within(Duration.ofMinutes(1)), search);
    assertThat(Long.parseLong(search.plan().get("working-bytes"))).isLessThanOrEqualTo(budget);
    return found;
  }
}
