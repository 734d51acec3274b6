package io.cliquestream.worker.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.JobKind;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.TriangleAnswer;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.ConfigurationSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** The picture of a group with very many jobs. */
final class GroupDirectoryTest {
  private static final int JOBS = 100_000;
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
    Optional<JobPosition> after = Optional.empty();
    while (true) {
      Page<ListedJob> page = directory.jobs(filter, after, limit);
      all.addAll(page.items());
      if (page.next().isEmpty()) {
        return all;
      }
      after = JobPosition.parse(page.next().get());
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
      var told = new ListedGraph("g", 2, "one", START, List.of(), stream);
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

  @Test
  void jobsThatComeWhileSomebodyTurnsPagesMoveNothing() {
    fill();
    var filter = JobFilter.all(_ -> true);
    var seen = new HashSet<String>();
    Optional<JobPosition> after = Optional.empty();
    int pages = 0;
    int next = JOBS;
    do {
      Page<ListedJob> page = directory.jobs(filter, after, 500);
      for (ListedJob job : page.items()) {
        assertThat(seen.add(job.id())).as(job.id()).isTrue();
      }
      after = page.next().flatMap(JobPosition::parse);
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
