package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.StartFrom;
import io.cliquestream.contract.Bounds;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.Induced;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.VersionSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that are split over several workers, on a real broker: answers are those of one worker. */
@Tag("seam")
final class SplitJobTest {
  private static final String GRAPH = "shared";

  /** Edges of a random graph of some clusters, two ids at a time. */
  static long[] edges(long seed, int vertices, int edges) {
    Random random = new Random(seed);
    long[] ids = new long[2 * edges];
    for (int i = 0; i < ids.length; i += 2) {
      int from = random.nextInt(vertices);
      int near = from - from % 40 + random.nextInt(40);
      ids[i] = 1_000 + 7L * from;
      ids[i + 1] = 1_000 + 7L * (random.nextInt(4) == 0 ? random.nextInt(vertices) : near);
    }
    return ids;
  }

  /** One of every kind. */
  private static Map<String, JobRequest.Builder> kinds() {
    Map<String, JobRequest.Builder> kinds = new LinkedHashMap<>();
    kinds.put(
        "triangles", builder().setTriangleCount(TriangleCount.newBuilder().setClustering(true)));
    kinds.put(
        "triangles-local",
        builder().setTriangleCount(TriangleCount.newBuilder().setPerVertex(true).setPerEdge(true)));
    kinds.put("cliques", builder().setKCliqueCount(KCliqueCount.newBuilder().setAllK(true)));
    kinds.put("cliques-4", builder().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4)));
    kinds.put(
        "cliques-local",
        builder().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4).setPerVertex(true)));
    kinds.put(
        "maximum",
        builder().setMaximumClique(MaximumClique.newBuilder().setAll(true).setLimit(10)));
    kinds.put(
        "maximal",
        builder().setMaximalCliques(MaximalCliques.newBuilder().setList(true).setLimit(50)));
    kinds.put("motifs", builder().setMotifCensus(MotifCensus.newBuilder().setSize(4)));
    kinds.put(
        "pattern",
        builder()
            .setPatternMatch(
                PatternMatch.newBuilder()
                    .setInduced(Induced.INDUCED_BY_VERTICES)
                    .addEdges(edge(0, 1))
                    .addEdges(edge(1, 2))
                    .addEdges(edge(2, 3))
                    .addEdges(edge(3, 4))
                    .addEdges(edge(4, 5))
                    .addEdges(edge(5, 0))));
    kinds.put(
        "listing", builder().setCliqueListing(CliqueListing.newBuilder().setK(3).setLimit(2_000)));
    return kinds;
  }

  private static PatternEdge.Builder edge(int from, int to) {
    return PatternEdge.newBuilder().setFrom(from).setTo(to);
  }

  private static JobRequest.Builder builder() {
    return JobRequest.newBuilder().setGraphId(GRAPH);
  }

  /** Parts take a moment each: one worker may have done them all before the other has looked. */
  private static JobOutcome runOnTwo(Installation installation, JobRequest.Builder request) {
    JobOutcome shared = run(installation, "shared", request, 10);
    for (int again = 1; again <= 50 && !isOnTwo(shared); again++) {
      shared = run(installation, "shared-" + again, request, 10);
    }
    return shared;
  }

  private static boolean isOnTwo(JobOutcome shared) {
    return shared.result().getPlanOrThrow("split-workers").equals("2");
  }

  private static JobOutcome run(
      Installation installation, String jobId, JobRequest.Builder request, int parts) {
    Split.Builder split = Split.newBuilder();
    if (parts == 0) {
      split.setOff(true);
    } else {
      split.setParts(parts);
    }
    return installation.client.run(
        request.clone().setJobId(jobId).setSplit(split).build(), Installation.WAIT);
  }

  /** Result and pages without what differs from run to run. */
  private static List<Object> comparable(JobOutcome outcome) {
    JobResult result = outcome.result();
    assertThat(result.getStatus()).as(result.toString()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    List<Object> all = new ArrayList<>();
    all.add(
        result.toBuilder()
            .clearJobId()
            .clearPlan()
            .clearTimings()
            .clearTimes()
            .clearCost()
            .build());
    outcome.pages().forEach(page -> all.add(page.toBuilder().clearJobId().build()));
    return all;
  }

  private static void graph(TestGraphs graphs) {
    graphs.put(GRAPH, 1, edges(1, 400, 4_000));
  }

  @Test
  void everyKindSplitOverThreeWorkersIsWhatOneWorkerAnswers() throws InterruptedException {
    try (var installation = Installation.open(4);
        var _ = TestWorker.start(installation.settings("one"), SplitJobTest::graph);
        var _ = TestWorker.start(installation.settings("two"), SplitJobTest::graph);
        var _ = TestWorker.start(installation.settings("three"), SplitJobTest::graph)) {
      awaitTaskMembers(installation, 3);
      kinds()
          .forEach(
              (name, request) -> {
                var whole = run(installation, name + "-whole", request, 0);
                var shared = run(installation, name + "-shared", request, 12);
                assertThat(comparable(shared)).as(name).isEqualTo(comparable(whole));
                assertThat(whole.result().getPlanMap()).doesNotContainKey("split-parts");
                assertThat(Integer.parseInt(shared.result().getPlanOrThrow("split-parts")))
                    .as(name)
                    .isBetween(2, 25);
                assertThat(shared.result().getPlanMap())
                    .as(name)
                    .containsEntry("split-reissued", "0")
                    .containsEntry("split-duplicates", "0");
              });
    }
  }

  /** Until so many workers share the tasks: a part that moves to one who comes is done twice. */
  static void awaitTaskMembers(Installation installation, int workers) throws InterruptedException {
    String group = installation.settings("one").groupId() + "-tasks";
    long deadline = System.nanoTime() + Installation.WAIT.toNanos();
    try (var admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers))) {
      while (!isShared(admin, group, workers)) {
        assertThat(System.nanoTime() - deadline).as("workers that share tasks").isNegative();
        Thread.sleep(50);
      }
    }
  }

  private static boolean isShared(Admin admin, String group, int workers)
      throws InterruptedException {
    try {
      ConsumerGroupDescription tasks =
          admin.describeConsumerGroups(List.of(group)).all().get().get(group);
      return tasks.groupState() == GroupState.STABLE && tasks.members().size() == workers;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(GroupIdNotFoundException.class);
      return false;
    }
  }

  /** A graph on which a census of six vertices takes far longer than any test. */
  private static void hardGraph(TestGraphs graphs) {
    graphs.put(GRAPH, 1, edges(2, 3_000, 200_000));
  }

  @Test
  void aCancelledJobLetsAllWorkersGo() {
    var told = new CompletableFuture<JobProgress>();
    try (var installation = Installation.open(2);
        var log = new ResultLog(installation.client);
        var one = TestWorker.start(installation.settings("one"), SplitJobTest::hardGraph);
        var two = TestWorker.start(installation.settings("two"), SplitJobTest::hardGraph);
        var _ =
            installation.client.followProgress(
                "hard",
                StartFrom.END,
                progress -> {
                  if (progress.hasSplit()) {
                    told.complete(progress);
                  }
                })) {
      installation.client.submit(
          builder()
              .setJobId("hard")
              .setMotifCensus(MotifCensus.newBuilder().setSize(6))
              .setSplit(Split.newBuilder().setParts(16))
              .build());
      awaitTasks(one, "cliquestream.split.jobs", two);
      JobProgress progress = told.orTimeout(60, TimeUnit.SECONDS).join();
      assertThat(progress.getSplit().getParts()).isGreaterThanOrEqualTo(16);
      assertThat(progress.getSplit().getDone()).isLessThan(progress.getSplit().getParts());
      assertThat(progress.getTimes().getPreparedEpochMillis())
          .isGreaterThanOrEqualTo(progress.getTimes().getStartedEpochMillis());
      installation.client.cancel("hard", "enough");
      JobResult cancelled = log.await("hard", 1).getFirst();
      assertThat(cancelled.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
      // Every task is behind them before the next job's can be computed.
      var next =
          run(
              installation,
              "next",
              builder().setTriangleCount(TriangleCount.getDefaultInstance()),
              6);
      assertThat(next.result().getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(next.result().getPlanMap()).containsEntry("split-reissued", "0");
      log.await("next", 1);
      assertThat(log.results()).hasSize(2);
    }
  }

  private static void awaitTasks(TestWorker one, String counter, TestWorker two) {
    while (one.registry.get(counter).counter().count() + two.registry.get(counter).counter().count()
        == 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aDeadlineEndsASplitJob() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ = TestWorker.start(installation.settings("one"), SplitJobTest::hardGraph)) {
      installation.client.submit(
          builder()
              .setJobId("hard")
              .setMotifCensus(MotifCensus.newBuilder().setSize(6))
              .setDeadlineEpochMillis(System.currentTimeMillis() + 3_000)
              .setSplit(Split.newBuilder().setParts(16))
              .build());
      assertThat(log.await("hard", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_DEADLINE_EXCEEDED);
    }
  }

  @Test
  void whatIsNotSplitSaysWhyAndIsAnsweredAllTheSame() {
    try (var installation = Installation.open(1);
        var _ =
            TestWorker.start(
                installation.settings("one", Map.of("split.enabled", "false")),
                SplitJobTest::graph)) {
      var triangles = builder().setTriangleCount(TriangleCount.getDefaultInstance());
      JobResult whole = run(installation, "whole", triangles, 3).result();
      assertThat(whole.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(whole.getPlanOrThrow("split")).contains("splits no jobs");
      JobResult refused = run(installation, "refused", triangles, Bounds.SPLIT_PARTS + 1).result();
      assertThat(refused.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID);
    }
    try (var installation = Installation.open(1);
        var _ = TestWorker.start(installation.settings("one"), SplitJobTest::graph)) {
      JobResult small =
          run(
                  installation,
                  "sizes",
                  builder().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(2)),
                  3)
              .result();
      assertThat(small.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(small.getPlanOrThrow("split")).contains("not cut");
    }
  }

  @Test
  void aVersionMadeByDeltasIsReadByWorkersThatDoNotFollowItsPartition() {
    try (var installation = Installation.open(2);
        var one = TestWorker.start(installation.settings("one"), SplitJobTest::graph);
        var _ = TestWorker.start(installation.settings("two"), SplitJobTest::graph)) {
      one.graphs.addEdge(GRAPH, 2, 1_000, 1_000_000);
      one.graphs.addEdge(GRAPH, 3, 1_007, 1_000_000);
      var request =
          builder()
              .setVersion(VersionSelector.newBuilder().setAtLeast(3))
              .setTriangleCount(TriangleCount.newBuilder().setPerVertex(true));
      var whole = run(installation, "whole", request, 0);
      var shared = runOnTwo(installation, request);
      assertThat(comparable(shared)).isEqualTo(comparable(whole));
      assertThat(shared.result().getGraphVersion()).isEqualTo(3);
      assertThat(shared.result().getPlanMap()).containsEntry("split-workers", "2");
    }
  }

  /** Vertex 3 is called "v3". */
  private static void namedGraph(TestGraphs graphs) {
    int vertices = 400;
    List<String> names = IntStream.range(0, vertices).mapToObj(number -> "v" + number).toList();
    graphs.putNamed(
        "people",
        1,
        names,
        LongStream.of(edges(1, vertices, 4_000)).map(id -> (id - 1_000) / 7).toArray());
  }

  @Test
  void aGraphWithNamesIsReadByWorkersThatDoNotFollowItsPartition() {
    try (var installation = Installation.open(2);
        var one = TestWorker.start(installation.settings("one"), SplitJobTest::namedGraph);
        var _ = TestWorker.start(installation.settings("two"), SplitJobTest::namedGraph)) {
      one.graphs.addNamedEdge("people", 2, "v1", "newcomer");
      one.graphs.addNamedEdge("people", 3, "v2", "newcomer");
      one.graphs.addNamedEdge("people", 4, "v1", "v2");
      var request =
          JobRequest.newBuilder()
              .setGraphId("people")
              .setVersion(VersionSelector.newBuilder().setAtLeast(4))
              .setCliqueListing(CliqueListing.newBuilder().setK(3).setLimit(90_000));
      var whole = run(installation, "whole", request, 0);
      var shared = runOnTwo(installation, request);
      assertThat(comparable(shared)).isEqualTo(comparable(whole));
      assertThat(shared.result().getPlanMap()).containsEntry("split-workers", "2");
    }
  }

  @Test
  void aPartThatTakesTooLongIsHandedOverInPieces() {
    var hurry = Map.of("split.task-timeout", "100ms");
    try (var installation = Installation.open(4);
        var _ = TestWorker.start(installation.settings("one", hurry), SplitJobTest::mediumGraph);
        var _ = TestWorker.start(installation.settings("two", hurry), SplitJobTest::mediumGraph)) {
      var request = builder().setMotifCensus(MotifCensus.newBuilder().setSize(6));
      var whole = run(installation, "whole", request, 0);
      var shared = run(installation, "shared", request, 2);
      assertThat(comparable(shared)).isEqualTo(comparable(whole));
      assertThat(Integer.parseInt(shared.result().getPlanOrThrow("split-handed-over")))
          .isPositive();
      assertThat(shared.result().getPlanMap()).containsEntry("split-reissued", "0");
    }
  }

  /** A second or so of a census of six vertices, more than its prediction says. */
  private static void mediumGraph(TestGraphs graphs) {
    graphs.put(GRAPH, 1, edges(7, 300, 1_800));
  }
}
