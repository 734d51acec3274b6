package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.CountSlice;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.Ordering;
import io.cliquestream.v1.PartialAnswer;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.PlanNotice;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.Task;
import io.cliquestream.v1.TaskRecord;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.VersionRecords;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.ChildProcess;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Records of somebody who may write every topic and means harm, against a worker in a process with
 * a heap of 256 MiB: each is passed over, refused or costs its own job, and whoever comes after is
 * answered by the same process.
 */
@Tag("long")
@Tag("seam")
final class HostileRecordsTest {
  private static final int BOMB_BYTES = 300 << 20;
  private static final String GRAPH = "honest";

  private static ChildProcess broker;
  private static Installation installation;
  private static RawRecords raw;
  private static TestGraphs graphs;
  private static ChildProcess worker;

  @BeforeAll
  static void start() {
    broker = ChildProcess.start(BrokerProcess.class, List.of("-Xmx2g"), List.of());
    String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
    installation = Installation.on(bootstrap, 1);
    raw = new RawRecords(installation);
    graphs = new TestGraphs(installation.settings("graphs"));
    graphs.put(GRAPH, 1, SplitJobTest.edges(1, 400, 4_000));
    graphs.put("hard", 1, SplitJobTest.edges(2, 3_000, 200_000));
    // Before its start: after a restart they would lie there again.
    for (String topic : List.of("jobs.v1", "control.v1", "changes.v1", "tasks.v1")) {
      long _ = raw.sendZeros(topic, BOMB_BYTES);
    }
    startWorker();
  }

  private static void startWorker() {
    worker =
        ChildProcess.start(
            StreamProcess.class,
            List.of("-Xmx256m"),
            List.of(installation.bootstrapServers, "one"));
    worker.awaitLine(WorkerProcess.TAKING_JOBS);
  }

  @AfterAll
  static void stop() {
    worker.kill();
    graphs.close();
    installation.close();
    broker.kill();
  }

  private static JobRequest.Builder split(String jobId) {
    return Installation.triangles(jobId, GRAPH).setSplit(Split.newBuilder().setParts(6));
  }

  /** The triangles of the honest graph, from a split job; its workers are those of this test. */
  private static long splitTriangles(String jobId) {
    JobOutcome outcome = installation.client.run(split(jobId).build(), Installation.WAIT);
    assertThat(outcome.result().getStatus())
        .as(outcome.result().toString())
        .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    assertThat(outcome.result().getPlanMap()).containsKey("split-parts");
    return outcome.result().getTriangles().getTriangles().getLow();
  }

  private static long wholeTriangles(String jobId) {
    return installation
        .client
        .run(
            Installation.triangles(jobId, GRAPH).setSplit(Split.newBuilder().setOff(true)).build(),
            Installation.WAIT)
        .result()
        .getTriangles()
        .getTriangles()
        .getLow();
  }

  @Test
  void aBombOnAnyTopicOnceEndedEveryWorkerForGood() {
    var found = new TreeMap<String, String>();
    for (String topic : List.of("jobs.v1", "control.v1", "changes.v1")) {
      var letter =
          raw.deadLetter(
              record ->
                  RawRecords.header(record, DeadLetterHeaders.ORIGINAL_TOPIC).equals(topic)
                      && RawRecords.header(record, DeadLetterHeaders.ORIGINAL_OFFSET).equals("0"));
      found.put(topic, RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE));
    }
    assertThat(found.values()).containsOnly("DECOMPRESSION_BOUND_EXCEEDED");
    assertThat(wholeTriangles("after-a-bomb")).isPositive();
    assertThat(splitTriangles("split-after-a-bomb")).isEqualTo(wholeTriangles("whole-after-bomb"));
    try (var log = new ResultLog(installation.client)) {
      installation.client.submit(
          Installation.triangles("cancelled", GRAPH)
              .setVersion(VersionSelector.newBuilder().setAtLeast(1_000))
              .build());
      installation.client.cancel("cancelled", "enough");
      assertThat(log.await("cancelled", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
    }
    var reference = new ReferenceGraph();
    try (EdgeStream stream = installation.client.stream("changing")) {
      stream.define(StreamDefinition.newBuilder().setCreateGraph(true).build());
      for (long[] edge : new long[][] {{1, 2}, {2, 3}, {3, 1}}) {
        stream.insert(edge[0], edge[1]);
        reference.insert(edge[0], edge[1]);
      }
      stream.flush();
      StreamedAnswers.await(installation, "changing", reference);
    }
  }

  @Test
  void timesAtTheEndsOfANumberOnceWereTakenForTimes() {
    for (long micros : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 61, -(1L << 61)}) {
      long offset =
          raw.send(
              "changes.v1",
              0,
              GRAPH.getBytes(UTF_8),
              ChangeRecord.newBuilder()
                  .setChange(
                      EdgeChange.newBuilder()
                          .setGraphId(GRAPH)
                          .setKind(ChangeKind.CHANGE_KIND_INSERT)
                          .setSource(1)
                          .setTarget(2)
                          .setEventTimeMicros(micros))
                  .build()
                  .toByteArray());
      var letter =
          raw.deadLetter(
              record ->
                  RawRecords.header(record, DeadLetterHeaders.ORIGINAL_TOPIC).equals("changes.v1")
                      && RawRecords.header(record, DeadLetterHeaders.ORIGINAL_OFFSET)
                          .equals(Long.toString(offset)));
      assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE))
          .isEqualTo("CHANGE_INVALID");
    }
  }

  private static Task.Builder task(String planId) {
    return Task.newBuilder()
        .setPlanId(planId)
        .setRequest(
            split("forged").setVersion(VersionSelector.newBuilder().setExact(1)).clearSplit())
        .setEndRoot(10)
        .addGraph(
            VersionRecords.newBuilder().setVersion(1).setPartitionCount(1).setLastOffset(1_000));
  }

  private static void sendTask(Task.Builder task) {
    long _ =
        raw.send(
            "tasks.v1",
            0,
            "forged".getBytes(UTF_8),
            TaskRecord.newBuilder().setTask(task).build().toByteArray());
  }

  @Test
  void aForgedTaskOnceEndedEveryWorkerThatTookIt() {
    long _ = raw.send("tasks.v1", 0, "forged".getBytes(UTF_8), "no message".getBytes(UTF_8));
    sendTask(Task.newBuilder());
    sendTask(task("answers-nowhere").setPartition(-1));
    sendTask(task("answers-far-away").setPartition(1_000));
    sendTask(task("part").setPart(-7));
    sendTask(task("roots").setFirstRoot(1 << 30).setEndRoot(Integer.MAX_VALUE));
    sendTask(task("turned-roots").setFirstRoot(9).setEndRoot(3));
    sendTask(task("costs").setCost(Double.NaN).setOrderBound(-1).setKnownClique(1 << 30));
    sendTask(task("no-graph").clearGraph());
    sendTask(
        task("records")
            .clearGraph()
            .addGraph(VersionRecords.newBuilder().setFirstOffset(-5).setPartitionCount(-1)));
    Task.Builder priority = task("priority");
    priority.getRequestBuilder().setPriority(77);
    sendTask(priority);
    Task.Builder tenant = task("tenant");
    tenant.getRequestBuilder().setTenant("t".repeat(1_000));
    sendTask(tenant);
    sendTask(task("p".repeat(900_000)));
    assertThat(splitTriangles("after-tasks")).isEqualTo(wholeTriangles("whole-after-tasks"));
  }

  @Test
  void noticesOfLongNamesOnceFilledTheMemory() {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", installation.bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < 300; i++) {
        PlanNotice.Builder notice =
            PlanNotice.newBuilder().setPlanId(i + "-".repeat(900_000)).setEnded(true);
        var _ =
            producer.send(
                new ProducerRecord<>(
                    "tasks.v1", TaskRecord.newBuilder().setNotice(notice).build().toByteArray()));
      }
    }
    assertThat(splitTriangles("after-notices")).isEqualTo(wholeTriangles("whole-after-notices"));
  }

  private static void sendPartial(PartialRecord.Builder record) {
    long _ = raw.send("partials.v1", 0, "job".getBytes(UTF_8), record.build().toByteArray());
  }

  @Test
  void aPlanOfAnotherRequestUnderTheSameJobIdOnceGaveItsAnswer() {
    JobRequest.Builder pinned =
        split("again").setVersion(VersionSelector.newBuilder().setExact(1)).clearSplit();
    // Of an older job under this id, as it lies in the topic; and ones that nothing made.
    JobPlan.Builder plan =
        JobPlan.newBuilder()
            .setPlanId("older")
            .setJobId("again")
            .setGraphVersion(1)
            .setRequest(
                pinned
                    .clone()
                    .setTriangleCount(
                        TriangleCount.newBuilder()
                            .setPerVertex(true)
                            .setOrdering(Ordering.ORDERING_DEGREE)))
            .setInitial(
                PartialAnswer.newBuilder()
                    .putSums("triangles", ByteString.copyFrom(new byte[] {42})));
    sendPartial(PartialRecord.newBuilder().setPlan(plan));
    sendPartial(
        PartialRecord.newBuilder()
            .setPlan(
                plan.clone()
                    .setRequest(
                        pinned.clone().setMotifCensus(MotifCensus.newBuilder().setSize(4)))));
    sendPartial(
        PartialRecord.newBuilder()
            .setPlan(plan.clone().clearRequest().addRoots(-1).addRoots(1 << 30)));
    // A job that came when its worker was there already looks for no older plan.
    worker.kill();
    try (var log = new ResultLog(installation.client)) {
      installation.client.submit(split("again").build());
      startWorker();
      JobResult result = log.await("again", 1).getFirst();
      assertThat(result.getStatus())
          .as(result.toString())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(result.getPlanMap()).containsEntry("split-resumed", "false");
      assertThat(result.getTriangles().getTriangles().getLow())
          .isEqualTo(wholeTriangles("whole-again"));
    }
  }

  @Test
  void aForgedPartialOfAHugeSizeOnceEndedTheWorkerThatAddedIt() {
    try (var log = new ResultLog(installation.client)) {
      for (PartialAnswer.Builder forged :
          List.of(
              PartialAnswer.newBuilder()
                  .setPieces(1)
                  .setPerVertex(CountSlice.newBuilder().setSize(1L << 40)),
              PartialAnswer.newBuilder().setPieces(1).putSums("motifs", ByteString.EMPTY),
              PartialAnswer.newBuilder().setPart(-1).setPieces(1),
              PartialAnswer.newBuilder()
                  .setFailure(
                      Failure.newBuilder().setCodeValue(9_999).setMessage("m".repeat(900_000))))) {
        String jobId = "hard-" + forged.hashCode();
        installation.client.submit(
            JobRequest.newBuilder()
                .setJobId(jobId)
                .setGraphId("hard")
                .setMotifCensus(MotifCensus.newBuilder().setSize(6))
                .setSplit(Split.newBuilder().setParts(16))
                .build());
        String planId = planOf(jobId);
        for (int times = 0; times < 10; times++) {
          sendPartial(
              PartialRecord.newBuilder()
                  .setPartial(
                      forged.clone().setPlanId(planId).setComputationId("forged-" + times)));
        }
        var result = log.await(jobId, 1).getFirst();
        assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_FAILED);
        assertThat(result.getFailure().getMessage().length())
            .isLessThanOrEqualTo(Bounds.FAILURE_MESSAGE_CHARACTERS);
      }
    }
    assertThat(splitTriangles("after-partials")).isEqualTo(wholeTriangles("whole-after-partials"));
  }

  private static String planOf(String jobId) {
    return plan(raw.first("partials.v1", record -> plan(record.value()).getJobId().equals(jobId))
            .value())
        .getPlanId();
  }

  private static JobPlan plan(byte[] partial) {
    try {
      return PartialRecord.parseFrom(partial).getPlan();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
