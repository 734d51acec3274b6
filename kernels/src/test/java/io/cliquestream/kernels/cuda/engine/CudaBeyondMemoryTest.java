package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleTuning;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs on a graph of which the device may hold a half, a quarter or an eighth: answered in shards
 * on the device, total triangles in parts, equal to the host's answer in one piece. Neighbours are
 * near one another, so that shards of few roots are small whatever their radius.
 */
@Tag("gpu")
final class CudaBeyondMemoryTest {
  private static final int VERTICES = 2_000_000;
  private static final int REACH = 7;

  /** One edge in so many is not there: few degrees, so that shards of one are few. */
  private static final int MISSING = 16;

  private static final int LABELS = 3;

  /** What a preparation in parts takes beside the graph: fixed, and by vertex. */
  private static final long FIXED_BYTES = 32L << 20;

  private static final long WORKING_BYTES_A_VERTEX = 44;

  /** The host's, which several tests ask for. */
  private static final Map<Job, Answer> ANSWERS = new HashMap<>();

  private static CpuEngine host;
  private static PreparedGraph.Owned graph;
  private static long needed;

  @BeforeAll
  static void open() {
    var installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    host = new CpuEngine(Runtime.getRuntime().availableProcessors());
    Random random = new Random(17);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 0; v < VERTICES; v++) {
        for (int step = 1; step <= REACH; step++) {
          if (random.nextInt(MISSING) > 0) {
            edges.add(v, (v + step) % VERTICES);
          }
        }
      }
      Graph built = GraphBuilder.build(edges);
      int[] labels = random.ints(built.vertexCount(), 0, LABELS).toArray();
      graph = PreparedGraph.of(built, VertexLabels.of(labels));
      needed =
          DeviceGraphMemory.graph(built.vertexCount(), built.edgeCount())
              + WORKING_BYTES_A_VERTEX * built.vertexCount()
              + FIXED_BYTES;
    }
  }

  @AfterAll
  static void close() {
    if (graph != null) {
      graph.close();
      host.close();
    }
  }

  private static CudaEngine device(long bytes) {
    return CudaEngine.open(new EngineOptions(0, 0, 2, bytes, 0, false));
  }

  private static JobOutcome inShards(CudaEngine device, Job job, List<int[]> listed) {
    JobOutcome outcome = device.run(graph, job, JobControl.unbounded(), listed::add);
    assertThat(outcome.plan()).as(job.toString()).containsKey("shards");
    long shards = Long.parseLong(outcome.plan().get("shards"));
    if (shards > 0) {
      assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
      assertThat(Long.parseLong(outcome.plan().get("shard-bytes")))
          .isLessThanOrEqualTo(Long.parseLong(outcome.plan().get("budget-bytes")));
      assertThat(Long.parseLong(outcome.plan().get("predicted-bytes")))
          .isGreaterThan(Long.parseLong(outcome.plan().get("budget-bytes")));
    }
    return outcome;
  }

  private static Answer inShards(CudaEngine device, Job job) {
    return inShards(device, job, new ArrayList<>()).answer();
  }

  private static Answer whole(Job job) {
    return ANSWERS.computeIfAbsent(job, asked -> host.run(graph, asked).answer());
  }

  private static void assertSame(Optional<CountArray> found, Optional<CountArray> expected) {
    assertThat(found.isPresent()).isEqualTo(expected.isPresent());
    expected.ifPresent(
        counts -> {
          for (long i = 0; i < counts.size(); i++) {
            if (!found.get().get(i).equals(counts.get(i))) {
              assertThat(found.get().get(i)).as("entry %d", i).isEqualTo(counts.get(i));
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void countsAreThoseOfTheWhole(int share) {
    try (CudaEngine device = device(needed / share)) {
      var triangles = new TriangleCount(true, true, true, Optional.empty());
      var expected = (Answer.Triangles) whole(triangles);
      var found = (Answer.Triangles) inShards(device, triangles);
      assertThat(found.triangles()).isEqualTo(expected.triangles());
      assertSame(found.perVertex(), expected.perVertex());
      assertSame(found.perEdge(), expected.perEdge());
      assertThat(found.clustering()).isEqualTo(expected.clustering());
      for (Job job : List.of(KCliqueCount.of(4), KCliqueCount.range(3, 6), KCliqueCount.all())) {
        assertThat(inShards(device, job)).as(job.toString()).isEqualTo(whole(job));
      }
      var local = KCliqueCount.local(4, true, true);
      var expectedCliques = (Answer.KCliques) whole(local);
      var foundCliques = (Answer.KCliques) inShards(device, local);
      assertThat(foundCliques.counts()).isEqualTo(expectedCliques.counts());
      assertSame(foundCliques.perVertex(), expectedCliques.perVertex());
      assertSame(foundCliques.perEdge(), expectedCliques.perEdge());
    }
  }

  private static JobOutcome inParts(CudaEngine device, Map<String, Long> tuning) {
    var job =
        new TriangleCount(
            false, false, false, Optional.empty(), Optional.empty(), TriangleTuning.of(tuning));
    JobOutcome outcome = device.run(graph, job);
    assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
    assertThat(outcome.answer()).as(tuning.toString()).isEqualTo(whole(TriangleCount.total()));
    assertThat(outcome.plan()).as(tuning.toString()).containsKey("parts");
    return outcome;
  }

  /** An eighth does not hold the ranks of so many vertices while they are made: then shards are. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void totalTrianglesAreCountedInPartsThatFit(int share) {
    try (CudaEngine device = device(needed / share)) {
      JobOutcome outcome = inParts(device, Map.of());
      int classes = Integer.parseInt(outcome.plan().get("grid-classes"));
      assertThat(outcome.plan())
          .containsEntry("parts", Integer.toString(classes * classes))
          .containsEntry("tasks", Integer.toString(classes * classes * classes))
          .doesNotContainKey("shards");
      assertThat(Long.parseLong(outcome.plan().get("budget-bytes")))
          .isLessThanOrEqualTo(needed / share);
      assertThat(outcome.memory().deviceBytes()).isLessThanOrEqualTo(needed / share);
      assertThat(Long.parseLong(outcome.plan().get("host-bytes")))
          .isBetween(4 * graph.graph().edgeCount(), 12 * graph.graph().edgeCount());
    }
  }

  @Test
  void everyForcedNumberOfClassesAndSharesGivesTheSame() {
    try (CudaEngine device = device(needed)) {
      for (long classes : new long[] {1, 2, 3, 5, 8}) {
        for (long shares : new long[] {1, 3}) {
          JobOutcome outcome =
              inParts(device, Map.of("grid-classes", classes, "grid-shares", shares));
          assertThat(outcome.plan())
              .containsEntry("forced-grid-classes", Long.toString(classes))
              .containsEntry("grid-shares", Long.toString(shares));
        }
      }
    }
  }

  @Test
  void aCountInPartsIsStopped() {
    try (CudaEngine device = device(needed)) {
      var job =
          new TriangleCount(
              false,
              false,
              false,
              Optional.empty(),
              Optional.empty(),
              TriangleTuning.of(Map.of("grid-classes", 16L, "grid-shares", 16L)));
      JobControl control = JobControl.within(Duration.ofMillis(20));
      var stop =
          catchThrowableOfType(
              StoppedException.class, () -> device.run(graph, job, control, ListingSink.NONE));
      assertThat(stop.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
      var _ = inParts(device, Map.of("grid-classes", 3L));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void maximumCliquesAreThoseOfTheWhole(int share) {
    try (CudaEngine device = device(needed / share)) {
      var one = (Answer.Maximum) inShards(device, MaximumClique.one());
      var all = (Answer.Maximum) inShards(device, MaximumClique.all(50));
      var expected = (Answer.Maximum) whole(MaximumClique.all(50));
      assertThat(one.cliqueNumber()).isEqualTo(expected.cliqueNumber());
      assertThat(one.cliques().getFirst()).hasSize(expected.cliqueNumber());
      assertThat(all.count()).isEqualTo(expected.count());
      assertThat(all.cliques().stream().map(Arrays::toString).toList())
          .isEqualTo(expected.cliques().stream().map(Arrays::toString).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void motifsAndPatternsAreThoseOfTheWhole(int share) {
    try (CudaEngine device = device(needed / share)) {
      Pattern cycle = Pattern.parse("0-1,1-2,2-3,3-0");
      for (Job job :
          List.of(
              new MotifCensus(4),
              PatternMatch.count(cycle, Induced.EDGE),
              PatternMatch.count(cycle, Induced.VERTEX),
              PatternMatch.count(cycle.withLabels(0, 1, Pattern.ANY_LABEL, 2), Induced.EDGE))) {
        assertThat(inShards(device, job)).as(job.toString()).isEqualTo(whole(job));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2})
  void listsHoldEachOnce(int share) {
    try (CudaEngine device = device(needed / share)) {
      int k = ((Answer.Maximum) whole(MaximumClique.one())).cliqueNumber();
      BigInteger count = ((Answer.KCliques) whole(KCliqueCount.of(k))).counts().get(k);
      List<int[]> listed = new ArrayList<>();
      Answer found = inShards(device, new CliqueListing(k, 1L << 24), listed).answer();
      assertThat(found).isEqualTo(new Answer.Listed(count.longValueExact(), true));
      assertThat(listed.stream().map(Arrays::toString).distinct().count())
          .isEqualTo(count.longValueExact());
      List<int[]> some = new ArrayList<>();
      assertThat(inShards(device, new CliqueListing(3, 1000), some).answer())
          .isEqualTo(new Answer.Listed(1000, false));
      assertThat(some).hasSize(1000);
    }
  }

  @Test
  void aBudgetBelowASingleRootIsSaid() {
    try (CudaEngine device = device(8L << 20)) {
      var failure =
          catchThrowableOfType(
              ComputeException.class, () -> device.run(graph, TriangleCount.total()));

      assertThat(failure.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED);
      assertThat(failure).hasMessageContaining("budget of 8388608 bytes");
    }
  }
}
