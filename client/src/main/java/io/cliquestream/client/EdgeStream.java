package io.cliquestream.client;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.EdgeChangeBatches;
import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.StreamDefinitions;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Sends the edge events of one graph, in the order of the calls, many in one record: by ids, or by
 * names where the graph's vertices have names. An empty graph takes either.
 *
 * <p>A record leaves when it is full, when its first event has waited for the longest wait, and at
 * {@link #flush}. What was not acknowledged is bounded: beyond it a call waits. Safe for use by
 * several threads. A failure is thrown by the next call after it; what was sent before it and after
 * it may lie in the topic, so who must know what does sends in a transaction of his own.
 */
public final class EdgeStream implements AutoCloseable {
  /** Events of a record unless told otherwise. */
  public static final int DEFAULT_EVENTS = 4_096;

  /** How long the first event of a record waits for others unless told otherwise. */
  public static final Duration DEFAULT_WAIT = Duration.ofMillis(2);

  private static final int UNACKNOWLEDGED_RECORDS = 256;

  private final RecordPublisher publisher;
  private final ClientSettings settings;
  private final String topic;
  private final int partition;
  private final String graphId;
  private final EdgeChangeBatches batch;
  private final long waitNanos;
  private final ArrayDeque<CompletableFuture<RecordPosition>> unacknowledged = new ArrayDeque<>();
  private final ScheduledExecutorService clock;
  private boolean scheduled;
  private long sent;
  private RuntimeException failure;

  private EdgeStream(
      RecordPublisher publisher,
      ClientSettings settings,
      String topic,
      int partition,
      String graphId,
      int events,
      Duration wait) {
    this.publisher = publisher;
    this.settings = settings;
    this.topic = topic;
    this.partition = partition;
    this.graphId = graphId;
    this.batch = new EdgeChangeBatches(graphId, events);
    this.waitNanos = wait.toNanos();
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("cliquestream-stream-" + graphId).factory());
  }

  /**
   * Opens one.
   *
   * @param partitions of the graphs
   */
  static EdgeStream open(
      RecordPublisher publisher,
      ClientSettings settings,
      int partitions,
      String graphId,
      int events,
      Duration wait) {
    String topic = settings.topics().changes();
    TopicState there = TopicInspection.read(settings, List.of(topic)).get(topic);
    if (!there.exists()) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "topic " + topic + " is missing on " + settings.bootstrapServers() + "; create it first");
    }
    if (there.partitions() != partitions) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "%s has %d partitions and %s %d; they must have equally many"
              .formatted(topic, there.partitions(), settings.topics().graphs(), partitions));
    }
    int partition = Partitions.partitionOf(graphId, partitions);
    return new EdgeStream(publisher, settings, topic, partition, graphId, events, wait);
  }

  /**
   * The edge is there from now on; it happens when its record is written.
   *
   * @param source id of one end, unsigned
   * @param target id of the other end, unsigned
   */
  public void insert(long source, long target) {
    add(false, source, target);
  }

  /**
   * The edge is not there from now on; it happens when its record is written.
   *
   * @param source id of one end, unsigned
   * @param target id of the other end, unsigned
   */
  public void delete(long source, long target) {
    add(true, source, target);
  }

  /**
   * The edge is there from then on.
   *
   * @param source id of one end, unsigned
   * @param target id of the other end, unsigned
   * @param micros when it happened, microseconds since 1970; at most 36,000 years from that
   */
  public void insert(long source, long target, long micros) {
    add(false, source, target, micros);
  }

  /**
   * The edge is not there from then on.
   *
   * @param source id of one end, unsigned
   * @param target id of the other end, unsigned
   * @param micros when it happened, as at {@link #insert(long, long, long)}
   */
  public void delete(long source, long target, long micros) {
    add(true, source, target, micros);
  }

  /**
   * The edge is there from now on; it happens when its record is written.
   *
   * @param source 1 to {@value Bounds#NAME_BYTES} bytes as UTF-8
   * @param target 1 to {@value Bounds#NAME_BYTES} bytes as UTF-8
   * @throws ContractException for an empty name or a longer one
   */
  public void insert(String source, String target) {
    add(false, source, target);
  }

  /**
   * The edge is not there from now on; names as {@link #insert(String, String)} says.
   *
   * @param source name of one end
   * @param target name of the other end
   */
  public void delete(String source, String target) {
    add(true, source, target);
  }

  /**
   * The edge is there from then on; names and time as the methods above say.
   *
   * @param source name of one end
   * @param target name of the other end
   * @param micros when it happened, as at {@link #insert(long, long, long)}
   */
  public void insert(String source, String target, long micros) {
    add(false, source, target, micros);
  }

  /**
   * The edge is not there from then on.
   *
   * @param source name of one end
   * @param target name of the other end
   * @param micros when it happened, as at {@link #insert(long, long, long)}
   */
  public void delete(String source, String target, long micros) {
    add(true, source, target, micros);
  }

  /**
   * How the events become versions from here on; see the message.
   *
   * @param definition of windows and of when a version is made; its graph is this stream's
   * @throws ContractException when it is out of bounds
   */
  public synchronized void define(StreamDefinition definition) {
    StreamDefinition named = definition.toBuilder().setGraphId(graphId).build();
    StreamDefinitions.require(named);
    cut();
    send(ChangeRecord.newBuilder().setDefinition(named).build());
    flush();
  }

  private synchronized void add(boolean deletion, long source, long target) {
    requireHealthy();
    if (batch.mustCut(false)) {
      cut();
    }
    batch.add(deletion, source, target);
    added();
  }

  private synchronized void add(boolean deletion, long source, long target, long micros) {
    requireHealthy();
    requireTime(micros);
    if (batch.mustCut(true)) {
      cut();
    }
    batch.add(deletion, source, target, micros);
    added();
  }

  private synchronized void add(boolean deletion, String source, String target) {
    requireHealthy();
    ByteString one = ByteString.copyFromUtf8(source);
    ByteString other = ByteString.copyFromUtf8(target);
    if (batch.mustCut(false, one, other)) {
      cut();
    }
    batch.add(deletion, one, other);
    added();
  }

  private synchronized void add(boolean deletion, String source, String target, long micros) {
    requireHealthy();
    requireTime(micros);
    ByteString one = ByteString.copyFromUtf8(source);
    ByteString other = ByteString.copyFromUtf8(target);
    if (batch.mustCut(true, one, other)) {
      cut();
    }
    batch.add(deletion, one, other, micros);
    added();
  }

  private static void requireTime(long micros) {
    if (micros > Bounds.EVENT_MICROS || micros < -Bounds.EVENT_MICROS) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_CHANGE_INVALID, micros + " us is too far from 1970");
    }
  }

  private void added() {
    sent++;
    if (!scheduled) {
      scheduled = true;
      var _ = clock.schedule(this::onTime, waitNanos, TimeUnit.NANOSECONDS);
    }
  }

  private synchronized void onTime() {
    scheduled = false;
    try {
      cut();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void requireHealthy() {
    if (failure != null) {
      RuntimeException cause = failure;
      failure = null;
      throw cause;
    }
  }

  private void cut() {
    if (!batch.isEmpty()) {
      send(batch.cut());
    }
  }

  private void send(ChangeRecord record) {
    while (unacknowledged.size() >= UNACKNOWLEDGED_RECORDS
        || (!unacknowledged.isEmpty() && unacknowledged.peek().isDone())) {
      awaitFirst();
    }
    unacknowledged.add(
        publisher.send(
            topic,
            partition,
            graphId,
            UUID.randomUUID().toString(),
            EventTypes.CHANGE_RECORD,
            Optional.of(RecordPublisher.newTrace()),
            record));
  }

  private void awaitFirst() {
    RecordPosition _ =
        Waits.join(
            unacknowledged.remove(), settings.publishTimeout(), "sending changes of " + graphId);
  }

  /** {@return events given so far} */
  public synchronized long sent() {
    return sent;
  }

  /**
   * Returns when the broker has every event that was given.
   *
   * @throws ClientException when a record was not acknowledged
   */
  public synchronized void flush() {
    requireHealthy();
    cut();
    while (!unacknowledged.isEmpty()) {
      awaitFirst();
    }
  }

  /** The same as {@link #flush}; nothing can be sent afterwards. */
  @Override
  public void close() {
    clock.shutdownNow();
    flush();
  }
}
