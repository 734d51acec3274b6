package io.cliquestream.loadgen.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.ContractException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

final class GeneratedGraphTest {
  private static final GeneratorLimits ROOMY = new GeneratorLimits(2, 64 << 20);

  private record Digest(String sha256, long edges) {}

  @TestFactory
  List<DynamicTest> bytesAreThePublishedOnes() {
    return goldenLines().stream()
        .map(
            line -> {
              String[] words = line.split(" ", 3);
              return DynamicTest.dynamicTest(
                  words[2],
                  () ->
                      assertThat(digest(model(words[2]), ROOMY))
                          .isEqualTo(new Digest(words[0], Long.parseLong(words[1]))));
            })
        .toList();
  }

  @Test
  void threadsAndRoundsDoNotChangeTheBytes() throws Exception {
    var model = model("rmat 13 8 0.57 0.19 0.19 5");
    Digest expected = digest(model, ROOMY);
    for (int threads = 1; threads <= 4; threads++) {
      var tight = new GeneratorLimits(threads, 100_000);
      try (var graph = GeneratedGraph.open(model, tight)) {
        assertThat(graph.rounds()).isGreaterThan(3);
      }
      assertThat(digest(model, tight)).isEqualTo(expected);
    }
  }

  @Test
  void edgesAscendAreDistinctAndHaveNoLoops() {
    for (String words :
        List.of(
            "rmat 12 8 0.57 0.19 0.19 3",
            "ba 3000 5 3",
            "ws 3000 6 0.2 3",
            "er 3000 20000 3",
            "grid3d 9 9 9 26",
            "planted 3000 5000 30 4 3")) {
      try (var graph = GeneratedGraph.open(model(words), ROOMY)) {
        long[] last = {-1};
        graph.forEach(
            (from, to) -> {
              assertThat(from).as(words).isLessThan(to);
              assertThat(to).as(words).isLessThan(graph.model().vertices());
              assertThat((from << 32) | to).as(words).isGreaterThan(last[0]);
              last[0] = (from << 32) | to;
            });
        assertThat(last[0]).as(words).isNotNegative();
      }
    }
  }

  @Test
  void meshesHaveTheirExactNumberOfEdges() throws Exception {
    assertThat(digest(new Grid3d(4, 5, 6, 6), ROOMY).edges())
        .isEqualTo(3 * 5 * 6 + 4 * 4 * 6 + 4 * 5 * 5);
    assertThat(digest(new Grid3d(2, 2, 2, 26), ROOMY).edges()).isEqualTo(8 * 7 / 2);
  }

  @Test
  void aRingWithoutRewiringIsALattice() throws Exception {
    assertThat(digest(new WattsStrogatz(100, 6, 0, 1), ROOMY).edges()).isEqualTo(300);
  }

  @Test
  void plantedCliquesAreComplete() throws Exception {
    assertThat(digest(new Planted(1_000, 0, 40, 1, 8), ROOMY).edges()).isEqualTo(40 * 39 / 2);
    assertThat(digest(new Planted(40, 0, 40, 1, 8), ROOMY).edges()).isEqualTo(40 * 39 / 2);
  }

  @Test
  void aPermutationIsABijection() {
    for (int size = 1; size <= 300; size++) {
      var permutation = new IdPermutation(size, 17L * size);
      boolean[] taken = new boolean[size];
      for (int id = 0; id < size; id++) {
        int image = (int) permutation.apply(id);
        assertThat(taken[image]).as("size %d", size).isFalse();
        taken[image] = true;
      }
    }
  }

  @Test
  void aGraphThatDoesNotFitItsMemoryIsRefused() {
    assertThatThrownBy(() -> GeneratedGraph.open(model("er 2 1000 1"), new GeneratorLimits(1, 64)))
        .isInstanceOf(ContractException.class)
        .hasMessageContaining("bytes");
  }

  @Test
  void anUnfinishedFileIsNeverLeftBehind(@TempDir Path folder) throws IOException {
    Path target = folder.resolve("target");
    Files.createDirectories(target.resolve("occupied"));
    try (var graph = GeneratedGraph.open(model("er 10 20 1"), ROOMY)) {
      assertThatThrownBy(() -> EdgeFileWriter.write(graph, target)).isInstanceOf(IOException.class);
    }
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(target);
    }
  }

  @Test
  void wordsThatAreNoModelAreRefusedWithTheRightForm() {
    for (String words :
        List.of(
            "tree 5",
            "rmat 10 16 0.57 0.19 0.19",
            "rmat 32 16 0.57 0.19 0.19 1",
            "rmat 10 16 0.9 0.9 0.9 1",
            "rmat 10 16 NaN 0.1 0.1 1",
            "rmat 10 NaN 0.1 0.1 0.1 1",
            "ba 0 1 1",
            "ba 4294967295 4294967295 1",
            "ws 10 2 1.5 1",
            "er 4294967296 1 1",
            "er 10 -1 1",
            "grid3d 5000 5000 5000",
            "grid3d 2 2 2 7",
            "planted 10 5 11 1 1")) {
      assertThatThrownBy(() -> model(words))
          .as(words)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("null");
    }
  }

  private static GraphModel model(String words) {
    List<String> list = new ArrayList<>(List.of(words.split(" ", -1)));
    boolean permuted = list.getFirst().equals("-p");
    var model = GraphModelParser.parse(permuted ? list.subList(1, list.size()) : list);
    return permuted ? new Permuted(model) : model;
  }

  private static Digest digest(GraphModel model, GeneratorLimits limits)
      throws IOException, NoSuchAlgorithmException {
    var sha256 = MessageDigest.getInstance("SHA-256");
    try (var graph = GeneratedGraph.open(model, limits);
        var out =
            Channels.newChannel(new DigestOutputStream(OutputStream.nullOutputStream(), sha256))) {
      long edges = EdgeFileWriter.write(graph, out);
      return new Digest(HexFormat.of().formatHex(sha256.digest()), edges);
    }
  }

  private static List<String> goldenLines() {
    try (var in = GeneratedGraphTest.class.getResourceAsStream("/generated-graphs.txt")) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
