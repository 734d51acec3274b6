package io.cliquestream.worker.directory.feed;

import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.directory.GroupDirectory;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
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
 *
 * <p>What has a record or more for every job is not read at all while nobody asks: it is the larger
 * part of what the API costs a busy worker, and the topics keep it. Who asks then waits until it is
 * read up to where it ended when he asked, but for what lists would not keep any more, or until
 * {@code api.catch-up-wait} is over.
 */
public final class DirectoryFeed {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryFeed.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final long LOOK_MILLIS = 30_000;
  private static final long FIRST_LOOK_MILLIS = 500;
  private static final long MISSING_MILLIS = 4_000;
  private static final long RETRY_MILLIS = 1_000;

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

  private final Vertx vertx;
  private final KafkaSettings kafka;
  private final GroupDirectory directory;
  private final WorkerExecutor executor;
  private final Admin admin;

  private final TopicRanges topics;
  private final KnownTopics known = new KnownTopics();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final Set<TopicPartition> assigned = new HashSet<>();

  /** Partitions that are not read before the past of the requests is. */
  private final Set<TopicPartition> held = new HashSet<>();

  private long heldSince;

  /** Those with records of every job, while they are not read because nobody asks. */
  private final Set<TopicPartition> resting = new HashSet<>();

  /** Who waits until they are read again. */
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

  private final Duration wait;
  private volatile boolean rests;
  private boolean waking;

  private KafkaReadStream<byte[], byte[]> stream;
  private volatile boolean caughtUp;
  private volatile boolean begun;
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
    this.wait = settings.catchUpWait();
    this.topics = new TopicRanges(vertx, admin, kafka.topics(), stateTopic, settings, jobsKept);
  }

  /**
   * Starts; completes at once.
   *
   * @param when the topics are looked for and read from then on
   */
  public Future<Void> start(Future<Void> when) {
    Map<String, Object> properties = kafka.consumerProperties();
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, kafka.clientId() + "-api");
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FetchSize.MOST_BYTES);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, FetchSize.MOST_RECORDS);
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
              var _ = when.onComplete(_ -> context.runOnContext(_ -> look()));
              return null;
            });
  }

  /** Whether what lay in the topics at the start, or when somebody asked again, was read. */
  public boolean isCaughtUp() {
    return caughtUp;
  }

  /** The same, and whether everything is read on. */
  public boolean isCurrent() {
    return caughtUp && !rests;
  }

  /** Whether what workers say has been read up to the end of the start. */
  public boolean hasBegun() {
    return begun;
  }

  /** Topics that are not read, and why. */
  public Map<String, String> missing() {
    return known.missing();
  }

  /** Partitions of a topic; 0 when that is not known. */
  public int partitions(String topic) {
    return known.partitions(topic);
  }

  private void look() {
    if (closed) {
      return;
    }
    Map<String, Future<TopicDescription>> asked = new TreeMap<>();
    admin
        .describeTopics(
            topics.names(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
        .topicNameValues()
        .forEach((topic, answer) -> asked.put(topic, future(answer)));
    Future.join(List.copyOf(asked.values()))
        .onComplete(
            _ -> {
              var fresh = new ArrayList<TopicPartition>();
              asked.forEach(
                  (topic, answer) ->
                      known.take(topic, answer).stream()
                          .filter(partition -> !assigned.contains(partition))
                          .forEach(fresh::add));
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
      vertx.setTimer(known.missing().isEmpty() ? LOOK_MILLIS : pauseMillis, _ -> look());
      pauseMillis = Math.min(2 * pauseMillis, MISSING_MILLIS);
    }
  }

  private Future<Void> begin(List<TopicPartition> fresh) {
    var all = new HashSet<>(assigned);
    all.addAll(fresh);
    return topics
        .ranges(fresh)
        .compose(ranges -> stream.assign(all).map(ranges))
        .compose(
            ranges -> {
              var seeks = new ArrayList<Future<Void>>();
              ranges.forEach(
                  (partition, range) -> {
                    long from = topics.start(partition, range);
                    if (from < range.end()) {
                      ends.put(partition, range.end());
                    }
                    seeks.add(stream.seek(partition, from));
                  });
              return Future.all(seeks).compose(_ -> hold(fresh));
            })
        .map(
            _ -> {
              assigned.addAll(all);
              if (!polling) {
                polling = true;
                poll();
              }
              return null;
            });
  }

  /** While nobody asks, nothing of every job is read any more. */
  private Future<Void> restIfUnwatched() {
    if (!caughtUp || waking || !held.isEmpty() || isWatched()) {
      return Future.succeededFuture();
    }
    var more = new HashSet<>(assigned);
    more.removeIf(partition -> !topics.isOfJobs(partition));
    more.removeAll(resting);
    if (more.isEmpty()) {
      return Future.succeededFuture();
    }
    resting.addAll(more);
    rests = true;
    return stream.pause(more);
  }

  /** Reads again what rests, from where it was left or where lists begin now. */
  private void wake() {
    waking = true;
    caughtUp = false;
    var past = Set.copyOf(resting);
    topics
        .ranges(past)
        .compose(
            ranges -> {
              var steps = new ArrayList<Future<Void>>();
              ranges.forEach((partition, range) -> steps.add(goOn(partition, range)));
              return Future.all(steps);
            })
        .compose(_ -> resume(past))
        .onComplete(
            done -> {
              waking = false;
              if (done.failed()) {
                // Whoever asks next tries again; who waits gets what is known.
                LOG.debug("the topics of jobs cannot be read on", done.cause());
                ends.keySet().removeAll(resting);
                caughtUp = true;
                tellWaiting();
              }
              pollSoon();
            });
  }

  private Future<Void> goOn(TopicPartition partition, TopicRanges.Range range) {
    return stream
        .position(partition)
        .compose(
            position -> {
              long from = Math.max(position, topics.start(partition, range));
              if (from < range.end()) {
                ends.put(partition, range.end());
              }
              return from > position ? stream.seek(partition, from) : Future.succeededFuture();
            });
  }

  /** The requests before the others, as at the start. */
  private Future<Void> resume(Set<TopicPartition> past) {
    resting.clear();
    rests = false;
    var now = new HashSet<>(past);
    if (ends.keySet().stream().anyMatch(topics::isRequests)) {
      now.removeIf(partition -> !topics.isRequests(partition));
      held.addAll(past);
      held.removeAll(now);
      heldSince = System.nanoTime();
    }
    return stream.resume(now);
  }

  private void tellWaiting() {
    waiting.forEach(one -> one.complete(null));
    waiting.clear();
  }

  private Future<Void> hold(List<TopicPartition> fresh) {
    if (ends.keySet().stream().noneMatch(topics::isRequests)) {
      return Future.succeededFuture();
    }
    var others = new HashSet<>(fresh);
    others.removeIf(topics::isRequests);
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
        .compose(rest -> restIfUnwatched().map(rest))
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
                FetchSize.isMuch(first)
                    ? Future.succeededFuture(0L)
                    : stream
                        .poll(FRESH)
                        .compose(
                            fresh -> take(fresh).map(FetchSize.isMuch(fresh) ? 0L : restMillis())));
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

  /**
   * Somebody looks: what is new is read soon, for a while. From any thread.
   *
   * @return done when what was not read while nobody asked is read, or {@code api.catch-up-wait} is
   *     over; at once before the end of the start
   */
  public CompletableFuture<Void> asked() {
    boolean woken = !isWatched();
    asked = System.nanoTime();
    if (!woken && isCurrent()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> current = new CompletableFuture<>();
    context.runOnContext(_ -> ask(current));
    return current.completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void ask(CompletableFuture<Void> current) {
    if (!resting.isEmpty() && !waking) {
      wake();
    } else {
      pollSoon();
    }
    waiting.removeIf(CompletableFuture::isDone);
    if (begun && (waking || !ends.isEmpty())) {
      waiting.add(current);
    } else {
      current.complete(null);
    }
  }

  private void pollSoon() {
    if (rest >= 0 && vertx.cancelTimer(rest)) {
      rest = -1;
      poll();
    }
  }

  /** Whether the ends of the start, or of what was left, are reached. */
  private Future<Void> see() {
    if (waking) {
      return Future.succeededFuture();
    }
    if (ends.isEmpty()) {
      caughtUp = true;
      begun = true;
      tellWaiting();
      return release();
    }
    Optional<TopicPartition> requests = ends.keySet().stream().filter(topics::isRequests).findAny();
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
    return stream == null
        ? Future.succeededFuture()
        : stream.close().onComplete(_ -> context.runOnContext(_ -> tellWaiting()));
  }
}
