package io.cliquestream.kernels.cpu.kclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The counts of the manifest of real graphs, where its folder is given. */
final class KnownCountsTest {
  private static final Set<Integer> SIZES = Set.of(4, 5, 6, 8, 10);

  @Test
  void everyKnownCountIsMatched() throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    try (CpuEngine engine = new CpuEngine(2)) {
      for (Map<String, String> row : RealGraphs.manifest(folder.get())) {
        String name = row.get("name");
        try (PreparedGraph.Owned prepared = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
          var graph = prepared.graph();
          assertThat(graph.vertexCount()).as(name).isEqualTo(number(row, "vertices").intValue());
          assertThat(graph.edgeCount()).as(name).isEqualTo(number(row, "edges").longValue());
          var answer = engine.run(prepared, TriangleCount.total()).answer();
          assertThat(((Answer.Triangles) answer).triangles())
              .as("triangles of %s", name)
              .isEqualTo(number(row, "triangles"));
          for (int k : SIZES) {
            String known = row.getOrDefault("cliques" + k, "");
            if (known.matches("[0-9]+")) {
              var counted = (Answer.KCliques) engine.run(prepared, KCliqueCount.of(k)).answer();
              assertThat(counted.counts())
                  .as("%d-cliques of %s", k, name)
                  .containsEntry(k, new BigInteger(known));
            }
          }
        }
      }
    }
  }

  private static BigInteger number(Map<String, String> row, String column) {
    return new BigInteger(row.get(column));
  }
}
