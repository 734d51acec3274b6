package io.cliquestream.worker.graphs.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Graphs and their orientations in off-heap memory, weighed by bytes.
 *
 * <p>Invariants: what the cache holds never exceeds its bytes by more than the entry being put in;
 * memory is freed exactly when it is neither cached nor leased; a graph pushed out is first written
 * to the spill folder (and mapped back by the next lease), or, where the disk does not take it,
 * read again from its source by the next lease; an orientation pushed out is built again when next
 * asked for. Memory pushed out while leased, or waiting to be written, is held beyond the bound
 * until the lease ends; the number of jobs bounds it. A mapped graph counts like any other. Every
 * byte stands in the process's account; when others find that short, the cache pushes out what it
 * would push out next.
 */
public final class GraphCache implements AutoCloseable {
  private static final int LOADERS = 2;

  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder evictions = new LongAdder();
  final LongAdder builds = new LongAdder();
  final LongAdder rereads = new LongAdder();
  final SpillFolder spill;
  final SpillHealth spillHealth = new SpillHealth();
  private final HostMemory memory;
  private final long maximumBytes;
  private final Cache<Slot, Counted<?>> cache;
  private volatile Optional<SharedImages> shared = Optional.empty();
  private final AtomicLong leaving = new AtomicLong();
  private final ExecutorService spiller =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cliquestream-spill").daemon().factory());
  private final ExecutorService loaders =
      Executors.newFixedThreadPool(
          LOADERS, Thread.ofPlatform().name("cliquestream-load-", 0).daemon().factory());

  /** What an entry belongs to; told when the entry is pushed out. Compared by identity. */
  interface Slot {
    void evicted();
  }

  /**
   * @param maximumBytes bytes of graphs and orientations in memory
   * @param spillFolder where to make a private folder; the temporary folder when empty
   * @param spillBytes bytes of graphs on disk
   * @param memory the account of the process
   */
  public GraphCache(long maximumBytes, Path spillFolder, long spillBytes, HostMemory memory) {
    this.maximumBytes = maximumBytes;
    this.memory = memory;
    this.spill = new SpillFolder(spillFolder, spillBytes);
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(kibibytes(maximumBytes))
            .weigher((Slot slot, Counted<?> entry) -> (int) kibibytes(entry.bytes()))
            // In the calling thread: counts are exact as soon as a put returns.
            .executor(Runnable::run)
            .removalListener(this::removed)
            .build();
    memory.onShortage(this::makeRoom);
  }

  /**
   * Takes over a graph.
   *
   * @param name graph and version, for people
   * @param source where it can be read from again, if there is such a place
   * @param origin where the version's records lay
   * @param names of the vertices, if they have names: one use of them is taken over, and given back
   *     with a failure
   * @throws WorkerException GRAPH_TOO_LARGE when it alone is larger than the cache; it is closed
   */
  public CachedGraph add(
      String name,
      SimpleGraph graph,
      Optional<GraphSource> source,
      VersionOrigin origin,
      Optional<GraphNames> names) {
    long bytes = graph.bytes();
    long most = Math.min(maximumBytes, memory.limit());
    if (bytes > most) {
      graph.close();
      names.ifPresent(GraphNames::unpin);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "the graph takes " + bytes + " bytes, the cache holds " + most);
    }
    builds.increment();
    return new CachedGraph(this, name, graph, source, origin, names);
  }

  /**
   * Takes over a version's rows; a whole graph of it is made when somebody leases it.
   *
   * @param names of the vertices, if they have names: one use of them is taken over, and given back
   *     with a failure
   * @throws WorkerException GRAPH_TOO_LARGE when that would be larger than the cache; they are
   *     closed
   */
  public CachedGraph add(
      String name,
      VersionRows rows,
      Optional<GraphSource> source,
      VersionOrigin origin,
      Optional<GraphNames> names) {
    long most = Math.min(maximumBytes, memory.limit());
    if (rows.graphBytes() > most) {
      long bytes = rows.graphBytes();
      rows.close();
      names.ifPresent(GraphNames::unpin);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "the graph takes " + bytes + " bytes, the cache holds " + most);
    }
    return new CachedGraph(this, name, rows, source, origin, names);
  }

  /** The account of the process. */
  public HostMemory memory() {
    return memory;
  }

  /** Most bytes of graphs and orientations in memory. */
  public long maximumBytes() {
    return maximumBytes;
  }

  /** Counts up to now. */
  public CacheStatistics statistics() {
    long bytes = cache.asMap().values().stream().mapToLong(Counted::bytes).sum();
    return new CacheStatistics(
        bytes,
        hits.sum(),
        misses.sum(),
        evictions.sum(),
        builds.sum(),
        spill.used(),
        spillHealth.failures() + spill.notDeleted(),
        spillHealth.isDegraded(),
        rereads.sum());
  }

  /**
   * From now on keeps graphs where an engine's process can map them, so that they lie in memory
   * once; to be called before the first graph is added.
   */
  public void share() {
    shared = SharedImages.create();
  }

  /** A graph with its first user, entered into the account. */
  Counted<SimpleGraph> countedGraph(SimpleGraph graph) {
    Optional<SharedImages> images = shared;
    SimpleGraph kept = images.isPresent() ? images.get().share(graph) : graph;
    return new Counted<>(
        kept, kept.bytes(), memory, freed -> images.ifPresent(i -> i.freed(freed)));
  }

  /** An orientation with its first user, entered into the account. */
  Counted<OrientedGraph> counted(OrientedGraph oriented) {
    return new Counted<>(oriented, oriented.bytes(), memory, freed -> {});
  }

  /** Notes a use, so that what is used often stays. */
  void touch(Slot slot) {
    var _ = cache.getIfPresent(slot);
  }

  void put(Slot slot, Counted<?> entry) {
    cache.put(slot, entry);
  }

  void remove(Slot slot) {
    cache.invalidate(slot);
  }

  /** Runs disk work in the background, in order. */
  void inBackground(Runnable work) {
    spiller.execute(work);
  }

  /** Brings a graph back in the background; as many at a time as there are loaders. */
  void load(Runnable work) {
    loaders.execute(work);
  }

  /** Something pushed out is not the cache's any more. */
  void left(long bytes) {
    leaving.addAndGet(-bytes);
  }

  /** Pushes out so many bytes, less those that are leaving already. */
  private void makeRoom(long missing) {
    long bytes = missing - leaving.get();
    if (bytes > 0) {
      cache
          .policy()
          .eviction()
          .ifPresent(
              bound -> {
                synchronized (this) {
                  bound.setMaximum(Math.max(0, bound.weightedSize().orElse(0) - kibibytes(bytes)));
                  bound.setMaximum(kibibytes(maximumBytes));
                }
              });
    }
  }

  private void removed(Slot slot, Counted<?> entry, RemovalCause cause) {
    if (cause.wasEvicted()) {
      evictions.increment();
      leaving.addAndGet(entry.bytes());
      slot.evicted();
    } else {
      entry.unpin();
    }
  }

  /** Caffeine weighs in ints; kibibytes, rounded up, reach 2 TiB per entry. */
  private static long kibibytes(long bytes) {
    return Math.min(Integer.MAX_VALUE, Math.ceilDiv(bytes, 1024));
  }

  /** Frees everything that is not leased, and the disk. */
  @Override
  public void close() {
    loaders.shutdownNow();
    cache.invalidateAll();
    spiller.close();
    spill.close();
    shared.ifPresent(SharedImages::close);
  }
}
