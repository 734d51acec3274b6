package io.cliquestream.worker.intake;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import io.cliquestream.worker.graphs.catalog.Resolution;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.intake.assembly.AssembledSnapshot;
import io.cliquestream.worker.metrics.Metric;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes versions that share rows with the one before them, in time and memory of what differs: by a
 * delta, or not at all, as a snapshot that a stream makes of its newest version. On the partition's
 * thread.
 */
record SharedRows(int partition, IntakeParts parts) {
  private static final Logger LOG = LoggerFactory.getLogger(SharedRows.class);

  /** Changes of a delta whose version shares rows: they are on the heap while it is made. */
  private static final int MOST_SHARED_CHANGES = 1 << 22;

  /** The rows of a delta's version; empty when it has to be a graph of its own. */
  Optional<VersionRows> changed(
      CachedGraph base, long baseVersion, long version, EdgeArray inserted, EdgeArray deleted) {
    long listed = inserted.size() + deleted.size();
    if (listed > MOST_SHARED_CHANGES) {
      return Optional.empty();
    }
    VersionRows.Made made;
    try (VersionRows rows = base.rows(baseVersion).orElse(null)) {
      if (rows == null || !rows.isNewest()) {
        return Optional.empty();
      }
      EdgeBatch batch = EdgeBatch.ofDelta(inserted, deleted, (int) Math.max(1, listed));
      Optional<VersionRows.Made> next =
          parts.metrics().timer(Metric.PREPARE).record(() -> rows.next(batch, version));
      if (next.isEmpty()) {
        return Optional.empty();
      }
      made = next.get();
    } catch (ComputeException beyondRows) {
      // It may have more vertices than rows have slots: a graph of its own has other bounds.
      LOG.debug("version {} does not share rows", version, beyondRows);
      return Optional.empty();
    }
    if (!DenseLimits.configured().holds(made.rows().graph().vertexTotal())) {
      made.rows().close();
      return Optional.empty();
    }
    ignored("insert", made.totals().ignoredInserts());
    ignored("delete", made.totals().ignoredDeletes());
    return Optional.of(made.rows());
  }

  private void ignored(String kind, long changes) {
    if (changes > 0) {
      parts.metrics().counter(Metric.DELTA_IGNORED, "kind", kind).increment((double) changes);
    }
  }

  /**
   * The rows of a snapshot that a stream made of the newest version, which is here: nothing is
   * built, and who follows the rows goes on with them. Names are taken from the snapshot, in which
   * they lie in one piece, so a graph with names is built.
   *
   * @return empty for any other snapshot
   */
  Optional<VersionRows> unchanged(String graphId, long version, AssembledSnapshot snapshot) {
    OptionalLong same = parts.catalog().sameInStream(graphId, version);
    if (same.isEmpty() || snapshot.names().isPresent()) {
      return Optional.empty();
    }
    long base = same.getAsLong();
    var exact = VersionSelector.newBuilder().setExact(base).build();
    if (!(parts.catalog().resolve(graphId, exact) instanceof Resolution.Usable usable)
        || usable.graph().isNamed()
        || !hasEdges(usable.graph(), base, snapshot.edges().edges())) {
      return Optional.empty();
    }
    try (EdgeArray none = EdgeArray.narrow()) {
      // Before the version is known: who is told of it finds the way to it.
      parts.deltas().put(partition, graphId, base, version, none, none);
      return changed(usable.graph(), base, version, none, none);
    }
  }

  /**
   * Whether a version's edges are those that a snapshot lists, by number and a sum of hashes: what
   * a header says of a stream is no proof, and whoever restores builds what the snapshot lists.
   */
  private static boolean hasEdges(CachedGraph graph, long version, EdgeArray listed) {
    long size = listed.size();
    if (graph.edges() != size) {
      return false;
    }
    try (VersionRows rows = graph.rows(version).orElse(null)) {
      if (rows == null) {
        return false;
      }
      var difference = new long[1];
      rows.forEachEdge((from, to) -> difference[0] += hash(from, to));
      for (long edge = 0; edge < size; edge++) {
        difference[0] -= hash(listed.from(edge), listed.to(edge));
      }
      return difference[0] == 0;
    }
  }

  /** Of an edge, whichever end stands first; both steps are those of SplitMix64. */
  private static long hash(long from, long to) {
    boolean ascends = Long.compareUnsigned(from, to) < 0;
    return mixed(mixed(ascends ? from : to) + (ascends ? to : from));
  }

  private static long mixed(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
