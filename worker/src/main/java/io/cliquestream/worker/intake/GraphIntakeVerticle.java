package io.cliquestream.worker.intake;

import io.cliquestream.contract.Partitions;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.intake.topic.SkippedRecords;
import io.cliquestream.worker.metrics.Metric;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event-loop end of graph intake: takes what the poll thread brings, hands it to worker threads
 * partition by partition, and holds partitions back that fall behind. Its state is touched on its
 * event loop only.
 *
 * <p>A partition has at most one feed. Following and releasing one partition happen one after
 * another in the order they were asked for, each wholly done before the next begins: following a
 * partition that is followed does nothing, and following one that is being released waits until its
 * graphs are gone.
 */
final class GraphIntakeVerticle extends VerticleBase implements GraphTopicPoller.Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(GraphIntakeVerticle.class);
  private static final long TICK_MILLIS = 500;

  /** Longer than what the poll thread does between two steps, calls of Kafka's apart. */
  private static final Duration MARGIN = Duration.ofSeconds(60);

  private final KafkaSettings kafka;
  private final GraphSettings settings;
  private final IntakeParts parts;
  private final Consumer<Throwable> broken;
  private final FollowedPartitions followed = new FollowedPartitions();
  private final Map<Integer, PartitionFeed> feeds = new HashMap<>();
  private final Map<Integer, CompletableFuture<Void>> last = new HashMap<>();
  private final Map<Integer, Gauge> lags = new HashMap<>();
  private final IntakeTurns turns;
  private WorkerExecutor workers;
  private long feedsMade;
  private volatile GraphTopicPoller poller;

  /**
   * @param broken told why polling ended, if it ended by itself
   */
  GraphIntakeVerticle(
      KafkaSettings kafka, GraphSettings settings, IntakeParts parts, Consumer<Throwable> broken) {
    this.kafka = kafka;
    this.settings = settings;
    this.parts = parts;
    this.broken = broken;
    this.turns = new IntakeTurns(settings.threads());
  }

  @Override
  public Future<?> start() {
    context.exceptionHandler(this::unexpected);
    workers =
        vertx.createSharedWorkerExecutor(
            "cliquestream-graphs", settings.threads(), 1, TimeUnit.HOURS);
    vertx.setPeriodic(TICK_MILLIS, timer -> feeds.values().forEach(PartitionFeed::tick));
    // Making a consumer resolves names, reads key stores and loads hundreds of classes.
    return vertx
        .executeBlocking(
            () ->
                new GraphTopicPoller(
                    kafka,
                    settings,
                    this,
                    broken,
                    kafka.requestTimeout().multipliedBy(4).plus(MARGIN)))
        .onSuccess(made -> poller = made);
  }

  /** The event loop that it lives on, once this is deployed. */
  Context loop() {
    return context;
  }

  /** An event on the loop threw something: what it told of is lost, records say. */
  private void unexpected(Throwable failure) {
    LOG.error("an event of the graphs met a defect", failure);
    if (failure instanceof Error) {
      broken.accept(failure);
    }
  }

  @Override
  public Future<?> stop() {
    return Future.join(
            feeds.values().stream()
                .map(feed -> Future.fromCompletionStage(feed.release(), context))
                .toList())
        .compose(
            ended ->
                vertx.executeBlocking(
                    () -> {
                      if (poller != null) {
                        poller.close();
                      }
                      return null;
                    }))
        .compose(closed -> workers.close());
  }

  /**
   * Follows a partition, or goes on following it; completes when what lay in it was taken in. The
   * release of it fails whoever still waits for that.
   */
  CompletableFuture<Void> restore(int partition) {
    // At once: from now on there is something to restore.
    followed.follow(partition);
    return inOrder(
            partition,
            () -> {
              followed.follow(partition);
              return feeds.containsKey(partition)
                  ? CompletableFuture.completedFuture(null)
                  : poller.assign(partition);
            })
        .thenCompose(assigned -> poller.catchUp(partition, null))
        .thenRun(
            () ->
                followed
                    .restored(partition)
                    .ifPresent(
                        took ->
                            LOG.info(
                                "partition {} of the graphs is restored after {} ms",
                                partition,
                                took.toMillis())));
  }

  /** Completes when what lies in a graph's partition now was taken in of that graph. */
  CompletableFuture<Void> catchUp(String graphId) {
    int count = poller.partitionCount();
    return count == 0
        ? CompletableFuture.completedFuture(null)
        : poller.catchUp(Partitions.partitionOf(graphId, count), graphId);
  }

  /** Completes when what lies in a partition now was taken in; fails when it is not followed. */
  CompletableFuture<Void> catchUp(int partition) {
    return isRestored(partition)
        ? poller.catchUp(partition, null)
        : CompletableFuture.failedFuture(
            new IllegalStateException("partition " + partition + " is not followed"));
  }

  /** Whether what lay in a partition was taken in and it is still followed. */
  boolean isRestored(int partition) {
    return followed.isRestored(partition);
  }

  /** Stops following a partition. */
  CompletableFuture<Void> release(int partition) {
    // At once: what is being restored is not restored from now on.
    followed.release(partition);
    return inOrder(
        partition,
        () ->
            poller
                .unassign(partition)
                .handle((unassigned, failure) -> null)
                .thenCompose(unassigned -> onLoop(() -> releaseFeed(partition))));
  }

  private CompletableFuture<Void> releaseFeed(int partition) {
    followed.release(partition);
    PartitionFeed feed = feeds.remove(partition);
    forgetLag(partition);
    if (feed == null) {
      return CompletableFuture.completedFuture(null);
    }
    LOG.info("partition {} of the graphs is released", partition);
    return feed.release();
  }

  /** Runs work on the event loop after all earlier work for the partition has ended. */
  private CompletableFuture<Void> inOrder(int partition, Supplier<CompletableFuture<Void>> work) {
    return onLoop(
        () -> {
          CompletableFuture<Void> before =
              last.getOrDefault(partition, CompletableFuture.completedFuture(null));
          CompletableFuture<Void> mine =
              before.handle((done, failure) -> null).thenCompose(ready -> onLoop(work));
          last.put(partition, mine);
          return mine;
        });
  }

  private CompletableFuture<Void> onLoop(Supplier<CompletableFuture<Void>> work) {
    var result = new CompletableFuture<Void>();
    context.runOnContext(
        now -> {
          CompletableFuture<Void> stage;
          try {
            stage = work.get();
          } catch (RuntimeException e) {
            stage = CompletableFuture.failedFuture(e);
          }
          var _ =
              stage.whenComplete(
                  (done, failure) -> {
                    if (failure == null) {
                      result.complete(null);
                    } else {
                      result.completeExceptionally(failure);
                    }
                  });
        });
    return result;
  }

  /** The state of intake now; from any thread. */
  IntakeHealth health(java.util.Optional<String> cause) {
    GraphTopicPoller polling = poller;
    if (polling == null) {
      return new IntakeHealth(false, Duration.ZERO, cause, List.of(), List.of());
    }
    BrokerContact contact = polling.contact();
    return new IntakeHealth(
        contact.isReachable(),
        contact.age(),
        cause,
        followed.health(polling::lag),
        List.of(polling.thread()));
  }

  @Override
  public void assigned(int partition, int partitionCount) {
    context.runOnContext(
        now -> {
          LOG.info("partition {} of the graphs is followed", partition);
          feeds.put(
              partition,
              new PartitionFeed(
                  partition,
                  vertx,
                  workers,
                  turns,
                  feedsMade++,
                  () -> followed.isRestored(partition),
                  settings,
                  poller,
                  new PartitionIntake(
                      partition,
                      partitionCount,
                      settings,
                      () -> followed.isRestored(partition),
                      parts)));
          forgetLag(partition);
          lags.put(
              partition,
              parts
                  .metrics()
                  .gauge(
                      Metric.INGEST_LAG,
                      poller,
                      p -> (double) p.lag(partition),
                      "partition",
                      Integer.toString(partition)));
        });
  }

  @Override
  public void records(int partition, List<ConsumerRecord<byte[], byte[]>> records) {
    withFeed(partition, feed -> feed.records(records), () -> {});
  }

  @Override
  public void skipped(int partition, SkippedRecords skipped) {
    withFeed(partition, feed -> feed.skipped(skipped), () -> {});
  }

  @Override
  public void reached(int partition, PartitionLook look) {
    withFeed(partition, feed -> feed.reached(look), () -> PartitionIntake.refuse(look));
  }

  private void withFeed(int partition, Consumer<PartitionFeed> work, Runnable otherwise) {
    context.runOnContext(
        now -> {
          PartitionFeed feed = feeds.get(partition);
          if (feed != null) {
            work.accept(feed);
          } else {
            otherwise.run();
          }
        });
  }

  private void forgetLag(int partition) {
    Gauge lag = lags.remove(partition);
    if (lag != null) {
      parts.metrics().remove(lag);
    }
  }
}
