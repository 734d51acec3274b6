package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.Orientation;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.SharedBuild;
import io.cliquestream.kernels.graph.SimpleGraph;

/**
 * One orientation of one graph, built at most once at a time: whoever asks meanwhile waits for the
 * same build and is counted as a user before the result can be pushed out again. A build that
 * nobody waits for any more is stopped.
 */
final class CachedOrientation implements GraphCache.Slot {
  private final GraphCache cache;
  private final Ordering ordering;
  private Counted<OrientedGraph> resident;
  private SharedBuild<Counted<OrientedGraph>> build;
  private boolean dropped;

  CachedOrientation(GraphCache cache, Ordering ordering) {
    this.cache = cache;
    this.ordering = ordering;
  }

  /**
   * A user's share of the orientation; blocks while it is being built.
   *
   * @param use the graph's users, the caller among them; a build is one too until it ends
   * @param graph the graph
   * @throws io.cliquestream.kernels.control.StoppedException when the caller's job was stopped
   */
  Counted<OrientedGraph> pin(Counted<SimpleGraph> use, Graph graph, StopCheck stop) {
    SharedBuild<Counted<OrientedGraph>> mine = null;
    Counted<OrientedGraph> found = null;
    synchronized (this) {
      if (resident != null && resident.tryPin()) {
        cache.hits.increment();
        found = resident;
      } else if (build != null && build.join()) {
        cache.hits.increment();
        mine = build;
      } else {
        cache.misses.increment();
        use.tryPin();
        mine = SharedBuild.start(ordering.name(), self -> build(use, graph, self));
        build = mine;
      }
    }
    if (found != null) {
      // Outside the lock: the cache may push this very entry out and call back.
      cache.touch(this);
      return found;
    }
    return mine.await(stop);
  }

  private Counted<OrientedGraph> build(
      Counted<SimpleGraph> use, Graph graph, SharedBuild<Counted<OrientedGraph>> mine) {
    OrientedGraph oriented = null;
    try {
      Parallelism parallelism = Parallelism.available().until(mine);
      oriented = Orientation.orient(graph, ordering, parallelism);
    } finally {
      use.unpin();
      if (oriented == null) {
        forget(mine);
      }
    }
    cache.builds.increment();
    Counted<OrientedGraph> counted = cache.counted(oriented);
    boolean keep;
    synchronized (this) {
      int users = mine.close();
      forget(mine);
      for (int i = 0; i < users; i++) {
        counted.tryPin();
      }
      keep = users > 0 && !dropped;
      if (keep) {
        counted.tryPin();
        resident = counted;
      }
      if (users > 0) {
        // The build itself was the first user.
        counted.unpin();
      }
    }
    if (keep) {
      cache.put(this, counted);
      boolean late;
      synchronized (this) {
        late = dropped;
      }
      if (late) {
        cache.remove(this);
      }
    } else if (mine.close() == 0) {
      counted.unpin();
      throw mine.abandoned();
    }
    return counted;
  }

  private synchronized void forget(SharedBuild<Counted<OrientedGraph>> ended) {
    if (build == ended) {
      build = null;
    }
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
      cache.left(gone.bytes());
      gone.unpin();
    }
  }
}
