package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.enumerate.EnumerationProgram;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.pattern.CanonicalCode;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The census by visiting every subgraph, and a caller's own program, against brute force. */
@Tag("gpu")
final class CudaEnumerationTest {
  private static final String KERNELS = "cliquestream.cuda.test.kernels";

  private static CudaEngine gpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  @Test
  void theCensusOfThreeToSixVerticesIsThatOfBruteForce() {
    for (int size = 3; size <= 6; size++) {
      Map<Integer, CanonicalCode> names = new HashMap<>();
      ConnectedPatterns.ofSize(size)
          .forEach(p -> names.put(ReferencePatterns.code(p), CanonicalCode.of(p)));
      for (long seed = 0; seed < 30; seed++) {
        RandomGraph random = RandomGraph.of(seed, 16);
        try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
          Map<CanonicalCode, Long> expected = new HashMap<>();
          names.values().forEach(name -> expected.put(name, 0L));
          new ReferencePatterns(SmallGraph.of(graph.graph()))
              .motifs(size)
              .forEach((code, count) -> expected.put(names.get(code), count));
          assertThat(gpu.census(graph, size, JobControl.unbounded()))
              .as("census of %d of %s", size, random)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void theDictionaryOfSevenVerticesHasEveryConnectedGraphOnce() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(RandomGraph.of(1, 12).build())) {
      Map<CanonicalCode, Long> census = gpu.census(graph, 7, JobControl.unbounded());
      assertThat(census).hasSize(853);
      census.keySet().forEach(code -> assertThat(CanonicalCode.of(code.pattern())).isEqualTo(code));
    }
  }

  @Test
  void theCensusOfSevenVerticesIsThatOfBruteForce() {
    for (long seed = 0; seed < 8; seed++) {
      RandomGraph random = RandomGraph.of(seed, 12);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        Map<Integer, Long> expected = new ReferencePatterns(SmallGraph.of(graph.graph())).motifs(7);
        Map<Integer, Long> found = new HashMap<>();
        gpu.census(graph, 7, JobControl.unbounded())
            .forEach(
                (code, count) -> {
                  if (count != 0) {
                    found.put(ReferencePatterns.code(code.pattern()), count);
                  }
                });
        assertThat(found).as("census of 7 of %s", random).isEqualTo(expected);
      }
    }
  }

  @Test
  void quasiCliquesCountedByAProgramOfTheCallersAreThoseOfBruteForce() throws IOException {
    byte[] image = Files.readAllBytes(module());
    for (long seed = 0; seed < 40; seed++) {
      RandomGraph random = RandomGraph.of(seed, 14);
      int vertices = (int) (3 + seed % 3);
      long percent = 50 + 10 * (seed % 5);
      EnumerationProgram program =
          gpu.loadProgram(image, "quasi_cliques", vertices, 29, List.of(percent));
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        assertThat(gpu.enumerate(graph, program, JobControl.unbounded()))
            .as("%d%% quasi-cliques of %d vertices of %s", percent, vertices, random)
            .isEqualTo(quasiCliques(SmallGraph.of(graph.graph()), vertices, percent));
      }
    }
  }

  private static Path module() {
    String kernels = System.getProperty(KERNELS);
    assumeTrue(kernels != null, "no test kernels: set " + KERNELS);
    return Path.of(kernels).resolveSibling("quasi_clique_kernels.fatbin");
  }

  /** By number of edges. */
  private static long[] quasiCliques(SmallGraph graph, int size, long percent) {
    long[] found = new long[29];
    int wanted = (int) ((percent * (size - 1) + 99) / 100);
    for (int set = 0; set < 1 << graph.vertexCount(); set++) {
      if (Integer.bitCount(set) == size) {
        int ends = 0;
        int least = size;
        for (int v = 0; v < graph.vertexCount(); v++) {
          if ((set >> v & 1) != 0) {
            int degree = 0;
            for (int other = 0; other < graph.vertexCount(); other++) {
              boolean inside = (set >> other & 1) != 0 && other != v;
              degree += inside && graph.hasEdge(v, other) ? 1 : 0;
            }
            ends += degree;
            least = Math.min(least, degree);
          }
        }
        // At half the degree or more a set is connected.
        found[ends / 2] += least >= wanted ? 1 : 0;
      }
    }
    return found;
  }

  @Test
  void aDeadlineEndsACensusThatWouldTakeHours() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(2))) {
      JobControl control = JobControl.within(Duration.ofMillis(300));
      assertThatThrownBy(() -> gpu.census(graph, 7, control)).isInstanceOf(StoppedException.class);
      assertThat(gpu.census(graph, 3, JobControl.unbounded())).hasSize(2);
    }
  }

  @Test
  void aCensusOfEightVerticesIsRefused() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(RandomGraph.of(1, 12).build())) {
      assertThatThrownBy(() -> gpu.census(graph, 8, JobControl.unbounded()))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
    }
  }
}
