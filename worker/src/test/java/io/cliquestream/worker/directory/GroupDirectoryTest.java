package io.cliquestream.worker.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.JobKind;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.FigureChange;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueAnswer;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.ResultDifference;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.TriangleAnswer;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.cliquestream.worker.directory.listed.ListedDeadLetter;
import io.cliquestream.worker.directory.listed.ListedDifference;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedJob;
import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedState;
import io.cliquestream.worker.directory.listed.ListedStream;
import io.cliquestream.worker.directory.listed.ListedVersion;
import io.cliquestream.worker.directory.listed.Page;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The picture of a group with very many jobs. */
final class GroupDirectoryTest {
  private static final int JOBS = 100_000;

  /** Bytes on a device, by a worker of an older build. */
  private static final long UNTOLD = -1;

  private static final int PARTITIONS = 6;
  private static final long START = 1_700_000_000_000L;

  private final GroupDirectory directory = directory(JOBS);

  private static GroupDirectory directory(int jobs) {
    return new GroupDirectory(
        Topics.UNPREFIXED,
        "job-state.v1",
        ConfigurationSchema.of(ApiSettings.class)
            .load(null, Map.of(), Map.of("api.jobs-kept", Integer.toString(jobs)))
            .get(ApiSettings.class),
        1L << 40);
  }

  /** Job i: one of 100 graphs and 7 tenants, every second one triangles, 100 ms after the last. */
  private static JobRequest request(int i) {
    var request =
        JobRequest.newBuilder()
            .setJobId("job-" + i)
            .setGraphId("graph-" + i % 100)
            .setTenant("tenant-" + i % 7);
    return i % 2 == 0
        ? request.setTriangleCount(TriangleCount.getDefaultInstance()).build()
        : request.setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4)).build();
  }

  private static ConsumerRecord<byte[], byte[]> requested(int i) {
    JobRequest request = request(i);
    return record(
        "jobs.v1", i % PARTITIONS, i / PARTITIONS, START + i * 100L, request.toByteArray());
  }

  private static ConsumerRecord<byte[], byte[]> answered(int i) {
    var result =
        JobResult.newBuilder()
            .setJobId("job-" + i)
            .setGraphVersion(3)
            .setStatus(i % 10 == 9 ? JobStatus.JOB_STATUS_FAILED : JobStatus.JOB_STATUS_SUCCEEDED)
            .setTriangles(TriangleAnswer.newBuilder().setTriangles(Counts.ofUnsigned(i)));
    return record(
        "results.v1",
        i % PARTITIONS,
        i / PARTITIONS,
        START + i * 100L + 50,
        ResultRecord.newBuilder().setResult(result).build().toByteArray());
  }

  private static ConsumerRecord<byte[], byte[]> record(
      String topic, int partition, long offset, long time, byte[] value) {
    return new ConsumerRecord<>(
        topic,
        partition,
        offset,
        time,
        TimestampType.CREATE_TIME,
        0,
        value.length,
        "key".getBytes(UTF_8),
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  /** A list showed nothing of runs whose result is what changed. */
  @Test
  void runsWithADifferenceTellWhatChangedAndTheNumberThatFollows() {
    directory.take(
        List.of(
            stands(),
            run(1, 1, result -> result.setTriangles(triangles(7))),
            run(2, 2, result -> result.setDifference(difference(1, "triangles", 7, 5))),
            run(3, 3, result -> result.setDifference(difference(2, "wedges", 30, 28))),
            failedRun(4),
            run(5, 4, result -> result.setDifference(difference(3))),
            // The run that it begins from is not known.
            run(6, 9, result -> result.setDifference(difference(8)))));
    List<ListedRun> runs = directory.job("follows").orElseThrow().runs();
    assertThat(runs.reversed().stream().map(ListedRun::value))
        .containsExactly("7", "5", "5", "", "5", "");
    assertThat(runs.get(4).difference())
        .isEqualTo(
            new ListedDifference(1, 1, "triangles", BigInteger.valueOf(7), BigInteger.valueOf(-2)));
    assertThat(runs.get(3).difference().figure()).isEqualTo("wedges");
    assertThat(runs.get(1).difference().figures()).isZero();
    assertThat(runs.get(5).difference()).isNull();
  }

  /** A figure of k-cliques does not say whether the job asks for other sizes, too. */
  @Test
  void cliquesOfTheOnlySizeFollowAndThoseOfSeveralDoNot() {
    var four = CliquesOfSize.newBuilder().setSize(4).setCount(Counts.ofUnsigned(10));
    var five = CliquesOfSize.newBuilder().setSize(5).setCount(Counts.ofUnsigned(1));
    directory.take(
        List.of(
            stands(),
            run(1, 1, r -> r.setKCliques(KCliqueAnswer.newBuilder().addCliques(four))),
            run(2, 2, r -> r.setDifference(difference(1, "4-cliques", 10, 12))),
            run(
                3,
                3,
                r -> r.setKCliques(KCliqueAnswer.newBuilder().addCliques(four).addCliques(five))),
            run(4, 4, r -> r.setDifference(difference(3, "4-cliques", 10, 12)))));
    List<ListedRun> runs = directory.job("follows").orElseThrow().runs();
    assertThat(runs.reversed().stream().map(ListedRun::value)).containsExactly("10", "12", "", "");
  }

  private static ConsumerRecord<byte[], byte[]> stands() {
    var request = JobRequest.newBuilder().setJobId("follows").setGraphId("graph");
    return record("jobs.v1", 0, 0, START, request.build().toByteArray());
  }

  private static ConsumerRecord<byte[], byte[]> run(
      long run, long version, UnaryOperator<JobResult.Builder> answer) {
    var result =
        JobResult.newBuilder()
            .setJobId("follows")
            .setRun(run)
            .setGraphVersion(version)
            .setStatus(JobStatus.JOB_STATUS_SUCCEEDED);
    return resultRecord(run, answer.apply(result));
  }

  private static ConsumerRecord<byte[], byte[]> failedRun(long run) {
    return resultRecord(
        run,
        JobResult.newBuilder()
            .setJobId("follows")
            .setRun(run)
            .setStatus(JobStatus.JOB_STATUS_FAILED));
  }

  private static ConsumerRecord<byte[], byte[]> resultRecord(
      long offset, JobResult.Builder result) {
    byte[] value = ResultRecord.newBuilder().setResult(result).build().toByteArray();
    return record("results.v1", 0, offset, START + offset, value);
  }

  private static TriangleAnswer triangles(long count) {
    return TriangleAnswer.newBuilder().setTriangles(Counts.ofUnsigned(count)).build();
  }

  private static ResultDifference difference(long base) {
    return ResultDifference.newBuilder().setBaseVersion(base).build();
  }

  private static ResultDifference difference(long base, String figure, long before, long after) {
    return difference(base).toBuilder()
        .addFigures(
            FigureChange.newBuilder()
                .setName(figure)
                .setBefore(Counts.ofUnsigned(before))
                .setAfter(Counts.ofUnsigned(after)))
        .build();
  }

  private void fill() {
    var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    for (int i = 0; i < JOBS; i++) {
      records.add(requested(i));
      if (i % 4 != 3) {
        records.add(answered(i));
      }
    }
    // Topics and partitions are read beside each other, in any order.
    Collections.shuffle(records, new Random(18));
    directory.take(records);
  }

  private List<ListedJob> walk(JobFilter filter, int limit) {
    var all = new ArrayList<ListedJob>();
    Optional<ListPosition> after = Optional.empty();
    while (true) {
      Page<ListedJob> page = directory.jobs(filter, after, limit);
      all.addAll(page.items());
      if (page.next().isEmpty()) {
        return all;
      }
      after = ListPosition.parse(page.next().get());
    }
  }

  private static JobFilter filter(
      Optional<String> graph, Optional<String> tenant, Set<ListedState> states, String text) {
    return new JobFilter(
        _ -> true,
        Optional.empty(),
        graph,
        tenant,
        states,
        Optional.empty(),
        0,
        Long.MAX_VALUE,
        text);
  }

  @Tag("long")
  @Test
  void listsOfAHundredThousandJobsAreWholeAndInOrder() {
    fill();
    List<ListedJob> all = walk(JobFilter.all(_ -> true), 1_000);
    assertThat(all).hasSize(JOBS);
    for (int i = 0; i < JOBS; i++) {
      assertThat(all.get(i).id()).isEqualTo("job-" + (JOBS - 1 - i));
    }
    assertThat(all.get(2).last().value()).isEqualTo(Integer.toString(JOBS - 3));
    assertThat(all.get(0).state()).isEqualTo(ListedState.RECEIVED);

    var graph = filter(Optional.of("graph-42"), Optional.empty(), Set.of(), "");
    assertThat(walk(graph, 77)).hasSize(JOBS / 100).allMatch(job -> job.graph().equals("graph-42"));
    var failed = filter(Optional.empty(), Optional.of("tenant-3"), Set.of(ListedState.FAILED), "");
    int expected = 0;
    for (int i = 0; i < JOBS; i++) {
      expected += i % 7 == 3 && i % 10 == 9 && i % 4 != 3 ? 1 : 0;
    }
    assertThat(walk(failed, 100)).hasSize(expected);
    assertThat(directory.jobs(failed, Optional.empty(), 1).total()).isEqualTo(expected);
    var text = filter(Optional.empty(), Optional.empty(), Set.of(), "job-9999");
    assertThat(walk(text, 100)).hasSize(11);
    var span =
        new JobFilter(
            _ -> true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Optional.of(JobKind.TRIANGLES),
            START + 100_000,
            START + 200_000,
            "");
    assertThat(walk(span, 100)).hasSize(500).allMatch(job -> job.kind().equals("triangles"));
    JobFigures figures = directory.figures(JobFilter.all("tenant-1"::equals), START);
    assertThat(figures.known()).isEqualTo((JOBS + 5) / 7);
  }

  @Test
  void whatAHolderTellsOfAGraphIsReadAsItWasTold() {
    var position =
        StreamPosition.newBuilder()
            .setNextOffset(17)
            .setNextEvent(3)
            .setEvents(-2)
            .setGreatestTimeMicros(-5_000_000)
            .setDefinition(
                StreamDefinition.newBuilder()
                    .setVersionEvents(4)
                    .setWindowMicros(60_000_000)
                    .setAllowedLatenessMicros(1_000_000))
            .build();
    for (ListedStream stream :
        Arrays.asList(
            ListedStream.of("running", "", 9, position, 1, 7, 12),
            ListedStream.of("broken", "too large", 0, StreamPosition.getDefaultInstance(), 0, 0, 0),
            null)) {
      var versions =
          List.of(
              new ListedVersion(-1, "ready", 7, "memory", 4, 5, 600, 700, 8, 9, null),
              new ListedVersion(9, "ready", 0, "disk", 4, 5, 600, UNTOLD, 8, 9, null),
              new ListedVersion(8, "retired", 0, "", 0, 0, 0, UNTOLD, -1, -1, null));
      var told = new ListedGraph("g", 2, "one", START, versions, stream);
      var record = new WorkerRecords("workers.v1").graph("g", told.write());
      directory.take(
          List.of(
              new ConsumerRecord<>(
                  record.topic(),
                  0,
                  0,
                  START,
                  TimestampType.CREATE_TIME,
                  record.key().length,
                  record.value().length,
                  record.key(),
                  record.value(),
                  new RecordHeaders(),
                  Optional.empty())));
      assertThat(directory.graph("g")).contains(told);
    }
  }

  @Tag("long")
  @Test
  void jobsThatComeWhileSomebodyTurnsPagesMoveNothing() {
    fill();
    var filter = JobFilter.all(_ -> true);
    var seen = new HashSet<String>();
    Optional<ListPosition> after = Optional.empty();
    int pages = 0;
    int next = JOBS;
    do {
      Page<ListedJob> page = directory.jobs(filter, after, 500);
      for (ListedJob job : page.items()) {
        assertThat(seen.add(job.id())).as(job.id()).isTrue();
      }
      after = page.next().flatMap(ListPosition::parse);
      pages++;
      if (pages <= 20) {
        // New ones, and news of old ones. The oldest are forgotten meanwhile.
        directory.take(List.of(requested(next), answered(next), answered(next - 5_003)));
        next++;
      }
    } while (after.isPresent());
    for (int i = 0; i < JOBS; i++) {
      if (!seen.contains("job-" + i)) {
        // Only what was forgotten before its page was asked for is missing: the oldest of all.
        assertThat(i).isLessThan(2_000);
      }
    }
  }

  @Test
  void beyondItsBoundTheOldestAreForgotten() {
    GroupDirectory small = directory(100);
    for (int i = 0; i < 1_000; i++) {
      small.take(List.of(requested(i), answered(i)));
    }
    Page<ListedJob> page = small.jobs(JobFilter.all(_ -> true), Optional.empty(), 1_000);
    assertThat(page.total()).isBetween(100, 102);
    assertThat(page.items().getFirst().id()).isEqualTo("job-999");
    assertThat(small.job("job-1")).isEmpty();
  }

  @Test
  void aJobThatWasAnsweredOutOfSightIsNotShownAsWaiting() {
    directory.take(List.of(requested(0), requested(6), requested(12)));
    directory.answered(Map.of(0, 2L));
    assertThat(directory.job("job-0").orElseThrow().job().state()).isEqualTo(ListedState.EXPIRED);
    assertThat(directory.job("job-6").orElseThrow().job().state()).isEqualTo(ListedState.EXPIRED);
    assertThat(directory.job("job-12").orElseThrow().job().state()).isEqualTo(ListedState.RECEIVED);
  }

  @Test
  void progressThatComesAfterTheResultChangesNothing() {
    var progress =
        JobProgress.newBuilder()
            .setJobId("job-0")
            .setPhase(JobPhase.JOB_PHASE_COMPUTING)
            .setFraction(0.5);
    var record = record("progress.v1", 0, 0, START, progress.build().toByteArray());
    directory.take(List.of(requested(0), record));
    assertThat(directory.job("job-0").orElseThrow().job().state()).isEqualTo(ListedState.COMPUTING);
    directory.take(List.of(answered(0), record));
    assertThat(directory.job("job-0").orElseThrow().job().state()).isEqualTo(ListedState.SUCCEEDED);
  }

  @Test
  void textsOfAMebibyteOnceStayedInMemoryForEveryJobAndLetter() {
    String text = "x".repeat(1 << 20);
    directory.take(
        List.of(
            record(
                "jobs.v1",
                0,
                0,
                START,
                request(1).toBuilder().setGraphId(text).build().toByteArray())));
    assertThat(directory.job("job-1")).isEmpty();
    var letter = record("jobs.dlq.v1", 0, 7, START, request(2).toByteArray());
    for (String header :
        List.of(
            DeadLetterHeaders.CAUSE_CODE,
            DeadLetterHeaders.CAUSE_CATEGORY,
            DeadLetterHeaders.CAUSE_MESSAGE,
            DeadLetterHeaders.ORIGINAL_TOPIC)) {
      letter.headers().add(header, text.getBytes(UTF_8));
    }
    letter
        .headers()
        .add(DeadLetterHeaders.ORIGINAL_PARTITION, Long.toString(1L << 32).getBytes(UTF_8));
    directory.take(List.of(letter));
    ListedDeadLetter listed = directory.deadLetter("0-7").orElseThrow();
    for (String kept :
        List.of(
            listed.cause().code(),
            listed.cause().category(),
            listed.cause().message(),
            listed.topic())) {
      assertThat(kept).hasSize(Bounds.FAILURE_MESSAGE_CHARACTERS);
    }
    assertThat(listed.originalPartition()).isEqualTo(-1);
  }

  @Test
  void whateverIsInARecordTakingItInDoesNotFail() {
    var random = new Random(1);
    for (String topic :
        List.of(
            "jobs.v1",
            "results.v1",
            "progress.v1",
            "control.v1",
            "jobs.dlq.v1",
            "job-state.v1",
            "workers.v1")) {
      for (int i = 0; i < 2_000; i++) {
        byte[] value = new byte[random.nextInt(40)];
        random.nextBytes(value);
        byte[] key = new byte[random.nextInt(6)];
        random.nextBytes(key);
        String[] prefixes = {"s/", "g/", "w/", "d/", ""};
        byte[] prefixed = (prefixes[random.nextInt(5)] + new String(key, UTF_8)).getBytes(UTF_8);
        directory.take(
            List.of(
                new ConsumerRecord<>(
                    topic,
                    0,
                    i,
                    START,
                    TimestampType.CREATE_TIME,
                    0,
                    0,
                    random.nextInt(20) == 0 ? null : prefixed,
                    random.nextInt(20) == 0 ? null : value,
                    new RecordHeaders(),
                    Optional.empty())));
      }
    }
    // Still alive.
    directory.take(List.of(requested(0)));
    assertThat(directory.job("job-0")).isPresent();
  }
}
