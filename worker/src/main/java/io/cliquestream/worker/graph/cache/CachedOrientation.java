package io.cliquestream.worker.graph.cache;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.Orientation;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One orientation of one graph, built at most once at a time: the first caller builds, the others
 * wait and are counted as users before the result can be pushed out again.
 */
final class CachedOrientation implements GraphCache.Slot {
  private final GraphCache cache;
  private final Ordering ordering;
  private Counted<OrientedGraph> resident;
  private Build build;
  private boolean dropped;

  private static final class Build {
    private final CompletableFuture<Counted<OrientedGraph>> result = new CompletableFuture<>();
    private int waiters;
  }

  CachedOrientation(GraphCache cache, Ordering ordering) {
    this.cache = cache;
    this.ordering = ordering;
  }

  /** A user's share of the orientation; blocks while it is being built. */
  Counted<OrientedGraph> pin(Graph graph) {
    Build mine;
    Counted<OrientedGraph> found = null;
    boolean first = false;
    synchronized (this) {
      if (resident != null && resident.tryPin()) {
        cache.hits.increment();
        found = resident;
      } else if (build == null) {
        build = new Build();
        first = true;
        cache.misses.increment();
      } else {
        build.waiters++;
        cache.hits.increment();
      }
      mine = build;
    }
    if (found != null) {
      // Outside the lock: the cache may push this very entry out and call back.
      cache.touch(this);
      return found;
    }
    if (first) {
      return build(graph, mine);
    }
    try {
      return mine.result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private Counted<OrientedGraph> build(Graph graph, Build mine) {
    OrientedGraph oriented;
    try {
      oriented = Orientation.orient(graph, ordering);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        build = null;
      }
      mine.result.completeExceptionally(e);
      throw e;
    }
    cache.builds.increment();
    // One user is this caller; another one the cache, unless the graph is gone by now.
    var counted = new Counted<>(oriented, oriented.bytes());
    boolean keep;
    synchronized (this) {
      for (int i = 0; i < mine.waiters; i++) {
        counted.tryPin();
      }
      build = null;
      keep = !dropped;
      if (keep) {
        counted.tryPin();
        resident = counted;
      }
    }
    mine.result.complete(counted);
    if (keep) {
      cache.put(this, counted);
      boolean late;
      synchronized (this) {
        late = dropped;
      }
      if (late) {
        cache.remove(this);
      }
    }
    return counted;
  }

  void drop() {
    synchronized (this) {
      dropped = true;
    }
    cache.remove(this);
  }

  @Override
  public void evicted() {
    Counted<OrientedGraph> gone;
    synchronized (this) {
      gone = resident;
      resident = null;
    }
    if (gone != null) {
      gone.unpin();
    }
  }
}
