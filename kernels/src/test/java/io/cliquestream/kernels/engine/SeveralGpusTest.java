package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Jobs that GPUs do together give what one gives: on every GPU of the machine, and on the first of
 * them three times.
 */
@Tag("gpu")
@Timeout(400)
final class SeveralGpusTest {
  private static DeviceGroupEngine engine;
  private static CpuEngine host;

  @BeforeAll
  static void open() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    host = new CpuEngine(Runtime.getRuntime().availableProcessors());
    int there = installation.devices().size();
    List<Integer> devices =
        there > 1 ? IntStream.range(0, there).boxed().toList() : List.of(0, 0, 0);
    EngineOptions options = new EngineOptions(0, 0, 2, 4L << 30, 0);
    engine =
        DeviceGroupEngine.open(
            ProcessPolicy.DEFAULT,
            CudaEngineService.class,
            CudaSharing.INSTANCE,
            devices.stream().map(options::withDevice).toList(),
            0);
  }

  @AfterAll
  static void close() {
    if (engine != null) {
      engine.close();
      host.close();
    }
  }

  private static KCliqueCount cliques(
      int smallest, int largest, KCliqueMethod method, Optional<Ordering> ordering) {
    return new KCliqueCount(
        smallest, largest, Optional.of(method), ordering, KCliqueTuning.of(Map.of("slices", 24L)));
  }

  private static List<Job> jobs() {
    return List.of(
        TriangleCount.by(TriangleMethod.MERGE, TriangleTuning.none()),
        TriangleCount.by(TriangleMethod.HASH, TriangleTuning.none()),
        TriangleCount.by(TriangleMethod.HASH_COLLECTIVE, TriangleTuning.none()),
        cliques(4, 4, KCliqueMethod.ORIENTATION, Optional.empty()),
        cliques(5, 5, KCliqueMethod.ORIENTATION, Optional.of(Ordering.DEGENERACY)),
        cliques(3, 9, KCliqueMethod.ORIENTATION, Optional.of(Ordering.DEGREE)),
        cliques(3, 9, KCliqueMethod.PIVOTING, Optional.empty()),
        cliques(3, KCliqueCount.ALL, KCliqueMethod.PIVOTING, Optional.of(Ordering.DEGENERACY)),
        KCliqueCount.all(),
        MaximumClique.one(),
        MaximalCliques.count(),
        new MotifCensus(4),
        new MotifCensus(5),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0,0-2"), Induced.VERTEX),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-4,4-0,0-2"), Induced.EDGE),
        PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0"), Induced.EDGE));
  }

  private int divided(Graph built, Object name) {
    int divided = 0;
    try (PreparedGraph.Owned graph = PreparedGraph.of(built)) {
      for (Job job : jobs()) {
        JobOutcome outcome = engine.run(graph, job);
        divided += outcome.plan().containsKey("devices") ? 1 : 0;
        assertThat(AnswersByParts.comparable(outcome.answer()))
            .as("%s on %s: %s", job, name, outcome.plan())
            .isEqualTo(
                AnswersByParts.comparable(host.run(graph, AnswersByParts.plain(job)).answer()));
      }
    }
    return divided;
  }

  @Test
  void smallGraphsAreAnsweredAsByTheHost() {
    for (long seed = 0; seed < 60; seed++) {
      RandomGraph random = RandomGraph.of(seed, 60);
      var _ = divided(random.build(), random);
    }
  }

  @Test
  void graphsOfManyRootsAreDividedAndAnsweredAsByTheHost() {
    int divided = 0;
    for (long seed = 0; seed < 6; seed++) {
      divided += divided(AnswersByParts.skewed(seed, 3_000, 40_000), "skewed " + seed);
    }
    assertThat(divided).isGreaterThan(40);
  }

  @Test
  void jobsSideBySideDoNotMixTheirPieces() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(AnswersByParts.skewed(9, 3_000, 40_000))) {
      for (int round = 0; round < 3; round++) {
        List<CompletableFuture<JobOutcome>> running =
            jobs().stream()
                .map(job -> CompletableFuture.supplyAsync(() -> engine.run(graph, job)))
                .toList();
        for (int i = 0; i < running.size(); i++) {
          Job job = jobs().get(i);
          assertThat(AnswersByParts.comparable(running.get(i).join().answer()))
              .as("%s", job)
              .isEqualTo(
                  AnswersByParts.comparable(host.run(graph, AnswersByParts.plain(job)).answer()));
        }
      }
    }
  }

  @Test
  void allMaximumCliquesAreThoseOfTheHost() {
    MaximumClique job = MaximumClique.all(20);
    for (long seed = 0; seed < 6; seed++) {
      try (PreparedGraph.Owned graph =
          PreparedGraph.of(AnswersByParts.skewed(seed, 3_000, 40_000))) {
        assertThat(engine.run(graph, job).answer())
            .usingRecursiveComparison()
            .isEqualTo(host.run(graph, job).answer());
      }
    }
  }
}
