package io.cliquestream.worker.directory.feed;

import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.directory.GroupDirectory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the group is with the jobs: the committed offset and the end of each partition, asked for
 * every few seconds. Tells the directory, some time later, below which offsets all is answered. On
 * the event loop that started it.
 */
public final class GroupLag {
  private static final long INTERVAL_MILLIS = 3_000;

  /** While nothing is known: a fresh worker should not refuse for seconds what it can soon tell. */
  private static final long FIRST_INTERVAL_MILLIS = 200;

  /** Looks after which results of what was committed have certainly been read. */
  private static final int PATIENCE = 4;

  /**
   * A partition of the jobs.
   *
   * @param committed empty when nothing ever was
   */
  public record Offsets(Optional<Long> committed, long end) {
    /** Records that are not committed. */
    public long lag() {
      return Math.max(0, end - committed.orElse(0L));
    }
  }

  private final Vertx vertx;
  private final KafkaSettings kafka;
  private final DirectoryFeed feed;
  private final GroupDirectory directory;
  private final Admin admin;
  private final ArrayDeque<Map<Integer, Long>> looks = new ArrayDeque<>();
  private volatile Map<Integer, Offsets> offsets = Map.of();
  private volatile String failure = "not asked yet";
  private boolean asking;
  private long timer = -1;

  /** A watch that asks nothing before {@link #start}. */
  public GroupLag(
      Vertx vertx, KafkaSettings kafka, DirectoryFeed feed, GroupDirectory directory, Admin admin) {
    this.vertx = vertx;
    this.kafka = kafka;
    this.feed = feed;
    this.directory = directory;
    this.admin = admin;
  }

  /** Starts to ask. */
  public void start() {
    ask();
    timer = vertx.setTimer(FIRST_INTERVAL_MILLIS, _ -> again());
  }

  private void again() {
    ask();
    timer = vertx.setTimer(failure == null ? INTERVAL_MILLIS : FIRST_INTERVAL_MILLIS, _ -> again());
  }

  /** By partition; empty while nothing is known. */
  public Map<Integer, Offsets> offsets() {
    return offsets;
  }

  /** Why nothing is known; empty when something is. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  private void ask() {
    String topic = kafka.topics().jobs();
    int count = feed.partitions(topic);
    if (asking || count == 0) {
      return;
    }
    asking = true;
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int partition = 0; partition < count; partition++) {
      ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    Future<Map<TopicPartition, ListOffsetsResultInfo>> end = future(admin.listOffsets(ends).all());
    Future<Map<TopicPartition, OffsetAndMetadata>> committed =
        future(admin.listConsumerGroupOffsets(kafka.groupId()).partitionsToOffsetAndMetadata());
    Future.all(end, committed)
        .onComplete(
            both -> {
              asking = false;
              if (both.failed()) {
                failure = String.valueOf(both.cause().getMessage());
              } else {
                failure = null;
                note(end.result(), committed.result());
              }
            });
  }

  private void note(
      Map<TopicPartition, ListOffsetsResultInfo> ends,
      Map<TopicPartition, OffsetAndMetadata> committed) {
    var now = new TreeMap<Integer, Offsets>();
    var answered = new HashMap<Integer, Long>();
    ends.forEach(
        (partition, end) -> {
          OffsetAndMetadata known = committed.get(partition);
          Optional<Long> offset = Optional.ofNullable(known).map(OffsetAndMetadata::offset);
          now.put(partition.partition(), new Offsets(offset, end.offset()));
          offset.ifPresent(below -> answered.put(partition.partition(), below));
        });
    offsets = now;
    if (feed.isCurrent()) {
      looks.addLast(answered);
      if (looks.size() > PATIENCE) {
        directory.answered(looks.removeFirst());
      }
    }
  }

  private <T> Future<T> future(KafkaFuture<T> answer) {
    return Future.fromCompletionStage(answer.toCompletionStage(), vertx.getOrCreateContext());
  }

  /** Stops asking. */
  public void close() {
    if (timer >= 0) {
      vertx.cancelTimer(timer);
    }
  }
}
