package io.cliquestream.kernels.cuda.engine;

import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.byVertex;
import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Published and otherwise known counts, on the GPU. Graphs come out of the folder that {@code
 * cliquestream.graphs} names: those of its manifest, and of the table beside this class every graph
 * that the folder holds as NAME.el32.zst, such as com-orkut, which are not handed out with it.
 */
@Tag("gpu")
final class KnownCliqueCountsTest {
  private static final int[] SIZES = {3, 4, 5, 6, 8, 10};

  /** Largest count that listing clique by clique reaches in a moment. */
  private static final BigInteger LISTABLE = BigInteger.TEN.pow(9);

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

  private static Path folder() {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    return folder.orElseThrow();
  }

  @Test
  void everyCountOfTheManifestIsMatchedByEveryMethodThatReachesIt() throws IOException {
    Path folder = folder();
    for (Map<String, String> row : RealGraphs.manifest(folder)) {
      String name = row.get("name");
      if (!Files.exists(folder.resolve(name + ".el32.zst"))) {
        continue;
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder, name))) {
        for (int k : SIZES) {
          String known = row.getOrDefault(k == 3 ? "triangles" : "cliques" + k, "");
          if (known.matches("[0-9]+")) {
            check(graph, name, k, new BigInteger(known));
          }
        }
      }
    }
  }

  private static void check(PreparedGraph graph, String name, int k, BigInteger known) {
    List<Optional<KCliqueMethod>> methods = new ArrayList<>();
    methods.add(Optional.empty());
    if (known.compareTo(LISTABLE) < 0) {
      methods.add(Optional.of(KCliqueMethod.ORIENTATION));
    }
    for (Optional<KCliqueMethod> method : methods) {
      assertThat(count(gpu, graph, new KCliqueCount(k, k, false, method, Optional.empty())))
          .as("%d-cliques of %s by %s", k, name, method)
          .containsEntry(k, known);
    }
  }

  @Test
  void countsByVertexOfARealGraphAddUpToTheKnownOne() throws IOException {
    Path folder = folder();
    for (Map<String, String> row : RealGraphs.manifest(folder)) {
      if (!row.get("name").equals("ca-CondMat")) {
        continue;
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder, row.get("name")))) {
        for (int k : new int[] {4, 5}) {
          var each = byVertex(gpu, graph, k, row.get("name"));
          BigInteger sum = BigInteger.ZERO;
          for (long v = 0; v < each.size(); v++) {
            sum = sum.add(each.get(v));
          }
          assertThat(sum)
              .isEqualTo(new BigInteger(row.get("cliques" + k)).multiply(BigInteger.valueOf(k)));
        }
      }
    }
  }

  /** The table by graph. */
  private static Map<String, Map<Integer, BigInteger>> table() {
    try (InputStream in =
        KnownCliqueCountsTest.class.getResourceAsStream("known-clique-counts.tsv")) {
      Map<String, Map<Integer, BigInteger>> table = new TreeMap<>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split("\t"))
          .forEach(
              row ->
                  table
                      .computeIfAbsent(row[0], _ -> new TreeMap<>())
                      .put(Integer.valueOf(row[1]), new BigInteger(row[2])));
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> graphs() {
    return table().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void everyCountOfTheTableIsMatchedWhereTheGraphIsThere(String name) {
    Path folder = folder();
    assumeTrue(
        Files.exists(folder.resolve(name + ".el32.zst")), () -> folder + " holds no " + name);
    try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder, name))) {
      table()
          .get(name)
          .forEach(
              (k, known) ->
                  assertThat(count(gpu, graph, KCliqueCount.of(k)))
                      .as("%d-cliques of %s", k, name)
                      .containsEntry(k, known));
    }
  }
}
