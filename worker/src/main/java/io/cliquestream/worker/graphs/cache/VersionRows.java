package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.change.AppliedBatch;
import io.cliquestream.kernels.change.BatchTotals;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.rows.GraphAssembly;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.worker.memory.HostMemory;
import java.util.Optional;

/**
 * The rows of one version, which it shares with the versions before and after it: a version that a
 * delta makes costs time and memory in the size of the delta, and a whole graph of it is made only
 * for whoever leases it.
 *
 * <p>A family begins with a whole graph, which stays in memory until the rows were merged into
 * fresh ones and its older versions are gone; it ends with its last version. What the family holds
 * beside that graph stands in the process's account. Thread-safe.
 */
public final class VersionRows {
  /** The versions that share rows. */
  private static final class Family {
    private final HostMemory memory;
    private final EvolvingGraph graph;
    private final long baseBytes;

    /** Written under the evolving graph's lock, which is taken inside this one's: so no lock. */
    private volatile boolean baseHeld = true;

    private long newest;
    private long reserved;
    private int members = 1;

    Family(PinnedGraph base, HostMemory memory) {
      this.memory = memory;
      this.baseBytes = base.graph().bytes();
      this.graph =
          EvolvingGraph.of(
              base,
              () -> {
                baseHeld = false;
                base.close();
              },
              ChangePolicy.DEFAULT,
              Optional.empty());
      account();
    }

    synchronized void leave() {
      members--;
      if (members == 0) {
        graph.close();
      }
      account();
    }

    synchronized void account() {
      long own = members == 0 ? 0 : graph.bytes() - (baseHeld ? baseBytes : 0);
      if (own > reserved) {
        memory.reserveBeyondLimit(own - reserved);
      } else if (own < reserved) {
        memory.release(reserved - own);
      }
      reserved = own;
    }
  }

  /**
   * A version and what the delta that made it came to.
   *
   * @param totals edges that came and went, and those that changed nothing
   */
  public record Made(VersionRows rows, BatchTotals totals) {}

  private final Family family;
  private final GraphVersion version;

  private VersionRows(Family family, GraphVersion version) {
    this.family = family;
    this.version = version;
  }

  /**
   * Begins a family at a graph.
   *
   * @param base taken over
   */
  public static VersionRows of(PinnedGraph base, HostMemory memory) {
    var family = new Family(base, memory);
    return new VersionRows(family, family.graph.latest());
  }

  /** Whether the next version can be made of this one: nobody made one of it before. */
  public boolean isNewest() {
    synchronized (family) {
      return family.members > 0 && family.newest == version.sequence();
    }
  }

  /**
   * Makes the next version.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE; nothing is changed
   */
  public Made next(EdgeBatch batch) {
    AppliedBatch applied = family.graph.apply(batch);
    synchronized (family) {
      family.members++;
      family.newest = applied.version().sequence();
      family.account();
    }
    return new Made(new VersionRows(family, applied.version()), applied.totals());
  }

  /** Vertices of the version. */
  public long vertices() {
    return version.vertexTotal();
  }

  long edges() {
    return version.edgeCount();
  }

  /** Bytes of a whole graph of it. */
  long graphBytes() {
    return GraphMemory.graphBytes(vertices(), edges());
  }

  /** A whole graph of it, which the caller closes. */
  Graph assemble() {
    return GraphAssembly.of(version.rows(), Parallelism.available());
  }

  /** The version is not needed any more. */
  public void close() {
    version.close();
    family.leave();
  }
}
