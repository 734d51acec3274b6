package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.WideGraphImage;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * One version of a graph, wherever it is now: in memory, on disk, or both. Thread-safe; its lock is
 * never held while the cache is called, which may call back.
 *
 * <p>States of {@code resident} and {@code image}: (graph, none) after the build; (graph, file)
 * while and after it is written; (none, file) evicted; (none, none) lost, because neither memory
 * nor disk had room; dropped when its owner let go of it.
 */
public final class CachedGraph implements GraphCache.Slot {
  private final GraphCache cache;
  private final Map<Ordering, CachedOrientation> orientations = new EnumMap<>(Ordering.class);
  private final long bytes;
  private final boolean wide;
  private Counted<SimpleGraph> resident;
  private boolean cached = true;
  private Path image;
  private boolean dropped;

  CachedGraph(GraphCache cache, SimpleGraph graph) {
    this.cache = cache;
    this.bytes = graph.bytes();
    this.wide = graph instanceof WideGraph;
    this.resident = new Counted<>(graph, bytes);
    for (Ordering ordering : Ordering.values()) {
      orientations.put(ordering, new CachedOrientation(cache, ordering));
    }
    cache.put(this, resident);
  }

  /** Off-heap bytes of the graph itself. */
  public long bytes() {
    return bytes;
  }

  /** A lease if the graph is in memory; never blocks on disk. */
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
    return Optional.of(new PinnedGraph(this, found));
  }

  /**
   * A lease; maps the graph back from disk if need be, so not on an event loop.
   *
   * @throws WorkerException GRAPH_TOO_LARGE when it is neither in memory nor on disk
   */
  public PinnedGraph pin() {
    Optional<PinnedGraph> found = tryPin();
    if (found.isPresent()) {
      return found.get();
    }
    Counted<SimpleGraph> loaded;
    synchronized (this) {
      if (resident != null && resident.tryPin()) {
        // Somebody else mapped it since the look above.
        cache.hits.increment();
        return new PinnedGraph(this, resident);
      }
      cache.misses.increment();
      if (image == null || dropped) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
            "the graph left memory and the spill folder had no room for its " + bytes + " bytes");
      }
      try {
        resident = new Counted<>(wide ? WideGraphImage.map(image) : GraphImage.map(image), bytes);
      } catch (IOException e) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_INTERNAL, "an evicted graph cannot be read back", e);
      }
      resident.tryPin();
      cached = true;
      loaded = resident;
    }
    cache.put(this, loaded);
    boolean late;
    synchronized (this) {
      late = dropped;
    }
    if (late) {
      cache.remove(this);
    }
    return new PinnedGraph(this, loaded);
  }

  /** Lets go of memory and disk; leases stay valid. */
  public void drop() {
    boolean release;
    Path file;
    synchronized (this) {
      dropped = true;
      release = cached;
      file = image;
      image = null;
    }
    if (release) {
      cache.remove(this);
    }
    orientations.values().forEach(CachedOrientation::drop);
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
      write = image == null && !dropped;
      cached = false;
    }
    if (write) {
      Optional<Path> written = write(graph.value());
      synchronized (this) {
        if (dropped) {
          written.ifPresent(cache.spill::delete);
        } else {
          image = written.orElse(null);
        }
      }
    }
    synchronized (this) {
      if (resident == graph) {
        resident = null;
      }
    }
    graph.unpin();
  }

  private Optional<Path> write(SimpleGraph graph) {
    try {
      return cache.spill.write(graph);
    } catch (IOException e) {
      org.slf4j.LoggerFactory.getLogger(CachedGraph.class)
          .error("an evicted graph could not be written and is lost", e);
      return Optional.empty();
    }
  }
}
