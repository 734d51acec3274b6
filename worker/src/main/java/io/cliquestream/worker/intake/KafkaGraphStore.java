package io.cliquestream.worker.intake;

import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.cache.CacheStatistics;
import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.cache.PinnedGraph;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.graphs.catalog.Resolution;
import io.cliquestream.worker.graphs.catalog.WaitingLeases;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.reference.ConfiguredReferences;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.out.DeadLetterPublisher;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;

/**
 * The graphs of the partitions that this worker follows, taken in from the graph topic.
 *
 * <p>Guarantees: a lease never reads a graph that differs from what its version's records list; a
 * version that was whole in the topic when {@link #lease} was called is found (on a miss the store
 * reads up to the topic's present end before it answers); dead letters are written at least once
 * and, after a restart, not again unless the mark could not be kept.
 */
public final class KafkaGraphStore implements GraphStore {
  private final Vertx vertx;
  private final Duration catchUpWait;
  private final GraphCatalog catalog;
  private final GraphCache cache;
  private final WaitingLeases waiting;
  private final IntakeParts parts;
  private final GraphIntakeVerticle intake;
  private final List<ObjLongConsumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final Set<Integer> followed = ConcurrentHashMap.newKeySet();
  private final Set<Integer> restored = ConcurrentHashMap.newKeySet();
  private String deployment;

  /** A store that takes nothing in before {@link #start}. */
  public KafkaGraphStore(
      Vertx vertx, KafkaSettings kafka, GraphSettings settings, WorkerMetrics metrics) {
    this.vertx = vertx;
    this.catchUpWait = kafka.requestTimeout();
    this.catalog = new GraphCatalog(settings.versionsPerGraph(), settings.maximumGraphs());
    this.cache =
        new GraphCache(
            settings.cacheBytes().bytes(), settings.spillFolder(), settings.spillBytes().bytes());
    this.waiting = new WaitingLeases(vertx, catalog, settings.maximumWaiting());
    var budget =
        new AssemblyBudget(settings.assemblyBytes().bytes(), settings.assemblyTotalBytes().bytes());
    this.parts =
        new IntakeParts(
            budget,
            catalog,
            cache,
            new ConfiguredReferences(settings),
            new DeadLetterPublisher(kafka),
            metrics,
            waiting::changed,
            (graphId, version) -> listeners.forEach(listener -> listener.accept(graphId, version)));
    this.intake = new GraphIntakeVerticle(kafka, settings, parts);
    registerMetrics(metrics, budget);
  }

  /** Starts polling. */
  public Future<Void> start() {
    return vertx
        .deployVerticle(intake)
        .map(
            id -> {
              deployment = id;
              return null;
            });
  }

  /** Stops polling and frees what is not leased. */
  public Future<Void> close() {
    Future<Void> stopped =
        deployment == null ? Future.succeededFuture() : vertx.undeploy(deployment);
    return stopped.compose(
        undeployed ->
            vertx.executeBlocking(
                () -> {
                  parts.references().close();
                  parts.deadLetters().close();
                  cache.close();
                  return null;
                }));
  }

  @Override
  public Future<Void> restore(int partition) {
    followed.add(partition);
    return future(intake.restore(partition).thenRun(() -> restored.add(partition)));
  }

  @Override
  public Future<Void> release(int partition) {
    followed.remove(partition);
    restored.remove(partition);
    return future(intake.release(partition));
  }

  @Override
  public Future<GraphLease> lease(String graphId, VersionSelector selector, Duration wait) {
    return future(find(graphId, selector, wait)).compose(usable -> pin(graphId, usable));
  }

  @Override
  public void onVersion(ObjLongConsumer<String> listener) {
    listeners.add(listener);
  }

  /** Whether the broker answered when last asked. */
  public boolean isBrokerReachable() {
    return intake.isBrokerReachable();
  }

  /** Whether every partition that is followed has been restored. */
  public boolean isRestored() {
    return restored.containsAll(followed);
  }

  /** Cache counts up to now. */
  public CacheStatistics cacheStatistics() {
    return cache.statistics();
  }

  private CompletableFuture<Resolution.Usable> find(
      String graphId, VersionSelector selector, Duration wait) {
    return switch (catalog.resolve(graphId, selector)) {
      case Resolution.Usable usable -> CompletableFuture.completedFuture(usable);
      case Resolution.InFlight() -> caughtUp().thenCompose(up -> wait(graphId, selector, wait));
      case Resolution.Absent absent ->
          absent.mayAppear()
              ? caughtUp().thenCompose(up -> wait(graphId, selector, wait))
              : CompletableFuture.failedFuture(absent.refusal().exception());
    };
  }

  private CompletableFuture<Resolution.Usable> wait(
      String graphId, VersionSelector selector, Duration wait) {
    return switch (catalog.resolve(graphId, selector)) {
      case Resolution.Usable usable -> CompletableFuture.completedFuture(usable);
      case Resolution.InFlight() -> waiting.await(graphId, selector, wait);
      case Resolution.Absent absent ->
          absent.mayAppear() && selector.hasAtLeast() && !wait.isZero()
              ? waiting.await(graphId, selector, wait)
              : CompletableFuture.failedFuture(absent.refusal().exception());
    };
  }

  /** Everything that lies in the followed partitions now is taken in, or that took too long. */
  private CompletableFuture<Void> caughtUp() {
    return CompletableFuture.allOf(
            followed.stream().map(intake::catchUp).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, catchUpWait.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
        .exceptionally(failure -> null);
  }

  private Future<GraphLease> pin(String graphId, Resolution.Usable usable) {
    var resident = usable.graph().tryPin();
    if (resident.isPresent()) {
      return Future.succeededFuture(new Lease(graphId, usable.version(), resident.get()));
    }
    return vertx.executeBlocking(
        () -> new Lease(graphId, usable.version(), usable.graph().pin()), false);
  }

  private <T> Future<T> future(CompletableFuture<T> stage) {
    return Future.fromCompletionStage(stage, vertx.getOrCreateContext())
        .recover(failure -> Future.failedFuture(unwrapped(failure)));
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable cause =
        failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof WorkerException
        ? cause
        : new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, String.valueOf(cause), cause);
  }

  private void registerMetrics(WorkerMetrics metrics, AssemblyBudget budget) {
    metrics.gauge(Metric.ASSEMBLY, budget, b -> (double) b.used());
    metrics.gauge(Metric.CACHE, cache, c -> (double) c.statistics().bytes());
    metrics.gauge(Metric.CACHE_SPILL, cache, c -> (double) c.statistics().spillBytes());
    metrics.count(Metric.CACHE_HITS, cache, c -> (double) c.statistics().hits());
    metrics.count(Metric.CACHE_MISSES, cache, c -> (double) c.statistics().misses());
    metrics.count(Metric.CACHE_EVICTIONS, cache, c -> (double) c.statistics().evictions());
    metrics.count(Metric.CACHE_BUILDS, cache, c -> (double) c.statistics().builds());
  }

  private record Lease(String graphId, long version, PinnedGraph pinned) implements GraphLease {
    @Override
    public SimpleGraph graph() {
      return pinned.simple();
    }

    @Override
    public PreparedGraph prepared() {
      pinned.requireDense();
      return pinned;
    }

    @Override
    public void close() {
      pinned.close();
    }
  }
}
