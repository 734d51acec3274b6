package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

/**
 * One usable version of a graph, wherever it is now.
 *
 * <pre>
 *   MEMORY --pushed out, written--> DISK --lease--> MEMORY
 *     |                              | damaged or gone
 *     | pushed out, disk failed      v
 *     +---------------------------> TOPIC --lease, read again--> MEMORY
 *   ROWS --lease, assembled--> MEMORY --pushed out--> ROWS, for a version that a delta made
 *   any --retired, superseded, partition gone--> GONE (leases stay valid)
 * </pre>
 *
 * <p>Names of its vertices stay in memory until it is gone.
 *
 * <p>One count of users stands for the memory ({@link Counted}): the cache is one user, each lease
 * another. At most one thread brings the graph back at a time; whoever wants it meanwhile waits for
 * that and is counted before it can be pushed out again. What was pushed out while leased is found
 * by further leases until the last of them ends. Thread-safe; its lock is never held while the
 * cache, the disk or the source is called.
 */
public final class CachedGraph implements GraphCache.Slot {
  private final GraphCache cache;
  private final String name;
  private final Optional<GraphSource> source;
  private final VersionOrigin origin;
  private final Optional<GraphNames> names;
  private final long vertices;
  private final long edges;
  private final Map<Ordering, CachedOrientation> orientations = new EnumMap<>(Ordering.class);
  private final long bytes;
  private final List<CompletableFuture<PinnedGraph>> waiters = new ArrayList<>();
  private Counted<SimpleGraph> resident;
  private VersionRows rows;
  private boolean cached = true;
  private boolean loading;
  private SpilledGraph image;
  private boolean dropped;

  CachedGraph(
      GraphCache cache,
      String name,
      SimpleGraph graph,
      Optional<GraphSource> source,
      VersionOrigin origin,
      Optional<GraphNames> names) {
    this.cache = cache;
    this.name = name;
    this.source = source;
    this.origin = origin;
    this.names = names;
    this.vertices = graph.vertexTotal();
    this.edges = graph.edgeCount();
    this.bytes = graph.bytes();
    this.resident = cache.countedGraph(graph);
    for (Ordering ordering : Ordering.values()) {
      orientations.put(ordering, new CachedOrientation(cache, ordering));
    }
    cache.put(this, resident);
  }

  /** A version that has its rows, and no graph yet. */
  CachedGraph(
      GraphCache cache,
      String name,
      VersionRows rows,
      Optional<GraphSource> source,
      VersionOrigin origin,
      Optional<GraphNames> names) {
    this.cache = cache;
    this.name = name;
    this.source = source;
    this.origin = origin;
    this.names = names;
    this.vertices = rows.graph().vertexTotal();
    this.edges = rows.graph().edgeCount();
    this.bytes = rows.graphBytes();
    this.rows = rows;
    this.cached = false;
    for (Ordering ordering : Ordering.values()) {
      orientations.put(ordering, new CachedOrientation(cache, ordering));
    }
  }

  /**
   * Its rows, for the caller to close; begun and kept here where it has none.
   *
   * @param number of the version
   * @return empty for a wide graph
   * @throws WorkerException as {@link #pinLater} says
   */
  public Optional<VersionRows> rows(long number) {
    Optional<VersionRows> known = sharedRows();
    if (known.isPresent()) {
      return known;
    }
    PinnedGraph base = pin();
    if (base.simple() instanceof WideGraph) {
      base.close();
      return Optional.empty();
    }
    var begun = VersionRows.begin(base, bytes, base::close, number, cache.memory());
    synchronized (this) {
      if (dropped) {
        return Optional.of(begun);
      }
      if (rows == null) {
        rows = begun.share();
        return Optional.of(begun);
      }
    }
    begun.close();
    return sharedRows();
  }

  private synchronized Optional<VersionRows> sharedRows() {
    return Optional.ofNullable(rows).map(VersionRows::share);
  }

  /**
   * A lease of the rows, without a whole graph; never blocks.
   *
   * @return empty when it has no rows, or was dropped
   */
  public Optional<GraphLease> leaseRows(String graphId) {
    Optional<VersionRows> shared = sharedRows();
    if (shared.isEmpty() || (names.isPresent() && !names.get().tryPin())) {
      shared.ifPresent(VersionRows::close);
      return Optional.empty();
    }
    return Optional.of(new RowsLease(graphId, shared.get(), names));
  }

  /** Off-heap bytes of the graph itself. */
  public long bytes() {
    return bytes;
  }

  /** Vertices of it, wherever it is. */
  public long vertices() {
    return vertices;
  }

  /** Undirected edges of it, wherever it is. */
  public long edges() {
    return edges;
  }

  /** Whether vertices have names; an empty graph whose first ones are still to come has none. */
  public boolean isNamed() {
    return names.isPresent() && names.get().size() > 0;
  }

  /** Where its records lay. */
  public VersionOrigin origin() {
    return origin;
  }

  /** Where it can be read from again. */
  public Optional<GraphSource> source() {
    return source;
  }

  /** Where it is now. */
  public synchronized Place place() {
    if (dropped) {
      return Place.GONE;
    }
    if ((resident != null && resident.isHeld()) || rows != null) {
      return Place.MEMORY;
    }
    if (image != null) {
      return Place.DISK;
    }
    return source.isPresent() ? Place.TOPIC : Place.GONE;
  }

  /**
   * Bytes that a GPU holds of it: of the graph that is in memory, since nobody can ask for that of
   * one which has left.
   *
   * @param onDevice of all graphs
   */
  public synchronized long deviceBytes(Map<Graph, Long> onDevice) {
    return resident != null && resident.isHeld() && resident.value() instanceof Graph graph
        ? onDevice.getOrDefault(graph, 0L)
        : 0;
  }

  /** A lease if the graph is in memory; never blocks. */
  public Optional<PinnedGraph> tryPin() {
    Counted<SimpleGraph> found;
    synchronized (this) {
      if (resident == null || !resident.tryPin()) {
        return Optional.empty();
      }
      found = resident;
    }
    cache.hits.increment();
    cache.touch(this);
    return pinned(found);
  }

  /** A lease of memory that is pinned; none when the version was dropped meanwhile. */
  private Optional<PinnedGraph> pinned(Counted<SimpleGraph> found) {
    if (names.isPresent() && !names.get().tryPin()) {
      found.unpin();
      return Optional.empty();
    }
    return Optional.of(new PinnedGraph(this, found, names));
  }

  /**
   * What its vertices are called, for one more user, who unpins it.
   *
   * @throws WorkerException VERSION_UNKNOWN when the version was dropped meanwhile
   */
  public Optional<GraphNames> pinNames() {
    if (names.isPresent() && !names.get().tryPin()) {
      throw retired();
    }
    return names;
  }

  /**
   * A lease, as soon as the graph is in memory; never blocks.
   *
   * @return fails with VERSION_UNKNOWN when the version was retired meanwhile, GRAPH_TOO_LARGE when
   *     neither memory nor disk nor topic has it, or with what reading it again came to
   */
  public CompletableFuture<PinnedGraph> pinLater() {
    Optional<PinnedGraph> found = tryPin();
    if (found.isPresent()) {
      return CompletableFuture.completedFuture(found.get());
    }
    var mine = new CompletableFuture<PinnedGraph>();
    boolean start;
    synchronized (this) {
      if (dropped) {
        return CompletableFuture.failedFuture(retired());
      }
      waiters.add(mine);
      start = !loading;
      loading = true;
    }
    cache.misses.increment();
    if (start) {
      try {
        cache.load(this::load);
      } catch (RejectedExecutionException e) {
        fail(new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, "the cache is closed", e));
      }
    }
    return mine;
  }

  /**
   * A lease; waits until the graph is in memory, so not on an event loop.
   *
   * @throws WorkerException as {@link #pinLater} says
   */
  public PinnedGraph pin() {
    try {
      return pinLater().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof WorkerException known
          ? known
          : new WorkerException(
              FailureCode.FAILURE_CODE_INTERNAL, "an evicted graph cannot be brought back", e);
    }
  }

  /** Runs on a loader's thread. */
  private void load() {
    Counted<SimpleGraph> loaded;
    try {
      Optional<Counted<SimpleGraph>> present = present();
      loaded = present.isPresent() ? present.get() : cache.countedGraph(bringBack());
    } catch (WorkerException e) {
      fail(e);
      return;
    } catch (RuntimeException | Error e) {
      fail(
          new WorkerException(
              FailureCode.FAILURE_CODE_INTERNAL, name + " cannot be brought back: " + e, e));
      return;
    }
    List<CompletableFuture<PinnedGraph>> waited;
    boolean late;
    boolean fresh;
    synchronized (this) {
      loading = false;
      late = dropped;
      waited = List.copyOf(waiters);
      waiters.clear();
      fresh = resident != loaded;
      if (!late) {
        waited.forEach(_ -> loaded.tryPin());
        resident = loaded;
        cached |= fresh;
      }
    }
    if (late) {
      loaded.unpin();
      closeRows();
      waited.forEach(waiter -> waiter.completeExceptionally(retired()));
      return;
    }
    if (fresh) {
      // The loader's use of it becomes the cache's.
      cache.put(this, loaded);
      if (isDropped()) {
        cache.remove(this);
      }
    } else {
      loaded.unpin();
    }
    waited.forEach(
        waiter ->
            pinned(loaded)
                .ifPresentOrElse(waiter::complete, () -> waiter.completeExceptionally(retired())));
  }

  /** What somebody left in memory between the waiter's look and the load, with one more user. */
  private synchronized Optional<Counted<SimpleGraph>> present() {
    return resident != null && resident.tryPin() ? Optional.of(resident) : Optional.empty();
  }

  private synchronized boolean isDropped() {
    return dropped;
  }

  private SimpleGraph bringBack() {
    SpilledGraph spilled;
    VersionRows shared;
    synchronized (this) {
      spilled = image;
      shared = rows;
    }
    if (shared != null) {
      cache.builds.increment();
      return shared.assemble();
    }
    if (spilled != null) {
      try {
        return cache.spill.map(spilled);
      } catch (IOException e) {
        cache.spillHealth.notRead(name, e);
        forget(spilled);
      }
    }
    if (source.isEmpty()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "the graph left memory and the spill folder had no room for its " + bytes + " bytes");
    }
    cache.rereads.increment();
    Optional<GraphNames> pinned = pinNames();
    try {
      return source.get().read(pinned);
    } finally {
      pinned.ifPresent(GraphNames::unpin);
    }
  }

  private void forget(SpilledGraph spilled) {
    boolean mine;
    synchronized (this) {
      mine = Objects.equals(image, spilled);
      if (mine) {
        image = null;
      }
    }
    if (mine) {
      cache.inBackground(() -> cache.spill.delete(spilled));
    }
  }

  private void fail(WorkerException failure) {
    List<CompletableFuture<PinnedGraph>> waited;
    synchronized (this) {
      loading = false;
      waited = List.copyOf(waiters);
      waiters.clear();
    }
    closeRows();
    waited.forEach(waiter -> waiter.completeExceptionally(isDropped() ? retired() : failure));
  }

  /** Gives the rows of a dropped version back, once no load reads them. */
  private void closeRows() {
    VersionRows shared;
    synchronized (this) {
      if (!dropped || loading) {
        return;
      }
      shared = rows;
      rows = null;
    }
    if (shared != null) {
      shared.close();
    }
  }

  private WorkerException retired() {
    return new WorkerException(FailureCode.FAILURE_CODE_VERSION_UNKNOWN, name + " was retired");
  }

  /** Lets go of memory and disk; leases stay valid. */
  public void drop() {
    boolean release;
    boolean first;
    SpilledGraph file;
    synchronized (this) {
      first = !dropped;
      dropped = true;
      release = cached;
      file = image;
      image = null;
    }
    if (release) {
      cache.remove(this);
    }
    orientations.values().forEach(CachedOrientation::drop);
    if (first) {
      names.ifPresent(GraphNames::unpin);
    }
    closeRows();
    if (file != null) {
      cache.inBackground(() -> cache.spill.delete(file));
    }
  }

  CachedOrientation orientation(Ordering ordering) {
    return orientations.get(ordering);
  }

  @Override
  public void evicted() {
    cache.inBackground(this::writeAndLetGo);
  }

  private void writeAndLetGo() {
    Counted<SimpleGraph> graph;
    boolean write;
    synchronized (this) {
      graph = resident;
      write = image == null && rows == null && !dropped;
      cached = false;
    }
    if (write) {
      Optional<SpilledGraph> written = write(graph.value());
      boolean late;
      synchronized (this) {
        late = dropped;
        if (!late) {
          image = written.orElse(null);
        }
      }
      if (late) {
        written.ifPresent(cache.spill::delete);
      }
    }
    cache.left(bytes);
    // Whoever has a lease of it keeps it findable for the next.
    graph.unpin();
  }

  private Optional<SpilledGraph> write(SimpleGraph graph) {
    try {
      Optional<SpilledGraph> written = cache.spill.write(graph);
      written.ifPresent(_ -> cache.spillHealth.written(name));
      return written;
    } catch (IOException e) {
      cache.spillHealth.notWritten(name, e);
      return Optional.empty();
    }
  }
}
