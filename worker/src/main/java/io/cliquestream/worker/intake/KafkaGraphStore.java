package io.cliquestream.worker.intake;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.access.RecordPrincipals;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.graphs.VersionRecords;
import io.cliquestream.worker.graphs.cache.CacheStatistics;
import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.cache.PinnedGraph;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.graphs.catalog.GraphState;
import io.cliquestream.worker.graphs.catalog.Resolution;
import io.cliquestream.worker.graphs.catalog.WaitingLeases;
import io.cliquestream.worker.graphs.changes.RecentDeltas;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.graphs.rows.VersionDelta;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.assembly.TenantAccount;
import io.cliquestream.worker.intake.reference.ConfiguredReferences;
import io.cliquestream.worker.intake.reread.ForeignVersions;
import io.cliquestream.worker.intake.reread.VersionRereads;
import io.cliquestream.worker.intake.reread.VersionSource;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.Quotas;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/**
 * The graphs of the partitions that this worker follows, taken in from the graph topic.
 *
 * <p>Guarantees: a lease never reads a graph that differs from what its version's records list; a
 * version that was whole in the topic when {@link #lease} was called is found (on a miss the store
 * reads up to the topic's present end before it answers); dead letters are written at least once
 * and, after a restart, not again unless the mark could not be kept.
 */
public final class KafkaGraphStore implements GraphStore, StreamedGraphs {
  /** Versions that a lease tries one after the other; each but the first was retired meanwhile. */
  private static final int MOST_CHOICES = 8;

  private static final int DESCRIBED_PAST_VERSIONS = 16;

  /** Longest way from one version to another; beyond it graphs are compared. */
  private static final int REMEMBERED_DELTAS = 1_000;

  private final Vertx vertx;
  private final Duration catchUpWait;
  private final GraphCatalog catalog;
  private final GraphCache cache;
  private final WaitingLeases waiting;
  private final IntakeParts parts;
  private final ForeignVersions foreign;
  private final GraphIntakeVerticle intake;
  private final List<ObjLongConsumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final CompletableFuture<WorkerException> broken = new CompletableFuture<>();
  private String deployment;

  /**
   * A store that takes nothing in before {@link #start}.
   *
   * @param quotas of each tenant's assembly memory and versions
   * @param principals who may sign tombstones
   * @param retireSigned whether tombstones that nobody signed are refused
   * @param memory the account of the process
   */
  public KafkaGraphStore(
      Vertx vertx,
      KafkaSettings kafka,
      GraphSettings settings,
      Quotas quotas,
      RecordPrincipals principals,
      boolean retireSigned,
      HostMemory memory,
      WorkerMetrics metrics) {
    this.vertx = vertx;
    this.catchUpWait = kafka.requestTimeout();
    this.catalog = new GraphCatalog(settings.versionsPerGraph(), settings.maximumGraphs());
    this.cache =
        new GraphCache(
            settings.cacheBytes().bytes(),
            settings.spillFolder(),
            settings.spillBytes().bytes(),
            memory);
    this.waiting = new WaitingLeases(vertx, catalog, settings.maximumWaiting());
    var budget =
        new AssemblyBudget(
            settings.assemblyBytes().bytes(), settings.assemblyTotalBytes().bytes(), memory);
    var references =
        new ConfiguredReferences(settings, tenant -> new TenantAccount(tenant, quotas, budget));
    var names = new NameMemory(settings.nameBytes().bytes(), memory);
    var rereads =
        new VersionRereads(
            kafka,
            settings,
            source -> VersionRereads.resident(catalog, source),
            budget,
            references,
            names);
    this.foreign = new ForeignVersions(rereads, cache);
    this.parts =
        new IntakeParts(
            budget,
            quotas,
            new RetireRights(principals, retireSigned),
            catalog,
            cache,
            new RecentDeltas(settings.deltaBytes().bytes()),
            references,
            rereads,
            new GraphDeadLetters(kafka, settings),
            metrics,
            new Events(),
            names);
    this.intake = new GraphIntakeVerticle(kafka, settings, parts, this::broke);
    GraphMetrics.bind(metrics, memory, budget, cache, catalog, parts.names());
  }

  private final class Events implements VersionEvents {
    @Override
    public void changed(String graphId) {
      waiting.changed(graphId);
    }

    @Override
    public void usable(String graphId, long version) {
      listeners.forEach(listener -> listener.accept(graphId, version));
    }
  }

  /**
   * Keeps graphs in memory that an engine's process can map, so that they lie there once; to be
   * called before {@link #start}.
   */
  public void shareWithEngineProcess() {
    cache.share();
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

  /** The event loop that takes graphs in, after {@link #start}. */
  public Context loop() {
    return intake.loop();
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
                  cache.close();
                  return null;
                }));
  }

  @Override
  public Future<Void> restore(int partition) {
    return future(intake.restore(partition));
  }

  @Override
  public Future<Void> release(int partition) {
    return future(intake.release(partition));
  }

  @Override
  public Future<GraphLease> lease(String graphId, VersionSelector selector, Duration wait) {
    return future(find(graphId, selector, wait))
        .compose(usable -> pinHeld(graphId, selector, usable, MOST_CHOICES));
  }

  @Override
  public Optional<GraphLease> leaseRows(String graphId, long version) {
    return catalog.resolve(graphId, exactly(version)) instanceof Resolution.Usable usable
        ? usable.graph().leaseRows(graphId)
        : Optional.empty();
  }

  /**
   * Keeps the chosen version while it is brought into memory: of a graph that changes faster than
   * that takes, newer versions would push each one out in turn. One that went before it was kept,
   * or that its owner retired, is no reason to fail where another will do.
   *
   * @param choices how often a version is chosen, at most
   */
  private Future<GraphLease> pinHeld(
      String graphId, VersionSelector selector, Resolution.Usable usable, int choices) {
    Optional<VersionHold> hold = catalog.hold(graphId, usable.version());
    return pin(graphId, usable)
        .onComplete(_ -> hold.ifPresent(VersionHold::close))
        .recover(
            failure ->
                choices > 1
                        && !selector.hasExact()
                        && catalog.resolve(graphId, selector) instanceof Resolution.Usable now
                        && now.version() != usable.version()
                    ? pinHeld(graphId, selector, now, choices - 1)
                    : Future.failedFuture(failure));
  }

  @Override
  public List<VersionRecords> records(String graphId, long version) {
    if (!(catalog.resolve(graphId, exactly(version)) instanceof Resolution.Usable usable)) {
      return List.of();
    }
    Deque<VersionRecords> records = new ArrayDeque<>();
    VersionSource source = usable.graph().source().map(VersionSource.class::cast).orElse(null);
    while (source != null) {
      records.addFirst(
          new VersionRecords(
              source.version(),
              source.partition(),
              source.partitionCount(),
              source.records().first(),
              source.records().last()));
      source = source.base();
    }
    return List.copyOf(records);
  }

  private static VersionSelector exactly(long version) {
    return VersionSelector.newBuilder().setExact(version).build();
  }

  @Override
  public Future<GraphLease> lease(String graphId, List<VersionRecords> records) {
    if (records.isEmpty()) {
      return Future.failedFuture(
          new WorkerException(
              FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
              "nobody says where the records of graph " + graphId + " lie"));
    }
    long version = records.getLast().version();
    // The same number may have been given twice, to a version that is gone and to its successor.
    if (catalog.resolve(graphId, exactly(version)) instanceof Resolution.Usable usable
        && usable.graph().origin().last() == records.getLast().last()) {
      return pin(graphId, usable);
    }
    return future(foreign.pin(graphId, records)).map(pinned -> new Lease(graphId, version, pinned));
  }

  @Override
  public void onVersion(ObjLongConsumer<String> listener) {
    listeners.add(listener);
  }

  @Override
  public Optional<VersionHold> hold(String graphId, long version) {
    return catalog.hold(graphId, version);
  }

  @Override
  public Optional<List<VersionDelta>> deltas(String graphId, long from, long to) {
    return parts.deltas().between(graphId, from, to, REMEMBERED_DELTAS);
  }

  @Override
  public List<Long> usable(String graphId) {
    return catalog.usable(graphId);
  }

  @Override
  public CompletableFuture<Void> caughtUp(int partition) {
    return intake.catchUp(partition);
  }

  @Override
  public boolean isRestored(int partition) {
    return intake.isRestored(partition);
  }

  @Override
  public StreamedGraph streamedGraph(String graphId) {
    return catalog.streamedGraph(graphId);
  }

  /** Every graph that has a stream now. */
  public Map<String, StreamedGraph> streamed() {
    return catalog.streamed();
  }

  @Override
  public void writes(SnapshotHeader checkpoint) {
    catalog.writes(checkpoint);
  }

  @Override
  public long firstOffset(String graphId, long version) {
    var exact = VersionSelector.newBuilder().setExact(version).build();
    return catalog.resolve(graphId, exact) instanceof Resolution.Usable usable
        ? usable.graph().origin().first()
        : -1;
  }

  /** The state of intake now; from any thread, never blocks. */
  public IntakeHealth health() {
    return intake.health(failure().map(Throwable::getMessage));
  }

  /** Completes with the reason when intake ended by itself and cannot go on. */
  public Future<WorkerException> broken() {
    return Future.fromCompletionStage(broken, vertx.getOrCreateContext());
  }

  /** Why intake cannot go on, if it cannot. */
  public Optional<WorkerException> failure() {
    return Optional.ofNullable(broken.getNow(null));
  }

  private void broke(Throwable cause) {
    broken.complete(
        new WorkerException(
            FailureCode.FAILURE_CODE_WORKER_BROKEN,
            "a thread that takes in the graphs was lost: " + cause,
            cause));
  }

  /**
   * Every graph as it is now, with a few of its past versions; takes a moment.
   *
   * @param onDevice bytes that a GPU holds of graphs
   */
  public List<GraphState> describe(Map<Graph, Long> onDevice) {
    return catalog.describe(DESCRIBED_PAST_VERSIONS, onDevice);
  }

  /** Most bytes of graphs and orientations in memory. */
  public long cacheLimit() {
    return cache.maximumBytes();
  }

  /** Cache counts up to now. */
  public CacheStatistics cacheStatistics() {
    return cache.statistics();
  }

  private CompletableFuture<Resolution.Usable> find(
      String graphId, VersionSelector selector, Duration wait) {
    return switch (catalog.resolve(graphId, selector)) {
      case Resolution.Usable usable -> CompletableFuture.completedFuture(usable);
      case Resolution.InFlight() ->
          caughtUp(graphId).thenCompose(up -> wait(graphId, selector, wait));
      case Resolution.Absent absent ->
          absent.mayAppear()
              ? caughtUp(graphId).thenCompose(up -> wait(graphId, selector, wait))
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

  /** What lies in the graph's partition now is taken in of it, or that took too long. */
  private CompletableFuture<Void> caughtUp(String graphId) {
    return intake
        .catchUp(graphId)
        .completeOnTimeout(null, catchUpWait.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> null);
  }

  private Future<GraphLease> pin(String graphId, Resolution.Usable usable) {
    return future(usable.graph().pinLater())
        .map(pinned -> new Lease(graphId, usable.version(), pinned));
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
    public Optional<VersionRows> rows() {
      return pinned.rows(version);
    }

    @Override
    public Optional<GraphNames> names() {
      return pinned.names();
    }

    @Override
    public GraphLease share() {
      return new Lease(graphId, version, pinned.share());
    }

    @Override
    public void close() {
      pinned.close();
    }
  }
}
