package io.cliquestream.worker.graphs.rows;

import io.cliquestream.kernels.change.AppliedBatch;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.worker.memory.HostMemory;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The versions of one graph that share rows, by the store's numbers.
 *
 * <p>A family begins with a whole graph, which stays in memory until the rows were merged into
 * fresh ones and its older versions are gone. It ends with the last version that it gave out, or
 * stays as long as standing jobs follow it; then it keeps its newest versions for jobs that are
 * behind. What it holds beside the graph that it began with stands in the process's account.
 *
 * <p>Thread-safe. One thread at a time makes versions, and whoever wants the same version waits for
 * it; giving versions out and back does not wait for that.
 */
public final class RowFamily {
  /** Versions that jobs which are behind still find. */
  private static final int KEPT = 32;

  /** Where the deltas between two versions are found. */
  @FunctionalInterface
  public interface Deltas {
    /** Those that lead from one version to another, in their order, if all are known. */
    Optional<List<VersionDelta>> between(long from, long to);
  }

  /** How the version that is wanted differs from one that is there. */
  @FunctionalInterface
  public interface Difference {
    /** What must change, unless it is too much. */
    Optional<EdgeBatch> from(GraphVersion version);
  }

  private static final AtomicLong COUNT = new AtomicLong();

  private final EvolvingGraph graph;
  private final long id = COUNT.incrementAndGet();
  private final HostMemory memory;
  private final long baseBytes;

  /** Held while a version is made; taken before this one's own lock. */
  private final Object making = new Object();

  /** Written under the evolving graph's lock, which is taken inside this one's: so no lock. */
  private volatile boolean baseHeld = true;

  private final Map<Long, GraphVersion> kept = new LinkedHashMap<>();
  private long newest;

  /**
   * The version of that number, leased: the evolving graph is ahead of it while the next one is
   * being made.
   */
  private GraphVersion latest;

  private int users;
  private boolean followed;
  private boolean closed;
  private long reserved;

  RowFamily(PreparedGraph base, long baseBytes, Runnable release, long number, HostMemory memory) {
    this.memory = memory;
    this.baseBytes = baseBytes;
    this.newest = number;
    this.graph =
        EvolvingGraph.of(
            base,
            () -> {
              baseHeld = false;
              release.run();
            },
            ChangePolicy.DEFAULT,
            Optional.empty());
    this.latest = graph.latest();
  }

  /** No two of a process have the same. */
  long id() {
    return id;
  }

  /** The newest version by the store's numbers. */
  public synchronized long newest() {
    return newest;
  }

  /** A version that is kept, for the caller to close. */
  public synchronized Optional<VersionRows> find(long number) {
    if (closed) {
      return Optional.empty();
    }
    if (number == newest) {
      return Optional.of(given(number, latest.lease()));
    }
    return Optional.ofNullable(kept.get(number)).map(found -> given(number, found.lease()));
  }

  /**
   * A version, for the caller to close: one that is kept, or a newer one made by changes.
   *
   * @param most changed edges
   * @return empty when it is older than what is kept, or takes more changes
   */
  public Optional<VersionRows> reach(long number, Deltas deltas, Difference difference, int most) {
    synchronized (making) {
      Optional<VersionRows> found = find(number);
      if (found.isPresent() || number < newest() || !enter()) {
        return found;
      }
      try {
        return made(number, deltas, difference, most);
      } finally {
        givenBack();
      }
    }
  }

  /** Counts the caller among the users, so that the family stays; false when it is closed. */
  private synchronized boolean enter() {
    if (!closed) {
      users++;
    }
    return !closed;
  }

  private Optional<VersionRows> made(long number, Deltas deltas, Difference difference, int most) {
    Optional<List<VersionDelta>> way = deltas.between(newest(), number);
    if (way.isEmpty()) {
      return differing(difference).map(batch -> make(batch, number).rows());
    }
    long edges = way.get().stream().mapToLong(VersionDelta::edges).sum();
    return edges > most ? Optional.empty() : Optional.of(along(way.get()));
  }

  private VersionRows along(List<VersionDelta> way) {
    VersionRows reached = find(newest()).orElseThrow();
    for (VersionDelta delta : way) {
      try (VersionRows _ = reached) {
        reached = make(batch(delta), delta.version()).rows();
      }
    }
    return reached;
  }

  private static EdgeBatch batch(VersionDelta delta) {
    var batch = EdgeBatch.withRoom(Math.toIntExact(Math.max(1, delta.edges())));
    for (int i = 0; i < delta.deleted().length; i += 2) {
      batch.delete(delta.deleted()[i], delta.deleted()[i + 1]);
    }
    for (int i = 0; i < delta.inserted().length; i += 2) {
      batch.insert(delta.inserted()[i], delta.inserted()[i + 1]);
    }
    return batch;
  }

  private Optional<EdgeBatch> differing(Difference difference) {
    try (GraphVersion base = graph.latest()) {
      return difference.from(base);
    }
  }

  /** Makes a version of the newest one, if that is the one given. */
  Optional<VersionRows.Made> next(GraphVersion base, EdgeBatch batch, long number) {
    synchronized (making) {
      return isNewest(base) ? Optional.of(make(batch, number)) : Optional.empty();
    }
  }

  synchronized boolean isNewest(GraphVersion version) {
    return !closed && latest.sequence() == version.sequence();
  }

  private VersionRows.Made make(EdgeBatch batch, long number) {
    AppliedBatch applied = graph.apply(batch);
    synchronized (this) {
      newest = number;
      latest.close();
      latest = applied.version().lease();
      VersionRows made = given(number, applied.version());
      if (followed) {
        keep(number, applied.version().lease());
      }
      account();
      return new VersionRows.Made(made, applied.totals());
    }
  }

  private void keep(long number, GraphVersion version) {
    GraphVersion before = kept.put(number, version);
    if (before != null) {
      before.close();
    }
    Iterator<GraphVersion> oldest = kept.values().iterator();
    while (kept.size() > KEPT) {
      oldest.next().close();
      oldest.remove();
    }
  }

  /** Takes over a lease of a version. */
  private VersionRows given(long number, GraphVersion version) {
    users++;
    return new VersionRows(this, number, version);
  }

  /** One more user of a version. */
  synchronized VersionRows share(VersionRows rows) {
    return given(rows.number(), rows.graph().lease());
  }

  /** The first version. */
  synchronized VersionRows first() {
    VersionRows first = given(newest, latest.lease());
    account();
    return first;
  }

  /** Whether standing jobs follow it, so that it stays when nobody has a version of it. */
  public synchronized boolean isFollowed() {
    return followed;
  }

  /** Whether standing jobs follow it from now on. */
  public synchronized void follow(boolean now) {
    if (closed || followed == now) {
      return;
    }
    followed = now;
    if (now) {
      keep(newest, latest.lease());
    } else {
      letKeptGo();
    }
    settle();
  }

  /** A version is closed. */
  synchronized void givenBack() {
    users--;
    settle();
  }

  private void letKeptGo() {
    kept.values().forEach(GraphVersion::close);
    kept.clear();
  }

  private void settle() {
    if (!closed && !followed && users == 0) {
      closed = true;
      latest.close();
      graph.close();
    }
    account();
  }

  /** What the base does not hold is this one's. */
  private void account() {
    long own = closed ? 0 : Math.max(0, graph.bytes() - (baseHeld ? baseBytes : 0));
    if (own > reserved) {
      memory.reserveBeyondLimit(own - reserved);
    } else {
      memory.release(reserved - own);
    }
    reserved = own;
  }
}
