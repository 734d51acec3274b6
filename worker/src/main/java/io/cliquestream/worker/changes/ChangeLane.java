package io.cliquestream.worker.changes;

import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread with the changes of some partitions: polls them, and commits what becomes of them.
 *
 * <p>A partition is only watched until its first record comes. Then it is opened: producers under
 * the partition's own transactional ids, which end for good what a former owner has under way; then
 * the graphs up to their end; then the committed offset. In this order, nothing of the former owner
 * can come in between, so the streams go on exactly where its last transaction left them. A former
 * owner that does not know yet that it is one is refused by the broker at its next step.
 *
 * <p>Whatever goes wrong around a transaction has one answer: the partition is given up and opened
 * again, after a pause that grows to {@value #LONGEST_BACKOFF_MILLIS} ms. What is committed is the
 * truth. Only events and offsets are lost that way, which are read again.
 */
final class ChangeLane implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeLane.class);
  private static final long IDLE_NANOS = 100_000_000L;

  /** Least time that a poll waits. */
  private static final long LEAST_POLL_NANOS = 1_000_000L;

  private static final long BACKOFF_MILLIS = 50;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;
  private static final long LOOK_NANOS = 5_000_000_000L;
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private sealed interface Order {
    record Follow(int partition) implements Order {}

    record Release(int partition) implements Order {}

    record Stop() implements Order {}
  }

  private final int number;
  private final ChangeSettings settings;
  private final ChangeClients clients;
  private final StreamedGraphs graphs;
  private final EventCounts counts;
  private final StreamEncodings encodings;
  private final StreamSnapshots snapshots;
  private final StreamRetirements superfluous;
  private final EventWindow.Budget windows = new EventWindow.Budget();
  private final StreamEncodings.Turn beside = new StreamEncodings.Turn();
  private final WindowReplay replay;
  private final ConcurrentLinkedQueue<Order> orders = new ConcurrentLinkedQueue<>();
  private final Map<Integer, FollowedPartition> followed = new TreeMap<>();
  private final Map<Integer, ChangeHealth.Partition> health = new ConcurrentHashMap<>();
  private final Map<Integer, List<StreamStatus>> statuses = new ConcurrentHashMap<>();
  private volatile String detail = "";
  private KafkaConsumer<byte[], byte[]> consumer;
  private int partitionCount;
  private long looked = System.nanoTime() - LOOK_NANOS;
  private long pauseMillis = BACKOFF_MILLIS;
  private boolean stopping;
  private WatchedThread thread;

  ChangeLane(
      int number,
      ChangeSettings settings,
      ChangeClients clients,
      StreamedGraphs graphs,
      EventCounts counts,
      StreamEncodings encodings,
      StreamSnapshots snapshots,
      StreamRetirements superfluous) {
    this.number = number;
    this.settings = settings;
    this.clients = clients;
    this.graphs = graphs;
    this.counts = counts;
    this.encodings = encodings;
    this.snapshots = snapshots;
    this.superfluous = superfluous;
    this.replay = new WindowReplay(settings, clients, graphs, () -> thread.progressed());
  }

  /** Takes a partition's changes from now on; its graphs are there. From any thread. */
  void follow(int partition) {
    orders.add(new Order.Follow(partition));
  }

  /** The partition is another worker's. From any thread. */
  void release(int partition) {
    orders.add(new Order.Release(partition));
  }

  /** Ends; from any thread. */
  void stop() {
    orders.add(new Order.Stop());
  }

  /** What keeps it from taking events; empty when nothing does. From any thread. */
  String detail() {
    return detail;
  }

  /** Its partitions; from any thread. */
  Collection<ChangeHealth.Partition> health() {
    return List.copyOf(health.values());
  }

  /** Streams of its partitions as they were within the last second; from any thread. */
  List<StreamStatus> streams() {
    return statuses.values().stream().flatMap(List::stream).toList();
  }

  /** Events in all of its windows; from any thread. */
  int windowEvents() {
    return windows.events();
  }

  @Override
  public void run(WatchedThread self) {
    thread = self;
    consumer = clients.consumer("changes-" + number);
    try {
      while (!stopping) {
        takeOrders();
        turn();
        self.progressed();
      }
    } finally {
      followed.values().forEach(FollowedPartition::close);
      consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE));
    }
  }

  private void takeOrders() {
    for (Order order = orders.poll(); order != null; order = orders.poll()) {
      switch (order) {
        case Order.Follow(int partition) ->
            followed.computeIfAbsent(
                partition,
                p ->
                    new FollowedPartition(
                        new TopicPartition(clients.topics().changes(), p), counts));
        case Order.Release(int partition) -> {
          FollowedPartition gone = followed.remove(partition);
          if (gone != null) {
            gone.close();
            health.remove(partition);
            statuses.remove(partition);
            assign();
          }
        }
        case Order.Stop() -> stopping = true;
      }
    }
  }

  private void turn() {
    try {
      if (followed.isEmpty() || !isThere()) {
        LockSupport.parkNanos(IDLE_NANOS);
        return;
      }
      position();
      long idle = idleNanos();
      if (idle < LEAST_POLL_NANOS) {
        // A poll's time is in whole milliseconds: until a version is due it would be asked for
        // nothing, again and again.
        LockSupport.parkNanos(idle);
        idle = 0;
      }
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofNanos(idle));
      for (FollowedPartition one : List.copyOf(followed.values())) {
        step(one, records.records(one.source()));
        thread.progressed();
      }
      pauseMillis = BACKOFF_MILLIS;
    } catch (WakeupException e) {
      LOG.debug("woken", e);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      note("the changes cannot be read: " + e.getMessage(), e);
      pauseMillis = Math.min(LONGEST_BACKOFF_MILLIS, 2 * pauseMillis);
      LockSupport.parkNanos(Duration.ofMillis(pauseMillis).toNanos());
    }
  }

  private void note(String what, Exception cause) {
    if (!what.equals(detail)) {
      LOG.warn("{}; trying again", what);
      LOG.debug("the cause", cause);
      detail = what;
    }
  }

  // --- The topic -----------------------------------------------------------------------------

  /** Whether the topic is there and laid out as the graphs are; looks again now and then. */
  private boolean isThere() {
    if (partitionCount > 0) {
      return true;
    }
    if (System.nanoTime() - looked < LOOK_NANOS) {
      return false;
    }
    looked = System.nanoTime();
    Duration limit = clients.kafka().requestTimeout();
    String topic = clients.topics().changes();
    var changes = consumer.partitionsFor(topic, limit);
    if (changes == null || changes.isEmpty()) {
      detail = topic + " is not there: no events are taken in";
      return false;
    }
    int graphPartitions = consumer.partitionsFor(clients.topics().graphs(), limit).size();
    if (changes.size() != graphPartitions) {
      note(
          "%s has %d partitions and %s %d; they must have equally many"
              .formatted(topic, changes.size(), clients.topics().graphs(), graphPartitions),
          null);
      return false;
    }
    partitionCount = changes.size();
    detail = "";
    return true;
  }

  /** Puts every new partition at its committed offset, to be watched from there. */
  private void position() {
    Set<TopicPartition> fresh = new HashSet<>();
    for (FollowedPartition one : followed.values()) {
      if (!one.isPositioned()) {
        fresh.add(one.source());
      }
    }
    if (fresh.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> offsets =
        consumer.committed(fresh, clients.kafka().requestTimeout());
    for (FollowedPartition one : followed.values()) {
      if (fresh.contains(one.source())) {
        one.positioned();
      }
    }
    assign();
    fresh.forEach(source -> seek(source, offsets.get(source)));
    detail = "";
  }

  private void assign() {
    consumer.assign(
        followed.values().stream()
            .filter(FollowedPartition::isPositioned)
            .map(FollowedPartition::source)
            .toList());
  }

  private void seek(TopicPartition source, OffsetAndMetadata committed) {
    if (committed == null) {
      consumer.seekToBeginning(Set.of(source));
    } else {
      consumer.seek(source, committed.offset());
    }
  }

  private long idleNanos() {
    long idle = IDLE_NANOS;
    for (FollowedPartition one : followed.values()) {
      idle = one.idleNanos(idle);
    }
    return orders.isEmpty() ? idle : 0;
  }

  // --- A partition ---------------------------------------------------------------------------

  private void step(FollowedPartition one, List<ConsumerRecord<byte[], byte[]>> records) {
    try {
      if (one.isOpen()) {
        work(one, records);
        return;
      }
      if (!records.isEmpty()) {
        consumer.pause(Set.of(one.source()));
      }
      if (consumer.paused().contains(one.source()) && one.mayOpen()) {
        open(one);
      }
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException | StreamLostException | WorkerException | IllegalStateException e) {
      note("partition " + one.number() + " is read again: " + e.getMessage(), e);
      counts.restarts().increment();
      one.giveUp(e);
      consumer.pause(Set.of(one.source()));
    }
  }

  private void work(FollowedPartition one, List<ConsumerRecord<byte[], byte[]>> records) {
    one.work(records, consumer.groupMetadata(), encodings, beside, snapshots, superfluous);
    if (one.isHeldUp()) {
      consumer.pause(Set.of(one.source()));
    } else {
      consumer.resume(Set.of(one.source()));
    }
    health.put(one.number(), one.health(consumer.currentLag(one.source()).orElse(0)));
    one.statuses().ifPresent(now -> statuses.put(one.number(), now));
    detail = "";
  }

  private void open(FollowedPartition one) {
    int partition = one.number();
    one.fence(which -> clients.producer(partition, which));
    replay.awaitGraphs(partition);
    OffsetAndMetadata committed =
        consumer
            .committed(Set.of(one.source()), clients.kafka().requestTimeout())
            .get(one.source());
    seek(one.source(), committed);
    long next = consumer.position(one.source(), clients.kafka().requestTimeout());
    var ready = new ReadyRecords(counts);
    one.open(
        new PartitionChanges(
            partition,
            partitionCount,
            next,
            judged(committed),
            settings,
            clients.topics().deadLetters(),
            one.room().letterBytes(),
            counts,
            windows,
            new PartitionStreams(
                partition, one.room(), settings, clients, graphs, counts, windows, replay, ready),
            ready));
    consumer.resume(Set.of(one.source()));
    LOG.info("the changes of partition {} are taken in from record {} on", partition, next);
  }

  private static long judged(OffsetAndMetadata committed) {
    if (committed == null || committed.metadata() == null || committed.metadata().isEmpty()) {
      return 0;
    }
    try {
      return Long.parseLong(committed.metadata());
    } catch (NumberFormatException e) {
      LOG.warn("offset metadata '{}' is not of this worker's kind", committed.metadata(), e);
      return 0;
    }
  }
}
