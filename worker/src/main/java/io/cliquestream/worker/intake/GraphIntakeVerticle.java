package io.cliquestream.worker.intake;

import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.metrics.Metric;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The event-loop end of graph intake: takes what the poll thread brings, hands it to worker threads
 * partition by partition, and holds partitions back that fall behind. Its state is touched on its
 * event loop only.
 */
final class GraphIntakeVerticle extends VerticleBase implements GraphTopicPoller.Receiver {
  private static final long TICK_MILLIS = 500;

  private final KafkaSettings kafka;
  private final GraphSettings settings;
  private final IntakeParts parts;
  private final Map<Integer, PartitionFeed> feeds = new HashMap<>();
  private final Map<Integer, Gauge> lags = new HashMap<>();
  private WorkerExecutor workers;
  private GraphTopicPoller poller;

  GraphIntakeVerticle(KafkaSettings kafka, GraphSettings settings, IntakeParts parts) {
    this.kafka = kafka;
    this.settings = settings;
    this.parts = parts;
  }

  @Override
  public Future<?> start() {
    workers =
        vertx.createSharedWorkerExecutor(
            "cliquestream-graphs", settings.threads(), 1, TimeUnit.HOURS);
    poller = new GraphTopicPoller(kafka, settings, this);
    vertx.setPeriodic(TICK_MILLIS, timer -> feeds.values().forEach(PartitionFeed::tick));
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return Future.join(feeds.values().stream().map(this::ended).toList())
        .compose(
            ended ->
                vertx.executeBlocking(
                    () -> {
                      poller.close();
                      return null;
                    }))
        .compose(closed -> workers.close());
  }

  /** Follows a partition; completes when what lay in it was taken in. */
  CompletableFuture<Void> restore(int partition) {
    return poller.assign(partition).thenCompose(assigned -> poller.catchUp(partition));
  }

  /** Completes when what lies in a partition now was taken in; at once if it is not followed. */
  CompletableFuture<Void> catchUp(int partition) {
    return poller.catchUp(partition);
  }

  /** Stops following a partition. */
  CompletableFuture<Void> release(int partition) {
    var released = new CompletableFuture<Void>();
    var _ =
        poller
            .unassign(partition)
            .whenComplete(
                (unassigned, failure) ->
                    context.runOnContext(
                        now -> {
                          PartitionFeed feed = feeds.remove(partition);
                          forgetLag(partition);
                          if (feed == null) {
                            released.complete(null);
                          } else {
                            var _ = feed.release().thenRun(() -> released.complete(null));
                          }
                        }));
    return released;
  }

  boolean isBrokerReachable() {
    return poller.reachable();
  }

  @Override
  public void assigned(int partition, GraphTopicPoller.Start start) {
    context.runOnContext(
        now -> {
          feeds.put(
              partition,
              new PartitionFeed(partition, start, vertx, workers, settings, poller, parts));
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
    context.runOnContext(
        now -> {
          PartitionFeed feed = feeds.get(partition);
          if (feed != null) {
            feed.records(records);
          }
        });
  }

  @Override
  public void reached(int partition, CompletableFuture<Void> taken) {
    context.runOnContext(
        now -> {
          PartitionFeed feed = feeds.get(partition);
          if (feed != null) {
            feed.reached(taken);
          } else {
            taken.completeExceptionally(new IllegalStateException("the partition was released"));
          }
        });
  }

  private void forgetLag(int partition) {
    Gauge lag = lags.remove(partition);
    if (lag != null) {
      parts.metrics().remove(lag);
    }
  }

  private Future<Void> ended(PartitionFeed feed) {
    return Future.fromCompletionStage(feed.release(), context);
  }
}
