package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.service.WorkerService;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lists over HTTP of a worker that knows a hundred thousand jobs, as many as it may keep: those are
 * on the topics when it starts, answered by the group before; the newer ones it answers itself.
 */
@Tag("long")
final class HundredThousandJobsTest {
  private static final int JOBS = 100_000;
  private static final int PARTITIONS = 6;
  private static final int PAGE = 1_000;
  private static final String NEW = "new";

  /** Beyond its bound the directory takes a few more, and then forgets them at once. */
  private static final int SLACK = JOBS / 64;

  /** When job 0 was written; the others follow, one every 10 ms, all before now. */
  private final long start = System.currentTimeMillis() - JOBS * 10L - 60_000;

  private int sent;

  private static String id(int job) {
    return "job-" + job;
  }

  private static boolean isTriangles(int job) {
    return job % 2 == 0;
  }

  /** Answered, but its result is on no topic any more. */
  private static boolean isExpired(int job) {
    return job % 50 == 7;
  }

  private static boolean isFailed(int job) {
    return job % 10 == 9;
  }

  private static byte[] request(int job) {
    var request =
        JobRequest.newBuilder()
            .setJobId(id(job))
            .setGraphId("graph-" + job % 100)
            .setTenant("tenant-" + job % 7);
    if (isTriangles(job)) {
      request.setTriangleCount(TriangleCount.getDefaultInstance());
    } else {
      request.setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4));
    }
    return request.build().toByteArray();
  }

  private static byte[] result(int job) {
    var result = JobResult.newBuilder().setJobId(id(job)).setGraphVersion(3);
    if (isFailed(job)) {
      result
          .setStatus(JobStatus.JOB_STATUS_FAILED)
          .setFailure(
              Failure.newBuilder()
                  .setCode(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN)
                  .setMessage("nobody has it"));
    } else {
      result.setStatus(JobStatus.JOB_STATUS_SUCCEEDED);
    }
    return ResultRecord.newBuilder().setResult(result).build().toByteArray();
  }

  /** Writes requests and results, and says that the group has answered all requests. */
  private void fill(ApiGroup group) throws Exception {
    // What senders write beside their requests makes these longer to read than the results.
    var note = new RecordHeaders().add("note", new byte[400]);
    try (var producer = producer(group)) {
      for (int job = 0; job < JOBS; job++) {
        byte[] key = id(job).getBytes(UTF_8);
        long written = start + job * 10L;
        var _ =
            producer.send(
                new ProducerRecord<>(
                    group.topics().jobs(), job % PARTITIONS, written, key, request(job), note));
        if (!isExpired(job)) {
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      group.topics().results(), job % PARTITIONS, written + 5, key, result(job)));
        }
      }
    }
    var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      int end = (JOBS - partition + PARTITIONS - 1) / PARTITIONS;
      offsets.put(new TopicPartition(group.topics().jobs(), partition), new OffsetAndMetadata(end));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", group.bootstrap))) {
      admin.alterConsumerGroupOffsets(group.prefix + "workers", offsets).all().get();
    }
  }

  /** Jobs of one graph and so of one partition: those of one millisecond are in order, too. */
  private void send(ApiGroup group, int count) {
    try (var producer = producer(group)) {
      for (int i = 0; i < count; i++) {
        JobRequest request = ApiGroup.triangles(NEW + "-" + sent++, NEW).setTenant(NEW).build();
        var _ =
            producer.send(
                new ProducerRecord<>(
                    group.topics().jobs(), NEW.getBytes(UTF_8), request.toByteArray()));
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(ApiGroup group) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", group.bootstrap, "linger.ms", 20),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Waits until the list shows whatever was sent, answered. */
  private void awaitSent(ApiGroup group, WorkerService worker) throws Exception {
    group.await(
        worker,
        "/jobs?graph=" + NEW + "&state=succeeded&limit=1",
        page -> page.get("total").asInt() == sent);
  }

  private static JsonNode page(ApiGroup group, WorkerService worker, String path) throws Exception {
    HttpResponse<String> response = group.get(worker, path);
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return ApiGroup.json(response);
  }

  /** What is to be done between two pages. */
  @FunctionalInterface
  private interface Between {
    void page(int number) throws Exception;
  }

  /** The ids of all pages of a list, in their order. */
  private static List<String> walk(
      ApiGroup group, WorkerService worker, String filter, Between between) throws Exception {
    var ids = new ArrayList<String>();
    String cursor = "";
    for (int number = 0; cursor != null; number++) {
      JsonNode page = page(group, worker, "/jobs?limit=" + PAGE + filter + cursor);
      page.get("items").forEach(item -> ids.add(item.get("id").asText()));
      boolean more = !page.get("next").isNull();
      assertThat(page.get("items").size()).isLessThanOrEqualTo(PAGE);
      assertThat(!more || page.get("items").size() == PAGE).as("a page before the last").isTrue();
      cursor = more ? "&cursor=" + page.get("next").asText() : null;
      between.page(number);
    }
    return ids;
  }

  /** Ids of jobs, the newest first. */
  private static List<String> newestFirst(IntPredicate which) {
    return IntStream.range(0, JOBS)
        .map(i -> JOBS - 1 - i)
        .filter(which)
        .mapToObj(HundredThousandJobsTest::id)
        .toList();
  }

  /** Those that the worker was given while it ran, the newest first. */
  private List<String> sentNewestFirst() {
    return IntStream.range(0, sent).mapToObj(i -> NEW + "-" + (sent - 1 - i)).toList();
  }

  @Test
  void listsAreExactWhileJobsArriveAndForgetTheOldestBeyondTheirBound(@TempDir Path folder)
      throws Exception {
    try (var group = new ApiGroup(folder, PARTITIONS)) {
      fill(group);
      group.publish(NEW, 1, 1, 2, 2, 3, 3, 1);
      WorkerService worker =
          group.start("one", Map.of("engine.kind", "cpu", "api.jobs-kept", "" + JOBS));
      group.await(worker, "/jobs?limit=1", page -> page.get("total").asInt() == JOBS);
      eachJobIsOnOnePageAlthoughOthersArrive(group, worker);
      filtersShowWhatTheyNameAndNothingElse(group, worker);
      resultsThatWereReadBeforeTheirRequestsWereForgotten(group, worker);
      theOldestGo(group, worker);
    }
  }

  private void eachJobIsOnOnePageAlthoughOthersArrive(ApiGroup group, WorkerService worker)
      throws Exception {
    List<String> all =
        walk(
            group,
            worker,
            "",
            number -> {
              if (number % 10 == 0 && number < 50) {
                send(group, 20);
              } else if (number == 51) {
                awaitSent(group, worker);
              }
            });
    assertThat(all).isEqualTo(newestFirst(_ -> true));
  }

  private void filtersShowWhatTheyNameAndNothingElse(ApiGroup group, WorkerService worker)
      throws Exception {
    requireExactly(group, worker, "&graph=graph-42", job -> job % 100 == 42);
    requireExactly(group, worker, "&tenant=tenant-3", job -> job % 7 == 3);
    requireExactly(group, worker, "&text=JOB-9999", job -> job == 9_999 || job / 10 == 9_999);
    requireExactly(
        group,
        worker,
        "&from=" + Instant.ofEpochMilli(start + 50_000L) + "&to=" + time(7_500),
        job -> job >= 5_000 && job < 7_500);
    requireExactly(
        group, worker, "&kind=triangles&to=" + time(4_321), job -> isTriangles(job) && job < 4_321);
    requireExactly(group, worker, "&graph=graph-42&tenant=nobody", _ -> false);
  }

  private Instant time(int job) {
    return Instant.ofEpochMilli(start + job * 10L);
  }

  private static void requireExactly(
      ApiGroup group, WorkerService worker, String filter, IntPredicate which) throws Exception {
    List<String> expected = newestFirst(which);
    assertThat(walk(group, worker, filter, _ -> {})).as(filter).isEqualTo(expected);
    assertThat(page(group, worker, "/jobs?limit=1" + filter).get("total").asInt())
        .as(filter)
        .isEqualTo(expected.size());
  }

  /** Jobs whose results lie on the topic were shown as expired. */
  private void resultsThatWereReadBeforeTheirRequestsWereForgotten(
      ApiGroup group, WorkerService worker) throws Exception {
    // The group's offsets tell, after some looks, of what was answered and has no result.
    group.await(worker, "/jobs?state=received&limit=1", page -> page.get("total").asInt() == 0);
    requireExactly(
        group,
        worker,
        "&state=failed&kind=k-cliques&tenant=tenant-5",
        job -> isFailed(job) && !isTriangles(job) && job % 7 == 5);
    requireExactly(
        group,
        worker,
        "&state=succeeded,expired&kind=triangles&graph=graph-8",
        job -> isTriangles(job) && job % 100 == 8);
    requireExactly(group, worker, "&state=expired", HundredThousandJobsTest::isExpired);
  }

  private void theOldestGo(ApiGroup group, WorkerService worker) throws Exception {
    JsonNode oldest = page(group, worker, "/jobs/" + id(7));
    assertThat(oldest.get("state").asText()).isEqualTo("expired");
    assertThat(oldest.get("resultMissing").asText()).contains("so long ago");
    assertThat(page(group, worker, "/jobs/" + id(0)).get("state").asText()).isEqualTo("succeeded");

    send(group, SLACK + 500);
    awaitSent(group, worker);

    // The same order as before, with the new ones before it and without the oldest.
    List<String> kept = walk(group, worker, "", _ -> {});
    assertThat(kept).hasSizeBetween(JOBS, JOBS + SLACK);
    List<String> everything =
        Stream.concat(sentNewestFirst().stream(), newestFirst(_ -> true).stream()).toList();
    assertThat(kept).isEqualTo(everything.subList(0, kept.size()));
    for (int job : new int[] {0, 7}) {
      HttpResponse<String> gone = group.get(worker, "/jobs/" + id(job));
      assertThat(gone.statusCode()).as(gone.body()).isEqualTo(404);
    }
    assertThat(page(group, worker, "/overview").get("jobs").get("known").asInt())
        .isEqualTo(kept.size());
  }
}
