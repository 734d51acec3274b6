package io.cliquestream.worker.graphs.changes;

import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.worker.graphs.rows.VersionDelta;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The deltas of the recent past, on the heap and within a bound of bytes: the oldest are forgotten
 * first, and one that is larger than the bound is not kept at all. Who finds a way from one version
 * to another here need not compare the two graphs. Thread-safe.
 */
public final class RecentDeltas {
  /** An entry of the map, a record, two arrays. */
  private static final long OVERHEAD_BYTES = 256;

  private record Key(String graphId, long version) {}

  private record Kept(int partition, VersionDelta delta) {
    long bytes() {
      return OVERHEAD_BYTES + (long) Long.BYTES * 2 * delta.edges();
    }
  }

  private final long maximumBytes;
  private final LinkedHashMap<Key, Kept> deltas = new LinkedHashMap<>();
  private long bytes;

  /**
   * @param maximumBytes of all deltas together; 0 keeps none
   */
  public RecentDeltas(long maximumBytes) {
    this.maximumBytes = maximumBytes;
  }

  /** Keeps a delta, if there is room for it. */
  public void put(
      int partition,
      String graphId,
      long base,
      long version,
      PairSource inserted,
      PairSource deleted) {
    long edges = inserted.size() + deleted.size();
    if (edges > (maximumBytes - OVERHEAD_BYTES) / (2 * Long.BYTES)) {
      drop(graphId, version);
      return;
    }
    var kept = new Kept(partition, new VersionDelta(base, version, ids(inserted), ids(deleted)));
    synchronized (this) {
      drop(graphId, version);
      deltas.put(new Key(graphId, version), kept);
      bytes += kept.bytes();
      Iterator<Kept> oldest = deltas.values().iterator();
      while (bytes > maximumBytes) {
        bytes -= oldest.next().bytes();
        oldest.remove();
      }
    }
  }

  private static long[] ids(PairSource pairs) {
    var ids = new long[Math.toIntExact(2 * pairs.size())];
    int used = 0;
    var block = new long[1 << 12];
    for (long pair = 0; pair < pairs.size(); ) {
      int copied = pairs.copyPairs(pair, block);
      System.arraycopy(block, 0, ids, used, 2 * copied);
      used += 2 * copied;
      pair += copied;
    }
    return ids;
  }

  /**
   * The deltas that lead from one version to another, in their order; empty when some is not here,
   * or when there are more than a bound.
   *
   * @param most deltas, at most
   */
  public synchronized Optional<List<VersionDelta>> between(
      String graphId, long from, long to, int most) {
    var way = new ArrayDeque<VersionDelta>();
    for (long version = to; version != from; version = way.getFirst().base()) {
      Kept kept = way.size() < most ? deltas.get(new Key(graphId, version)) : null;
      if (kept == null) {
        return Optional.empty();
      }
      way.addFirst(kept.delta());
    }
    return Optional.of(List.copyOf(way));
  }

  /** The version is no more, or may come to be another one. */
  public synchronized void drop(String graphId, long version) {
    Kept gone = deltas.remove(new Key(graphId, version));
    bytes -= gone == null ? 0 : gone.bytes();
  }

  /** Forgets the deltas of a partition that this worker does not follow any more. */
  public synchronized void dropPartition(int partition) {
    for (Iterator<Map.Entry<Key, Kept>> all = deltas.entrySet().iterator(); all.hasNext(); ) {
      Kept kept = all.next().getValue();
      if (kept.partition() == partition) {
        bytes -= kept.bytes();
        all.remove();
      }
    }
  }

  /** Bytes held, counted generously. */
  public synchronized long bytes() {
    return bytes;
  }
}
