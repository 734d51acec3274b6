package io.cliquestream.worker.intake;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the graph topic on a thread of its own, with partitions assigned by hand.
 *
 * <p>Polling never stops while a partition is assigned; a partition whose receiver falls behind is
 * paused. Requests from other threads are run between two polls. The consumer's group only keeps
 * one offset a partition: up to where dead letters have been written.
 */
final class GraphTopicPoller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GraphTopicPoller.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long BACKOFF_MILLIS = 200;
  private static final int FETCH_WAIT_MILLIS = 25;

  /** Takes what was polled; called on the poll thread, must not block. */
  interface Receiver {
    /** A partition begins; before any of its records. */
    void assigned(int partition, Start start);

    /** Records of a partition, in order. */
    void records(int partition, List<ConsumerRecord<byte[], byte[]>> records);

    /** Everything below the offset was handed to {@link #records}. */
    void reached(int partition, CompletableFuture<Void> taken);
  }

  /**
   * Where a partition begins.
   *
   * @param partitionCount partitions of the topic
   * @param deadLettered offset below which dead letters were written already
   */
  record Start(int partitionCount, long deadLettered) {}

  private record Target(int partition, long offset, CompletableFuture<Void> taken) {}

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Receiver receiver;
  private final String topic;
  private final Duration timeout;
  private final LinkedBlockingQueue<Runnable> requests = new LinkedBlockingQueue<>();
  private final List<Target> targets = new ArrayList<>();
  private final Map<Integer, Long> lag = new java.util.concurrent.ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean running = true;
  private volatile boolean reachable;

  GraphTopicPoller(KafkaSettings kafka, GraphSettings graphs, Receiver receiver) {
    this.receiver = receiver;
    this.topic = kafka.topics().graphs();
    this.timeout = kafka.requestTimeout();
    var properties = new HashMap<String, Object>(kafka.connection().values());
    properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, kafka.clientId() + "-graphs");
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.groupId() + "-graph-dead-letters");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, graphs.pollRecords());
    properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 32 << 20);
    // A broker answers a connection in order: an idle fetch would hold up every look at end
    // offsets.
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    properties.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis()));
    consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    thread = Thread.ofPlatform().name("cliquestream-graphs-poll").unstarted(this::run);
    thread.start();
  }

  /** Whether the last poll or request reached the broker. */
  boolean reachable() {
    return reachable;
  }

  /** Records not yet polled of a partition. */
  long lag(int partition) {
    return lag.getOrDefault(partition, 0L);
  }

  /** Follows a partition from its beginning. */
  CompletableFuture<Void> assign(int partition) {
    return request(
        c -> {
          TopicPartition here = at(partition);
          var partitions = c.partitionsFor(topic, timeout);
          if (partitions == null || partition >= partitions.size()) {
            throw new KafkaException("topic " + topic + " has no partition " + partition);
          }
          OffsetAndMetadata mark = c.committed(Set.of(here), timeout).get(here);
          var assignment = new java.util.HashSet<>(c.assignment());
          assignment.add(here);
          c.assign(assignment);
          c.seekToBeginning(Set.of(here));
          receiver.assigned(
              partition, new Start(partitions.size(), mark == null ? 0 : mark.offset()));
          return null;
        });
  }

  /** Stops following a partition. */
  CompletableFuture<Void> unassign(int partition) {
    return request(
        c -> {
          var assignment = new java.util.HashSet<>(c.assignment());
          assignment.remove(at(partition));
          c.assign(assignment);
          lag.remove(partition);
          targets.removeIf(
              target -> {
                boolean gone = target.partition() == partition;
                if (gone) {
                  target
                      .taken()
                      .completeExceptionally(
                          new WorkerException(
                              FailureCode.FAILURE_CODE_INTERNAL,
                              "partition " + partition + " was released"));
                }
                return gone;
              });
          return null;
        });
  }

  /** Completes when everything that lies in an assigned partition now has been taken in. */
  CompletableFuture<Void> catchUp(int partition) {
    var taken = new CompletableFuture<Void>();
    var _ =
        request(
                c -> {
                  TopicPartition here = at(partition);
                  if (c.assignment().contains(here)) {
                    long end = c.endOffsets(Set.of(here), timeout).get(here);
                    targets.add(new Target(partition, end, taken));
                  } else {
                    taken.complete(null);
                  }
                  return null;
                })
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    taken.completeExceptionally(failure);
                  }
                });
    return taken;
  }

  /** Holds a partition back, or lets it go on. */
  void setPaused(int partition, boolean paused) {
    var _ =
        request(
            c -> {
              Set<TopicPartition> here = Set.of(at(partition));
              if (c.assignment().containsAll(here)) {
                if (paused) {
                  c.pause(here);
                } else {
                  c.resume(here);
                }
              }
              return null;
            });
  }

  /** Notes that dead letters below an offset were written. */
  CompletableFuture<Void> markDeadLettered(int partition, long offset) {
    return request(
        c -> {
          c.commitSync(Map.of(at(partition), new OffsetAndMetadata(offset)), timeout);
          return null;
        });
  }

  private <T> CompletableFuture<T> request(Function<KafkaConsumer<byte[], byte[]>, T> action) {
    var result = new CompletableFuture<T>();
    requests.add(
        () -> {
          try {
            result.complete(action.apply(consumer));
            reachable = true;
          } catch (WakeupException e) {
            result.completeExceptionally(e);
            throw e;
          } catch (KafkaException e) {
            result.completeExceptionally(
                new WorkerException(
                    FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
                    "the broker did not answer for " + topic + ": " + e.getMessage(),
                    e));
          } catch (RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    if (!running) {
      result.completeExceptionally(
          new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, "the graph store is closed"));
    }
    return result;
  }

  private void run() {
    try (consumer) {
      while (running) {
        try {
          runRequests();
          poll();
        } catch (WakeupException e) {
          LOG.debug("woken");
        } catch (KafkaException e) {
          reachable = false;
          LOG.warn("polling {} failed, trying again: {}", topic, e.getMessage());
          TimeUnit.MILLISECONDS.sleep(BACKOFF_MILLIS);
        }
      }
      // What was asked before closing still counts: dead-letter marks above all.
      drainRequests();
    } catch (InterruptedException e) {
      LOG.debug("interrupted: leaving");
    }
    // The consumer is closed: whoever still waits is told so.
    drainRequests();
  }

  private void drainRequests() {
    for (Runnable left = requests.poll(); left != null; left = requests.poll()) {
      left.run();
    }
  }

  private void runRequests() throws InterruptedException {
    Runnable request =
        consumer.assignment().isEmpty()
            ? requests.poll(POLL.toMillis(), TimeUnit.MILLISECONDS)
            : requests.poll();
    while (request != null) {
      request.run();
      request = requests.poll();
    }
  }

  private void poll() {
    if (consumer.assignment().isEmpty()) {
      return;
    }
    // Short while somebody waits for an answer of this thread, so that requests are served soon.
    var records = consumer.poll(targets.isEmpty() ? POLL.dividedBy(10) : POLL.dividedBy(20));
    for (TopicPartition partition : records.partitions()) {
      reachable = true;
      receiver.records(partition.partition(), records.records(partition));
    }
    for (TopicPartition partition : consumer.assignment()) {
      consumer.currentLag(partition).ifPresent(l -> lag.put(partition.partition(), l));
    }
    targets.removeIf(
        target -> {
          boolean there = consumer.position(at(target.partition()), timeout) >= target.offset();
          if (there) {
            receiver.reached(target.partition(), target.taken());
          }
          return there;
        });
  }

  private TopicPartition at(int partition) {
    return new TopicPartition(topic, partition);
  }

  /** Leaves; waits for the thread to end. */
  @Override
  public void close() {
    running = false;
    try {
      // Asked first, woken only if a call hangs: a commit under way should end well.
      if (!thread.join(Duration.ofSeconds(3))) {
        consumer.wakeup();
        if (!thread.join(Duration.ofSeconds(10))) {
          LOG.warn("the poll thread did not end in time");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
