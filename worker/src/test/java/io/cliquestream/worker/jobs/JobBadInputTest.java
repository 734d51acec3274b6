package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Failures;
import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.PlanChoice;
import io.cliquestream.v1.PlanRestriction;
import io.cliquestream.v1.SymmetryBreaking;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every job that is wrong gets a typed answer, and the worker goes on. */
@Tag("seam")
final class JobBadInputTest {
  private static final int PARTITIONS = 2;
  private static Installation installation;
  private static TestWorker worker;
  private static ResultLog log;
  private static RawRecords raw;

  @BeforeAll
  static void start() {
    installation = Installation.open(PARTITIONS);
    worker =
        TestWorker.start(
            installation.settings("bad-input", Map.of("jobs.version-wait", "200ms")),
            graphs -> graphs.put("triangle", 1, 1, 2, 2, 3, 3, 1));
    log = new ResultLog(installation.client);
    raw = new RawRecords(installation);
  }

  @AfterAll
  static void stop() {
    log.close();
    worker.close();
    installation.close();
  }

  @AfterEach
  void workerStillAnswers() {
    String jobId = id();
    send("triangle", Installation.triangles(jobId, "triangle").build());
    assertThat(log.await(jobId, 1).getFirst().getStatus())
        .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    assertThat(worker.service.isReady()).isTrue();
    assertThat(worker.openLeases()).isZero();
  }

  static Stream<Arguments> wrongRequests() {
    return Stream.of(
        wrong("GRAPH_ID_INVALID", triangles().setGraphId("no/slash")),
        wrong("ALGORITHM_UNKNOWN", triangles().clearTriangleCount()),
        wrong("OPTION_INVALID", triangles().setKCliqueCount(KCliqueCount.getDefaultInstance())),
        wrong(
            "OPTION_INVALID",
            triangles().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(-1))),
        wrong(
            "OPTION_INVALID",
            triangles().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(1_000_001))),
        wrong(
            "OPTION_INVALID",
            triangles().setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(5).setLargestK(4))),
        wrong("OPTION_INVALID", triangles().setMotifCensus(MotifCensus.newBuilder().setSize(8))),
        wrong(
            "OPTION_INVALID",
            triangles().setCliqueListing(CliqueListing.newBuilder().setK(3).setLimit(-1))),
        wrong("PATTERN_INVALID", triangles().setPatternMatch(PatternMatch.getDefaultInstance())),
        wrong(
            "PATTERN_INVALID",
            triangles()
                .setPatternMatch(
                    PatternMatch.newBuilder()
                        .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(1))
                        .addEdges(PatternEdge.newBuilder().setFrom(2).setTo(3)))),
        wrong("OPTION_INVALID", triangles().setPatternMatch(wedge(plan().addOrder(0)))),
        wrong(
            "OPTION_INVALID",
            triangles().setPatternMatch(wedge(plan().addOrder(1).addOrder(2).addOrder(0)))),
        wrong("OPTION_INVALID", triangles().setPatternMatch(wedge(plan().setSymmetryValue(9)))),
        wrong(
            "OPTION_INVALID",
            triangles()
                .setPatternMatch(
                    wedge(plan().setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_GIVEN)))),
        wrong(
            "OPTION_INVALID",
            triangles()
                .setPatternMatch(
                    wedge(plan().addRestrictions(PlanRestriction.newBuilder().setSmaller(1))))),
        wrong(
            "OPTION_INVALID",
            triangles().setMotifCensus(MotifCensus.newBuilder().setSize(4).setMethodValue(9))),
        wrong("OPTION_INVALID", triangles().setPriority(10)),
        wrong("OPTION_INVALID", triangles().setTenant("t".repeat(65))),
        wrong("OPTION_INVALID", triangles().setEngineValue(77)),
        wrong("OPTION_INVALID", triangles().setTrigger(Trigger.newBuilder().setEveryMillis(99))),
        wrong("ENGINE_UNAVAILABLE", triangles().setEngine(EnginePreference.ENGINE_PREFERENCE_CUDA)),
        wrong("DEADLINE_EXCEEDED", triangles().setDeadlineEpochMillis(1)),
        wrong("GRAPH_UNKNOWN", triangles().setGraphId("nowhere")),
        wrong("VERSION_UNKNOWN", triangles().setVersion(VersionSelector.newBuilder().setExact(99))),
        wrong(
            "VERSION_UNKNOWN",
            triangles().setVersion(VersionSelector.newBuilder().setAtLeast(99))));
  }

  private static Arguments wrong(String code, JobRequest.Builder request) {
    return Arguments.of(code, request);
  }

  private static PlanChoice.Builder plan() {
    return PlanChoice.newBuilder();
  }

  /** The path 1-0-2 along a plan. */
  private static PatternMatch.Builder wedge(PlanChoice.Builder plan) {
    return PatternMatch.newBuilder()
        .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(1))
        .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(2))
        .setPlan(plan);
  }

  private static JobRequest.Builder triangles() {
    return Installation.triangles("replaced", "triangle");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongRequests")
  void aWrongRequestEndsWithItsCode(String code, JobRequest.Builder request) {
    String jobId = id();
    send(request.getGraphId(), request.setJobId(jobId).build());
    JobResult result = log.await(jobId, 1).getFirst();
    assertThat(Failures.nameOf(result.getFailure().getCode())).isEqualTo(code);
    assertThat(result.getFailure().getCategory())
        .isEqualTo(Failures.categoryOf(result.getFailure().getCode()));
    assertThat(result.getFailure().getMessage()).isNotBlank();
    assertThat(result.getStatus())
        .isEqualTo(
            code.equals("DEADLINE_EXCEEDED")
                ? JobStatus.JOB_STATUS_DEADLINE_EXCEEDED
                : JobStatus.JOB_STATUS_FAILED);
  }

  @Test
  void aJobIdThatIsNoneIsAnsweredUnderItsFirstCharacters() {
    String jobId = "x".repeat(126) + "/" + UUID.randomUUID();
    send("triangle", Installation.triangles(jobId, "triangle").build());
    JobResult result = log.await(jobId.substring(0, 128), 1).getFirst();
    assertThat(result.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_JOB_ID_INVALID);
  }

  @Test
  void aJobOnTheWrongPartitionIsRefused() {
    String jobId = id();
    int wrong = 1 - Partitions.partitionOf("triangle", PARTITIONS);
    send(
        wrong,
        "triangle".getBytes(UTF_8),
        Installation.triangles(jobId, "triangle").build().toByteArray());
    assertThat(log.await(jobId, 1).getFirst().getFailure().getCode())
        .isEqualTo(FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH);
  }

  @Test
  void anUndecodableRecordGoesToTheDeadLettersAsItCame() {
    byte[] poison = {(byte) 0xff, 0x00, 0x13, 0x37};
    byte[] key = ("poison-" + UUID.randomUUID()).getBytes(UTF_8);
    long offset = send(1, key, poison);
    ConsumerRecord<byte[], byte[]> letter = raw.deadLetter(key);
    assertThat(letter.value()).isEqualTo(poison);
    assertThat(header(letter, DeadLetterHeaders.CAUSE_CODE)).isEqualTo("RECORD_UNDECODABLE");
    assertThat(header(letter, DeadLetterHeaders.CAUSE_CATEGORY)).isEqualTo("INPUT");
    assertThat(header(letter, DeadLetterHeaders.CAUSE_MESSAGE)).isNotBlank();
    assertThat(header(letter, DeadLetterHeaders.ORIGINAL_TOPIC))
        .isEqualTo(installation.prefix + "jobs.v1");
    assertThat(header(letter, DeadLetterHeaders.ORIGINAL_PARTITION)).isEqualTo("1");
    assertThat(header(letter, DeadLetterHeaders.ORIGINAL_OFFSET)).isEqualTo(Long.toString(offset));
    assertThat(Long.parseLong(header(letter, DeadLetterHeaders.ORIGINAL_TIMESTAMP))).isPositive();
    assertThat(header(letter, "own")).isEqualTo("header");
  }

  @Test
  void aRecordWithoutAValueGoesToTheDeadLetters() {
    byte[] key = ("empty-" + UUID.randomUUID()).getBytes(UTF_8);
    send(0, key, null);
    assertThat(raw.deadLetter(key).value()).isNull();
  }

  @Test
  void anUndecodableRecordAsLargeAsTheTopicTakesDoesNotStopTheWorker() {
    byte[] key = ("large-" + UUID.randomUUID()).getBytes(UTF_8);
    byte[] poison = new byte[1_040_000];
    java.util.Arrays.fill(poison, (byte) 0xff);
    send(0, key, poison);
    ConsumerRecord<byte[], byte[]> letter = raw.deadLetter(key);
    assertThat(header(letter, DeadLetterHeaders.CAUSE_MESSAGE)).contains("1040000 bytes");
  }

  @Test
  void aRecordWhoseKeyAndHeadersAloneFillATopicsRecordDoesNotStopTheWorkerEither() {
    byte[] key = new byte[1_040_000];
    send(0, key, new byte[] {(byte) 0xff});
    ConsumerRecord<byte[], byte[]> letter =
        raw.deadLetter(
            record -> header(record, DeadLetterHeaders.CAUSE_MESSAGE).contains("its key, headers"));
    assertThat(letter.key()).isNull();
    assertThat(header(letter, DeadLetterHeaders.CAUSE_CODE)).isEqualTo("RECORD_UNDECODABLE");
  }

  private static String id() {
    return "job-" + UUID.randomUUID();
  }

  private static void send(String key, JobRequest request) {
    send(Partitions.partitionOf(key, PARTITIONS), key.getBytes(UTF_8), request.toByteArray());
  }

  private static long send(int partition, byte[] key, byte[] value) {
    return raw.send("jobs.v1", partition, key, value);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return RawRecords.header(record, name);
  }
}
