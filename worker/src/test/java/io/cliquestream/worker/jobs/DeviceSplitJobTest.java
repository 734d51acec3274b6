package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.JobOutcome;
import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.jobs.partition.PartitionStage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jobs for devices that are split over workers which have one, beside workers that have none, on a
 * real broker; here the host's engine in a process of its own is each device.
 */
@Tag("seam")
final class DeviceSplitJobTest {
  private static final String GRAPH = "shared";
  private static final String MODEL = "a host";
  private static final int PARTITIONS = 4;

  private static JobRequest.Builder builder() {
    return JobRequest.newBuilder()
        .setGraphId(GRAPH)
        .setEngine(EnginePreference.ENGINE_PREFERENCE_CUDA);
  }

  private static Map<String, JobRequest.Builder> kinds() {
    Map<String, JobRequest.Builder> kinds = new LinkedHashMap<>();
    kinds.put("triangles", builder().setTriangleCount(TriangleCount.getDefaultInstance()));
    kinds.put("cliques", builder().setKCliqueCount(KCliqueCount.newBuilder().setAllK(true)));
    kinds.put("cliques-4", builder().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4)));
    kinds.put("maximum", builder().setMaximumClique(MaximumClique.getDefaultInstance()));
    kinds.put("maximal", builder().setMaximalCliques(MaximalCliques.getDefaultInstance()));
    kinds.put("motifs", builder().setMotifCensus(MotifCensus.newBuilder().setSize(4)));
    return kinds;
  }

  private static JobResult run(
      Installation installation, String jobId, JobRequest.Builder request, Split.Builder split) {
    JobOutcome outcome =
        installation.client.run(
            request.clone().setJobId(jobId).setSplit(split).build(), Installation.WAIT);
    assertThat(outcome.result().getStatus())
        .as(outcome.result().toString())
        .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    return outcome.result();
  }

  private static Split.Builder off() {
    return Split.newBuilder().setOff(true);
  }

  private static Split.Builder parts(int count) {
    return Split.newBuilder().setParts(count);
  }

  /** What counts of an answer: which of several maximum cliques is named may differ. */
  private static JobResult comparable(JobResult result) {
    JobResult.Builder answer =
        result.toBuilder()
            .clearJobId()
            .clearPlan()
            .clearTimings()
            .clearTimes()
            .clearCost()
            .clearEngine();
    if (answer.hasMaximumClique()) {
      answer.getMaximumCliqueBuilder().clearCliques();
    }
    return answer.build();
  }

  /** Until a worker with a device of the one model, or two, have come. */
  private static void awaitDevices(Installation installation, int workers) throws Exception {
    String prefix = installation.settings("one").groupId() + "-tasks-";
    try (var admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers))) {
      int _ =
          Polling.until(
              Installation.WAIT, () -> members(admin, prefix), members -> members == workers);
    }
  }

  private static int members(Admin admin, String prefix) throws Exception {
    int members = 0;
    for (var group : admin.listGroups().all().get()) {
      if (group.groupId().startsWith(prefix)) {
        try {
          members +=
              admin
                  .describeConsumerGroups(List.of(group.groupId()))
                  .all()
                  .get()
                  .get(group.groupId())
                  .members()
                  .size();
        } catch (ExecutionException e) {
          assertThat(e).hasMessageContaining("not found");
        }
      }
    }
    return members;
  }

  /** One of some names of the same graph whose jobs go to a worker with a device. */
  private static String graphOf(TestWorker... workers) {
    return Polling.until(
            Installation.WAIT,
            () ->
                Stream.of(workers)
                    .flatMap(worker -> worker.service.health().partitions().stream())
                    .filter(partition -> partition.stage() == PartitionStage.ACTIVE)
                    .findFirst(),
            Optional::isPresent)
        .map(partition -> name(partition.partition()))
        .orElseThrow();
  }

  private static String name(int partition) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> GRAPH + i)
        .filter(name -> Partitions.partitionOf(name, PARTITIONS) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static void graphs(TestGraphs graphs) {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      graphs.put(name(partition), 1, SplitJobTest.edges(1, 400, 4_000));
    }
  }

  @Test
  void everyKindIsSplitOverWorkersWithDevicesAndOneWithoutStallsNobody() throws Exception {
    try (var installation = Installation.open(PARTITIONS);
        var one =
            TestWorker.startWithDevice(installation.settings("one"), DeviceSplitJobTest::graphs);
        var two = TestWorker.startWithDevice(installation.settings("two"), _ -> {});
        var _ = TestWorker.start(installation.settings("host"), _ -> {})) {
      awaitDevices(installation, 2);
      SplitJobTest.awaitTaskMembers(installation, 3);
      String graph = graphOf(one, two);
      for (var kind : kinds().entrySet()) {
        String name = kind.getKey();
        var request = kind.getValue().setGraphId(graph);
        JobResult whole = run(installation, name + "-whole", request, off());
        JobResult split = run(installation, name + "-split", request, parts(8));
        assertThat(comparable(split)).as(name).isEqualTo(comparable(whole));
        assertThat(split.getPlanMap())
            .as(name)
            .containsEntry("split-device", MODEL)
            .containsEntry("split-parts", "8")
            .containsEntry("split-reissued", "0");
        assertThat(Integer.parseInt(split.getPlanOrThrow("split-workers"))).isBetween(1, 2);
        // The host's tasks lie behind those for devices.
        JobResult ofHosts =
            run(installation, name + "-hosts", request.clone().clearEngine(), parts(8));
        assertThat(comparable(ofHosts)).as(name).isEqualTo(comparable(whole));
        assertThat(ofHosts.getPlanMap()).as(name).doesNotContainKey("split-device");
      }
    }
  }

  /** So many edges that a job may take long. */
  private static void longGraph(TestGraphs graphs) {
    graphs.put(GRAPH, 1, SplitJobTest.edges(1, 4_000, 30_000));
  }

  @Test
  void aJobThatLeavesItOpenIsSplitWhereItIsPredictedToTakeLongAndElseDoneAtOnce() throws Exception {
    var soon = Map.of("split.after", "50ms", "split.task-time", "10ms");
    try (var installation = Installation.open(PARTITIONS);
        var _ =
            TestWorker.startWithDevice(
                installation.settings("one", soon), DeviceSplitJobTest::longGraph)) {
      var census = builder().setMotifCensus(MotifCensus.newBuilder().setSize(4));
      awaitDevices(installation, 1);
      // Nobody else is there.
      JobResult whole = run(installation, "alone", census, Split.newBuilder());
      assertThat(whole.getPlanMap()).doesNotContainKey("split-parts");
      try (var _ = TestWorker.startWithDevice(installation.settings("two", soon), _ -> {})) {
        awaitDevices(installation, 2);
        JobResult split = run(installation, "split", census, Split.newBuilder());
        for (int again = 0; again < 50 && !split.containsPlan("split-parts"); again++) {
          // Until the worker that has the job knows of the other one.
          Thread.sleep(100);
          split = run(installation, "split-" + again, census, Split.newBuilder());
        }
        assertThat(split.getPlanMap())
            .containsEntry("split-parts", "10")
            .containsEntry("split-device", MODEL);
        assertThat(comparable(split)).isEqualTo(comparable(whole));
      }
    }
    try (var installation = Installation.open(PARTITIONS);
        var _ =
            TestWorker.startWithDevice(
                installation.settings("one"), DeviceSplitJobTest::longGraph);
        var _ = TestWorker.startWithDevice(installation.settings("two"), _ -> {})) {
      awaitDevices(installation, 2);
      JobResult whole =
          run(
              installation,
              "short",
              builder().setMotifCensus(MotifCensus.newBuilder().setSize(4)),
              Split.newBuilder());
      assertThat(whole.getPlanMap()).doesNotContainKey("split-parts");
    }
  }

  /** A second or so of a census of six vertices. */
  private static void mediumGraph(TestGraphs graphs) {
    graphs.put(GRAPH, 1, SplitJobTest.edges(7, 300, 1_800));
  }

  @Test
  void aPartForDevicesThatTakesTooLongIsHandedOverInPieces() throws Exception {
    // And four times the twentieth of a second that is predicted of a half.
    var hurry = Map.of("split.task-timeout", "100ms");
    try (var installation = Installation.open(4);
        var _ =
            TestWorker.startWithDevice(
                installation.settings("one", hurry), DeviceSplitJobTest::largerGraph);
        var _ = TestWorker.startWithDevice(installation.settings("two", hurry), _ -> {})) {
      awaitDevices(installation, 2);
      var census = builder().setMotifCensus(MotifCensus.newBuilder().setSize(6));
      JobResult whole = run(installation, "whole", census, off());
      JobResult split = run(installation, "split", census, parts(2));
      assertThat(comparable(split)).isEqualTo(comparable(whole));
      assertThat(split.getPlanMap())
          .containsEntry("split-device", MODEL)
          .containsEntry("split-reissued", "0");
      assertThat(Integer.parseInt(split.getPlanOrThrow("split-handed-over"))).isPositive();
    }
  }

  /** Some seconds of a census of six vertices. */
  private static void largerGraph(TestGraphs graphs) {
    graphs.put(GRAPH, 1, SplitJobTest.edges(7, 400, 3_000));
  }

  @Test
  void workersThatKnowOfNoDevicesSeeNoPlanForThem() throws Exception {
    try (var installation = Installation.open(1);
        var _ =
            TestWorker.startWithDevice(
                installation.settings("one"), DeviceSplitJobTest::mediumGraph)) {
      awaitDevices(installation, 1);
      var census = builder().setMotifCensus(MotifCensus.newBuilder().setSize(5));
      JobResult split = run(installation, "split", census, parts(4));
      assertThat(split.getPlanMap()).containsEntry("split-device", MODEL);
      List<PartialRecord> written = partials(installation);
      assertThat(written).filteredOn(PartialRecord::hasDevicePlan).hasSize(1);
      assertThat(written).filteredOn(PartialRecord::hasPlan).isEmpty();
    }
  }

  private static List<PartialRecord> partials(Installation installation) throws Exception {
    List<PartialRecord> all = new ArrayList<>();
    for (var record : new RawRecords(installation).committed("partials.v1")) {
      all.add(PartialRecord.parseFrom(record.value()));
    }
    return all;
  }
}
