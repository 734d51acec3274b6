package io.cliquestream.worker.directory;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.reading.CarefulConsumer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.kafka.client.consumer.KafkaReadStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongBinaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics of the group into a {@link GroupDirectory}: every partition, committed records
 * only, in no consumer group, so that nobody's partitions or offsets are touched.
 *
 * <p>Of each topic as much of the past is read as the directory may keep. A topic that is not
 * there, or that this worker may not read, is left out and named in {@link #missing}; it is looked
 * for again from time to time. What one fetch takes is bounded. Runs on the event loop that started
 * it and on threads of its executor; nothing else waits for it.
 *
 * <p>The past of the requests is read before that of the other topics: what is said of a job that
 * no list shows yet is kept aside within a bound, which a hundred thousand results exceed.
 *
 * <p>What it costs is fetches, not records. A fetch that the broker holds back until enough has
 * gathered is looked at again at every append to any of its partitions, which costs the broker more
 * than to answer it. So each is answered at once, and what is new gathers at the broker between two
 * of them: {@value #WATCHED_MILLIS} ms while somebody looks, {@value #UNWATCHED_MILLIS} ms
 * otherwise. After a fetch that was large there is no pause: more of the past is to be read.
 */
public final class DirectoryFeed {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryFeed.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final long LOOK_MILLIS = 30_000;
  private static final long FIRST_LOOK_MILLIS = 500;
  private static final long MISSING_MILLIS = 4_000;
  private static final long RETRY_MILLIS = 1_000;
  private static final int CONTROL_RECORDS = 10_000;
  private static final int FETCH_BYTES = 4 << 20;

  /** What is new gathers for so long; a page sees it that much later. */
  private static final long WATCHED_MILLIS = 200;

  /** The same while nobody asks. */
  private static final long UNWATCHED_MILLIS = 1_000;

  /** Somebody who asked is expected to ask again within this time. */
  private static final long LOOKING_NANOS = 30_000_000_000L;

  /**
   * Requests that cannot be read for so long, such as those of a broker that is away, hold nothing.
   */
  private static final long HOLD_NANOS = 60_000_000_000L;

  /** The consumer fetches ahead, so its next records are older than the last look at the topics. */
  private static final Duration FRESH = Duration.ofMillis(25);

  /** A poll that brought so much is followed by another at once. */
  private static final int MANY_RECORDS = 2_000;

  private static final int MANY_BYTES = 1 << 20;

  private final Vertx vertx;
  private final KafkaSettings kafka;
  private final GroupDirectory directory;
  private final WorkerExecutor executor;
  private final Admin admin;

  /** Where reading begins: from the earliest offset and the end. */
  private final Map<String, LongBinaryOperator> starts = new TreeMap<>();

  private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
  private final Map<String, String> missing = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final Set<TopicPartition> assigned = new HashSet<>();

  /** Partitions that are not read before the past of the requests is. */
  private final Set<TopicPartition> held = new HashSet<>();

  private long heldSince;

  private KafkaReadStream<byte[], byte[]> stream;
  private volatile boolean caughtUp;
  private volatile boolean closed;
  private boolean polling;
  private Context context;
  private long rest = -1;
  private volatile long asked = System.nanoTime() - LOOKING_NANOS;
  private long pauseMillis = FIRST_LOOK_MILLIS;

  /**
   * A feed that reads nothing before {@link #start}.
   *
   * @param stateTopic where standing jobs are remembered
   * @param executor with threads that may wait
   * @param admin asked for topics and offsets
   * @param jobsKept by the directory
   */
  public DirectoryFeed(
      Vertx vertx,
      KafkaSettings kafka,
      String stateTopic,
      ApiSettings settings,
      GroupDirectory directory,
      WorkerExecutor executor,
      Admin admin,
      int jobsKept) {
    this.vertx = vertx;
    this.kafka = kafka;
    this.directory = directory;
    this.executor = executor;
    this.admin = admin;
    Topics topics = kafka.topics();
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

  /** Starts to look for the topics and to read; completes at once. */
  public Future<Void> start() {
    Map<String, Object> properties = new HashMap<>(kafka.connection().values());
    properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, kafka.clientId() + "-api");
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5 * MANY_RECORDS);
    properties.put(
        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        Math.toIntExact(kafka.requestTimeout().toMillis()));
    return vertx
        .executeBlocking(
            () -> KafkaReadStream.create(vertx, new CarefulConsumer(properties)), false)
        .map(
            made -> {
              stream = made;
              context = vertx.getOrCreateContext();
              look();
              return null;
            });
  }

  /** Whether what lay in the topics at the start was read. */
  public boolean isCaughtUp() {
    return caughtUp;
  }

  /** Topics that are not read, and why. */
  public Map<String, String> missing() {
    return new TreeMap<>(missing);
  }

  /** Partitions of a topic; 0 when that is not known. */
  public int partitions(String topic) {
    return partitions.getOrDefault(topic, 0);
  }

  private void look() {
    if (closed) {
      return;
    }
    Map<String, Future<TopicDescription>> asked = new TreeMap<>();
    admin
        .describeTopics(
            starts.keySet(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
        .topicNameValues()
        .forEach((topic, answer) -> asked.put(topic, future(answer)));
    Future.join(List.copyOf(asked.values()))
        .onComplete(
            _ -> {
              var fresh = new ArrayList<TopicPartition>();
              asked.forEach((topic, answer) -> sort(topic, answer, fresh));
              if (fresh.isEmpty()) {
                lookAgain();
              } else {
                begin(fresh)
                    .onFailure(failure -> LOG.debug("the topics cannot be read yet", failure))
                    .onComplete(_ -> lookAgain());
              }
            });
  }

  private void lookAgain() {
    if (!closed) {
      // Soon at the start, when topics are being made; then now and then.
      vertx.setTimer(missing.isEmpty() ? LOOK_MILLIS : pauseMillis, _ -> look());
      pauseMillis = Math.min(2 * pauseMillis, MISSING_MILLIS);
    }
  }

  private void sort(String topic, Future<TopicDescription> answer, List<TopicPartition> fresh) {
    if (answer.failed()) {
      missing.put(
          topic,
          answer.cause() instanceof UnknownTopicOrPartitionException
              ? "there is no such topic"
              : String.valueOf(answer.cause().getMessage()));
      return;
    }
    Set<AclOperation> allowed = answer.result().authorizedOperations();
    if (allowed != null && !allowed.contains(AclOperation.READ)) {
      missing.put(topic, "this worker may not read it");
      return;
    }
    missing.remove(topic);
    partitions.put(topic, answer.result().partitions().size());
    answer.result().partitions().stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .filter(partition -> !assigned.contains(partition))
        .forEach(fresh::add);
  }

  private Future<Void> begin(List<TopicPartition> fresh) {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    for (TopicPartition partition : fresh) {
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
        .compose(
            _ -> {
              var all = new HashSet<>(assigned);
              all.addAll(fresh);
              return stream.assign(all).map(all);
            })
        .compose(
            all -> {
              var seeks = new ArrayList<Future<Void>>();
              for (TopicPartition partition : fresh) {
                long end = latest.result().get(partition).offset();
                long from =
                    starts
                        .get(partition.topic())
                        .applyAsLong(earliest.result().get(partition).offset(), end);
                if (from < end) {
                  ends.put(partition, end);
                }
                seeks.add(stream.seek(partition, from));
              }
              return Future.all(seeks).compose(_ -> hold(fresh)).map(all);
            })
        .map(
            all -> {
              assigned.addAll(all);
              if (!polling) {
                polling = true;
                poll();
              }
              return null;
            });
  }

  private boolean isRequests(TopicPartition partition) {
    return partition.topic().equals(kafka.topics().jobs());
  }

  private Future<Void> hold(List<TopicPartition> fresh) {
    if (ends.keySet().stream().noneMatch(this::isRequests)) {
      return Future.succeededFuture();
    }
    var others = new HashSet<>(fresh);
    others.removeIf(this::isRequests);
    held.addAll(others);
    heldSince = System.nanoTime();
    return stream.pause(others);
  }

  private Future<Void> release() {
    if (held.isEmpty()) {
      return Future.succeededFuture();
    }
    var others = Set.copyOf(held);
    held.clear();
    return stream.resume(others);
  }

  private void poll() {
    if (closed) {
      return;
    }
    stream
        .poll(POLL)
        .compose(this::takeAll)
        .compose(rest -> see().map(rest))
        .onComplete(
            done -> {
              if (done.failed() && !closed) {
                LOG.debug("the topics cannot be read at the moment", done.cause());
              }
              pollAfter(done.succeeded() ? done.result() : RETRY_MILLIS);
            });
  }

  /** Takes in what came and what has come since it was fetched; says how long to rest then. */
  private Future<Long> takeAll(ConsumerRecords<byte[], byte[]> first) {
    if (first.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    return take(first)
        .compose(
            _ ->
                isMuch(first)
                    ? Future.succeededFuture(0L)
                    : stream
                        .poll(FRESH)
                        .compose(fresh -> take(fresh).map(isMuch(fresh) ? 0L : restMillis())));
  }

  private Future<Void> take(ConsumerRecords<byte[], byte[]> records) {
    return records.isEmpty()
        ? Future.succeededFuture()
        : executor.executeBlocking(
            () -> {
              directory.take(records);
              return null;
            });
  }

  private static boolean isMuch(ConsumerRecords<byte[], byte[]> records) {
    if (records.count() >= MANY_RECORDS) {
      return true;
    }
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      bytes += Math.max(0, record.serializedValueSize());
    }
    return bytes >= MANY_BYTES;
  }

  private boolean isWatched() {
    return System.nanoTime() - asked < LOOKING_NANOS;
  }

  private long restMillis() {
    return isWatched() ? WATCHED_MILLIS : UNWATCHED_MILLIS;
  }

  private void pollAfter(long millis) {
    if (millis == 0) {
      poll();
    } else {
      rest =
          vertx.setTimer(
              millis,
              _ -> {
                rest = -1;
                poll();
              });
    }
  }

  /** Somebody looks: what is new is read soon, for a while. From any thread. */
  public void asked() {
    boolean woken = !isWatched();
    asked = System.nanoTime();
    if (woken) {
      context.runOnContext(
          _ -> {
            if (rest >= 0 && vertx.cancelTimer(rest)) {
              rest = -1;
              poll();
            }
          });
    }
  }

  /** Whether the ends of the start are reached. */
  private Future<Void> see() {
    if (ends.isEmpty()) {
      caughtUp = true;
      return release();
    }
    Optional<TopicPartition> requests = ends.keySet().stream().filter(this::isRequests).findAny();
    if (!held.isEmpty() && (requests.isEmpty() || System.nanoTime() - heldSince >= HOLD_NANOS)) {
      return release();
    }
    TopicPartition one = requests.orElseGet(() -> ends.keySet().iterator().next());
    return stream
        .position(one)
        .compose(
            position -> {
              if (position < ends.get(one)) {
                return Future.succeededFuture();
              }
              ends.remove(one);
              return see();
            });
  }

  private <T> Future<T> future(org.apache.kafka.common.KafkaFuture<T> answer) {
    return Future.fromCompletionStage(answer.toCompletionStage(), vertx.getOrCreateContext());
  }

  /** Stops reading. */
  public Future<Void> close() {
    closed = true;
    return stream == null ? Future.succeededFuture() : stream.close();
  }
}
