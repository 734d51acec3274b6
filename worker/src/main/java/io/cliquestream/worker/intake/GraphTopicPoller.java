package io.cliquestream.worker.intake;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.intake.topic.CarefulReading;
import io.cliquestream.worker.intake.topic.GraphConsumers;
import io.cliquestream.worker.intake.topic.RecordReceiver;
import io.cliquestream.worker.reading.FutileTurns;
import io.cliquestream.worker.thread.ThreadHealth;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the graph topic on a thread of its own, with partitions assigned by hand.
 *
 * <p>Polling never stops while a partition is assigned; a partition whose receiver falls behind is
 * paused. Requests from other threads are run between two polls; they are bounded, and looks at the
 * end of a partition are shared by all who asked before one began. Nothing is asked of the
 * consumer's group, whose offsets are those of dead letters ({@link GraphDeadLetters}).
 *
 * <p>The thread survives what a broker or a record can do: it tries again after a pause that grows
 * to {@value #LONGEST_BACKOFF_MILLIS} ms, and passes over a record that does not fit the heap
 * ({@link CarefulReading}). Memory that is short without such a record is waited for, a bounded
 * number of times ({@link FutileTurns}). An {@link Error} beyond that ends it, and is reported.
 */
final class GraphTopicPoller implements BackPressure, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GraphTopicPoller.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long BACKOFF_MILLIS = 200;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;
  private static final int MAXIMUM_REQUESTS = 10_000;

  /** Takes what was polled; called on the poll thread, must not block. */
  interface Receiver extends RecordReceiver {
    /**
     * A partition begins; before any of its records.
     *
     * @param partitionCount partitions of the topic
     */
    void assigned(int partition, int partitionCount);

    /** Everything below the look's end was handed to {@link #records}. */
    void reached(int partition, PartitionLook look);
  }

  private record Target(int partition, PartitionLook look) {}

  private final GraphConsumers consumers;
  private final Receiver receiver;
  private final Consumer<Throwable> broken;
  private final String topic;
  private final Duration timeout;
  private final int maximumAskers;
  private final LinkedBlockingQueue<Runnable> requests =
      new LinkedBlockingQueue<>(MAXIMUM_REQUESTS);
  private final Map<Integer, List<PartitionLook.Asker>> asked = new HashMap<>();
  private final Map<Integer, Boolean> pauses = new ConcurrentHashMap<>();
  private final List<Target> targets = new ArrayList<>();
  private final Map<Integer, Long> lag = new ConcurrentHashMap<>();
  private final WatchedThread thread;
  private KafkaConsumer<byte[], byte[]> consumer;
  private final BrokerContact contact;
  private int askers;
  private volatile int partitionCount;
  private volatile boolean running = true;
  private volatile boolean ended;

  /**
   * @param broken told why the thread ended, if it ended by itself
   * @param stuckAfter without a step for so long, the thread counts as stuck
   */
  GraphTopicPoller(
      KafkaSettings kafka,
      GraphSettings graphs,
      Receiver receiver,
      Consumer<Throwable> broken,
      Duration stuckAfter) {
    this.receiver = receiver;
    this.broken = broken;
    this.topic = kafka.topics().graphs();
    this.timeout = kafka.requestTimeout();
    this.maximumAskers = graphs.maximumWaiting();
    this.contact = new BrokerContact(new TopicPartition(topic, 0));
    this.consumers = new GraphConsumers(kafka, graphs);
    this.consumer = consumers.open("graphs");
    thread = new WatchedThread("cliquestream-graphs-poll", stuckAfter, _ -> run(), this::lost);
    var _ = thread.start();
  }

  /** The thread that polls, as it is now. */
  ThreadHealth thread() {
    return thread.health();
  }

  private void lost(Throwable cause) {
    LOG.error("the thread that polls {} ended", topic, cause);
    broken.accept(cause);
  }

  /** When the broker answered last. */
  BrokerContact contact() {
    return contact;
  }

  /** Partitions of the topic; 0 before the first one is assigned. */
  int partitionCount() {
    return partitionCount;
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
          var assignment = new HashSet<>(c.assignment());
          assignment.add(here);
          c.assign(assignment);
          // Where nothing was deleted it saves asking for the first offset; elsewhere the fetch
          // that finds nothing there asks for it.
          c.seek(here, 0);
          pauses.remove(partition);
          partitionCount = partitions.size();
          receiver.assigned(partition, partitions.size());
          return null;
        });
  }

  /** Stops following a partition. */
  CompletableFuture<Void> unassign(int partition) {
    return request(
        c -> {
          var assignment = new HashSet<>(c.assignment());
          assignment.remove(at(partition));
          c.assign(assignment);
          lag.remove(partition);
          targets.removeIf(
              target -> {
                boolean gone = target.partition() == partition;
                if (gone) {
                  PartitionIntake.refuse(target.look());
                }
                return gone;
              });
          return null;
        });
  }

  /**
   * Completes when everything that lies in a partition now has been taken in; at once when it is
   * not assigned.
   *
   * @param graphId of which graph; null for all
   */
  CompletableFuture<Void> catchUp(int partition, String graphId) {
    var asker = new PartitionLook.Asker(graphId, new CompletableFuture<>());
    synchronized (asked) {
      if (askers >= maximumAskers || ended) {
        return CompletableFuture.failedFuture(
            new WorkerException(
                FailureCode.FAILURE_CODE_QUEUE_FULL,
                askers + " leases wait for a look at the topic already"));
      }
      askers++;
      asked.computeIfAbsent(partition, p -> new ArrayList<>()).add(asker);
    }
    return asker
        .taken()
        .whenComplete(
            (taken, failure) -> {
              synchronized (asked) {
                askers--;
              }
            });
  }

  @Override
  public void setPaused(int partition, boolean paused) {
    pauses.put(partition, paused);
  }

  private <T> CompletableFuture<T> request(Function<KafkaConsumer<byte[], byte[]>, T> action) {
    var result = new CompletableFuture<T>();
    boolean queued =
        requests.offer(
            () -> {
              try {
                result.complete(action.apply(consumer));
                contact.answered();
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
    if (!queued) {
      result.completeExceptionally(
          new WorkerException(
              FailureCode.FAILURE_CODE_QUEUE_FULL,
              MAXIMUM_REQUESTS + " requests wait for the poll thread already"));
    } else if (ended || !running) {
      result.completeExceptionally(
          new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, "the graph store is closed"));
    }
    return result;
  }

  private void run() throws InterruptedException {
    try {
      pollUntilClosed();
      // What was asked before closing still counts.
      drainRequests();
    } finally {
      ended = true;
      closeConsumer();
      // The consumer is closed: whoever still waits is told so.
      drainRequests();
      refuseAskers();
    }
  }

  private void pollUntilClosed() throws InterruptedException {
    long backoff = 0;
    var futile = new FutileTurns();
    OutOfMemoryError ranOut = null;
    while (running) {
      thread.progressed();
      try {
        if (ranOut != null) {
          if (readCarefully()) {
            futile.gotOn();
          } else {
            futile.ranOut(ranOut);
          }
          ranOut = null;
        }
        runRequests();
        applyPauses();
        beginLooks();
        poll();
        contact.keep(consumer);
        backoff = 0;
        futile.gotOn();
      } catch (WakeupException e) {
        LOG.debug("woken");
      } catch (OutOfMemoryError e) {
        if (ranOut != null) {
          throw e;
        }
        LOG.warn("polling {} ran out of memory; reading record by record", topic, e);
        ranOut = e;
      } catch (RuntimeException e) {
        if (backoff == 0) {
          LOG.warn("polling {} failed, trying again: {}", topic, e.toString());
        } else {
          LOG.debug("polling {} failed again", topic, e);
        }
        backoff = Math.min(LONGEST_BACKOFF_MILLIS, Math.max(BACKOFF_MILLIS, 2 * backoff));
        TimeUnit.MILLISECONDS.sleep(backoff);
      }
    }
  }

  /** Returns whether it got on in any partition. */
  private boolean readCarefully() throws InterruptedException {
    var positions = new HashMap<TopicPartition, Long>();
    Set<TopicPartition> assignment = consumer.assignment();
    for (TopicPartition partition : assignment) {
      positions.put(partition, consumer.position(partition, timeout));
    }
    Set<TopicPartition> paused = consumer.paused();
    closeConsumer();
    try {
      var careful = new HashMap<>(positions);
      careful.keySet().removeAll(paused);
      boolean gotOn;
      try {
        new CarefulReading(consumers, timeout, receiver.telling(thread::progressed)).read(careful);
      } finally {
        gotOn = !positions.entrySet().containsAll(careful.entrySet());
        positions.putAll(careful);
      }
      return gotOn;
    } finally {
      reopen();
      consumer.assign(assignment);
      positions.forEach(consumer::seek);
      consumer.pause(paused);
    }
  }

  /** A broker's name that is not found just now is no reason to go on with a closed consumer. */
  private void reopen() throws InterruptedException {
    while (true) {
      try {
        consumer = consumers.open("graphs");
        return;
      } catch (KafkaException e) {
        if (!running) {
          throw e;
        }
        LOG.warn("no consumer of {} could be made, trying again: {}", topic, e.toString());
        TimeUnit.MILLISECONDS.sleep(LONGEST_BACKOFF_MILLIS);
      }
    }
  }

  private void closeConsumer() {
    try {
      consumer.close();
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.warn("a consumer of {} did not close: {}", topic, e.toString());
    }
  }

  private void drainRequests() {
    for (Runnable left = requests.poll(); left != null; left = requests.poll()) {
      left.run();
    }
  }

  private void refuseAskers() {
    List<PartitionLook> looks = new ArrayList<>();
    synchronized (asked) {
      asked.values().forEach(list -> looks.add(new PartitionLook(0, list)));
      asked.clear();
    }
    targets.forEach(target -> looks.add(target.look()));
    looks.forEach(PartitionIntake::refuse);
  }

  private void runRequests() throws InterruptedException {
    Runnable request =
        consumer.assignment().isEmpty()
            ? requests.poll(POLL.toMillis(), TimeUnit.MILLISECONDS)
            : requests.poll();
    while (request != null) {
      request.run();
      thread.progressed();
      request = requests.poll();
    }
  }

  private void applyPauses() {
    for (TopicPartition partition : consumer.assignment()) {
      Boolean paused = pauses.remove(partition.partition());
      if (paused != null && paused) {
        consumer.pause(Set.of(partition));
      } else if (paused != null) {
        consumer.resume(Set.of(partition));
      }
    }
  }

  /** One request to the broker for all partitions that somebody asks about. */
  private void beginLooks() {
    Map<Integer, List<PartitionLook.Asker>> begun;
    synchronized (asked) {
      if (asked.isEmpty()) {
        return;
      }
      begun = new HashMap<>(asked);
      asked.clear();
    }
    Set<TopicPartition> partitions = new HashSet<>();
    begun.forEach(
        (partition, waiting) -> {
          if (consumer.assignment().contains(at(partition))) {
            partitions.add(at(partition));
          } else {
            waiting.forEach(asker -> asker.taken().complete(null));
          }
        });
    try {
      if (!partitions.isEmpty()) {
        consumer
            .endOffsets(partitions, timeout)
            .forEach(
                (partition, end) ->
                    targets.add(
                        new Target(
                            partition.partition(),
                            new PartitionLook(end, begun.get(partition.partition())))));
      }
    } catch (KafkaException e) {
      var failure =
          new WorkerException(
              FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
              "the broker did not answer for " + topic + ": " + e.getMessage(),
              e);
      begun.values().stream()
          .flatMap(List::stream)
          .forEach(asker -> asker.taken().completeExceptionally(failure));
      throw e;
    }
  }

  private void poll() {
    if (consumer.assignment().isEmpty()) {
      return;
    }
    // Short while somebody waits for an answer of this thread, so that requests are served soon.
    var records = consumer.poll(targets.isEmpty() ? POLL.dividedBy(10) : POLL.dividedBy(20));
    handOn(records);
    for (TopicPartition partition : consumer.assignment()) {
      consumer.currentLag(partition).ifPresent(l -> lag.put(partition.partition(), l));
    }
    targets.removeIf(
        target -> {
          boolean there = consumer.position(at(target.partition()), timeout) >= target.look().end();
          if (there) {
            receiver.reached(target.partition(), target.look());
          }
          return there;
        });
  }

  /** What memory did not suffice to hand on is read again: the consumer itself is past it. */
  private void handOn(ConsumerRecords<byte[], byte[]> records) {
    var left = new ArrayDeque<>(records.partitions());
    try {
      while (!left.isEmpty()) {
        receiver.records(left.peek().partition(), records.records(left.peek()));
        left.remove();
      }
    } catch (OutOfMemoryError e) {
      left.forEach(
          partition -> consumer.seek(partition, records.records(partition).getFirst().offset()));
      throw e;
    }
  }

  private TopicPartition at(int partition) {
    return new TopicPartition(topic, partition);
  }

  /** Leaves; waits for the thread to end. */
  @Override
  public void close() {
    running = false;
    thread.leave();
    try {
      // Asked first, woken only if a call hangs.
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
