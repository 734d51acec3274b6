package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts of jobs on a GPU that knows no more of the other parts than another worker's would. */
@Tag("gpu")
@Timeout(400)
final class CudaPartsTest {
  private static SupervisedEngine engine;
  private static CpuEngine host;

  @BeforeAll
  static void open() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    host = new CpuEngine(Runtime.getRuntime().availableProcessors());
    engine = SupervisedEngine.openCuda(new EngineOptions(0, 0, 2, 4L << 30, 0));
  }

  @AfterAll
  static void close() {
    if (engine != null) {
      engine.close();
      host.close();
    }
  }

  private static KCliqueCount cliques(int smallest, int largest, KCliqueMethod method) {
    return new KCliqueCount(
        smallest, largest, false, Optional.of(method), Optional.of(Ordering.DEGREE));
  }

  private static List<Job> jobs() {
    return List.of(
        TriangleCount.by(TriangleMethod.MERGE, TriangleTuning.none()),
        TriangleCount.by(TriangleMethod.HASH, TriangleTuning.none()),
        TriangleCount.by(TriangleMethod.HASH_COLLECTIVE, TriangleTuning.none()),
        cliques(4, 4, KCliqueMethod.ORIENTATION),
        cliques(3, 9, KCliqueMethod.ORIENTATION),
        cliques(3, 9, KCliqueMethod.PIVOTING),
        cliques(3, KCliqueCount.ALL, KCliqueMethod.ORIENTATION),
        KCliqueCount.all(),
        MaximumClique.one(),
        MaximalCliques.count(),
        new MotifCensus(4),
        new MotifCensus(5),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0,0-2"), Induced.VERTEX),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-4,4-0,0-2"), Induced.EDGE));
  }

  private static int cut(Graph built, Object name, long seed) {
    Random random = new Random(seed);
    int cut = 0;
    try (PreparedGraph.Owned graph = PreparedGraph.of(built)) {
      for (Job job : jobs()) {
        BegunJob begun =
            engine
                .deviceParts()
                .orElseThrow()
                .begin(graph, job, CutRule.into(1 + (int) (seed % 8)), JobControl.unbounded());
        Answer answer;
        if (begun.plan().isPresent()) {
          answer =
              AnswersByParts.of(
                  () -> engine.deviceParts().orElseThrow(), graph, job, begun.plan().get(), random);
          cut++;
        } else {
          answer = begun.outcome().orElseThrow().answer();
        }
        assertThat(AnswersByParts.comparable(answer))
            .as("%s on %s", job, name)
            .isEqualTo(
                AnswersByParts.comparable(host.run(graph, AnswersByParts.plain(job)).answer()));
      }
    }
    return cut;
  }

  @Test
  void smallGraphsInPartsAreAnsweredAsByTheHost() {
    for (long seed = 0; seed < 24; seed++) {
      RandomGraph random = RandomGraph.of(seed, 60);
      var _ = cut(random.build(), random, seed);
    }
  }

  @Test
  void graphsOfManyRootsInPartsAreAnsweredAsByTheHost() {
    int cut = 0;
    for (long seed = 0; seed < 6; seed++) {
      cut += cut(AnswersByParts.skewed(seed, 3_000, 40_000), "skewed " + seed, seed);
    }
    assertThat(cut).isGreaterThan(30);
  }
}
