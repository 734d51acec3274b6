package io.cliquestream.worker.directory.feed;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.ApiSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Which topics a {@link DirectoryFeed} reads, and from where. Immutable. */
final class TopicRanges {
  private static final int CONTROL_RECORDS = 10_000;

  private final Vertx vertx;
  private final Admin admin;
  private final String requests;

  /** Those with a record or more of every job. */
  private final Set<String> ofJobs;

  /** Where reading begins: from the earliest offset and the end. */
  private final Map<String, LongBinaryOperator> starts = new TreeMap<>();

  /** Where a partition begins and ends. */
  record Range(long earliest, long end) {}

  /**
   * @param stateTopic where standing jobs are remembered
   * @param admin asked for offsets
   * @param jobsKept by the directory
   */
  TopicRanges(
      Vertx vertx,
      Admin admin,
      Topics topics,
      String stateTopic,
      ApiSettings settings,
      int jobsKept) {
    this.vertx = vertx;
    this.admin = admin;
    this.requests = topics.jobs();
    this.ofJobs = Set.of(topics.jobs(), topics.results(), topics.progress(), stateTopic);
    starts.put(topics.jobs(), (earliest, end) -> Math.max(earliest, end - jobsKept));
    starts.put(topics.results(), (earliest, end) -> Math.max(earliest, end - 2L * jobsKept));
    starts.put(topics.progress(), (_, end) -> end);
    starts.put(topics.control(), (earliest, end) -> Math.max(earliest, end - CONTROL_RECORDS));
    starts.put(
        topics.deadLetters(),
        (earliest, end) -> Math.max(earliest, end - 2L * settings.deadLettersKept()));
    starts.put(topics.alerts(), (earliest, end) -> Math.max(earliest, end - settings.alertsKept()));
    starts.put(stateTopic, (earliest, _) -> earliest);
    starts.put(topics.workers(), (earliest, _) -> earliest);
  }

  Set<String> names() {
    return starts.keySet();
  }

  boolean isRequests(TopicPartition partition) {
    return partition.topic().equals(requests);
  }

  boolean isOfJobs(TopicPartition partition) {
    return ofJobs.contains(partition.topic());
  }

  /** Where reading of a partition begins when it has not been read so far. */
  long start(TopicPartition partition, Range range) {
    return starts.get(partition.topic()).applyAsLong(range.earliest(), range.end());
  }

  /** Asks the broker. */
  Future<Map<TopicPartition, Range>> ranges(Collection<TopicPartition> of) {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    for (TopicPartition partition : of) {
      first.put(partition, OffsetSpec.earliest());
      last.put(partition, OffsetSpec.latest());
    }
    // Past the end of what is committed nothing is read, and nothing may wait for it.
    var committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    Future<Map<TopicPartition, ListOffsetsResultInfo>> earliest =
        future(admin.listOffsets(first).all());
    Future<Map<TopicPartition, ListOffsetsResultInfo>> latest =
        future(admin.listOffsets(last, committed).all());
    return Future.all(earliest, latest)
        .map(
            _ -> {
              var ranges = new HashMap<TopicPartition, Range>();
              for (TopicPartition partition : of) {
                ranges.put(
                    partition,
                    new Range(
                        earliest.result().get(partition).offset(),
                        latest.result().get(partition).offset()));
              }
              return ranges;
            });
  }

  private <T> Future<T> future(KafkaFuture<T> answer) {
    return Future.fromCompletionStage(answer.toCompletionStage(), vertx.getOrCreateContext());
  }
}
