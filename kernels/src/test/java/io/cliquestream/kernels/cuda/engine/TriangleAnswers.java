package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.Optional;

/** Compares triangle counts of two engines, bit for bit. */
final class TriangleAnswers {
  private TriangleAnswers() {}

  static Answer.Triangles count(Engine engine, PreparedGraph graph, TriangleCount job) {
    return (Answer.Triangles) engine.run(graph, job).answer();
  }

  static void requireSame(String about, Answer.Triangles expected, Answer.Triangles found) {
    assertThat(found.triangles()).as(about).isEqualTo(expected.triangles());
    requireSame(about + ", by vertex", expected.perVertex(), found.perVertex());
    requireSame(about + ", by edge", expected.perEdge(), found.perEdge());
    assertThat(found.clustering().isPresent())
        .as(about)
        .isEqualTo(expected.clustering().isPresent());
    if (expected.clustering().isPresent()) {
      Answer.Clustering first = expected.clustering().get();
      Answer.Clustering second = found.clustering().get();
      assertThat(second.wedges()).as(about).isEqualTo(first.wedges());
      assertThat(second.transitivity()).as(about).isEqualTo(first.transitivity());
      assertThat(second.average()).as(about).isEqualTo(first.average());
      assertThat(second.local()).as(about).isEqualTo(first.local());
    }
  }

  private static void requireSame(
      String about, Optional<CountArray> expected, Optional<CountArray> found) {
    assertThat(found.isPresent()).as(about).isEqualTo(expected.isPresent());
    if (expected.isEmpty()) {
      return;
    }
    CountArray first = expected.get();
    CountArray second = found.get();
    assertThat(second.size()).as(about).isEqualTo(first.size());
    for (long i = 0; i < first.size(); i++) {
      if (!first.get(i).equals(second.get(i))) {
        assertThat(second.get(i)).as("%s, entry %d", about, i).isEqualTo(first.get(i));
      }
    }
  }
}
