package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.BaseRows;
import io.cliquestream.kernels.change.rows.ChangeTable;
import io.cliquestream.kernels.change.rows.NetChanges;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.TableWriter;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongToIntFunction;

/**
 * A graph that changes by batches, and its versions.
 *
 * <h2>How versions share</h2>
 *
 * <p>All versions between two merges are one table at different ages: rows that never change, and
 * beside them for each changed row a sorted list of entries (neighbour, age, came or went). A batch
 * replaces the lists that it touches, under the next age. A reader of an older version skips what
 * is younger, so he needs neither locks nor copies, and the writer does not wait for him. Entries
 * that only versions without a lease could tell apart are dropped when their list is replaced; so a
 * stream that inserts and deletes the same edges does not grow. This is multi-version concurrency
 * control with the differential files of Severance and Lohman (ACM TODS 1(3), 1976) as rows.
 *
 * <p>When the changes beside the rows are more than a part of them that {@link ChangePolicy} names,
 * the next batch merges all rows into fresh ones first, O(n + m). Older versions keep their table
 * until their last lease is closed. Slots stay what they are.
 *
 * <h2>Cost</h2>
 *
 * <p>A batch of b changes takes O(b log b) and the length of the lists that it replaces; reading a
 * row of d neighbours and c changes takes O(d + c). Memory: 8 bytes for each entry, of which each
 * changed edge has two, and 16 for each changed row; the batch's edges, 8 bytes each, as long as an
 * older version is leased; and whole graphs that jobs had made of versions still leased.
 *
 * <p>Safe for use by several threads: one batch is applied at a time.
 */
public final class EvolvingGraph implements AutoCloseable {
  /** A table and the sequence of its age 0. Closed when no version of it is left. */
  static final class Era {
    final ChangeTable table;
    final long start;
    int versions;

    Era(ChangeTable table, long start) {
      this.table = table;
      this.start = start;
    }
  }

  private final ChangePolicy policy;
  private final Optional<LongToIntFunction> labels;
  private final Parallelism parallelism;

  /** Held while a batch is applied; leases are counted under {@code this} alone. */
  private final Object writing = new Object();

  private final TreeMap<Long, VersionState> versions = new TreeMap<>();

  /** What each version changed, for those after the oldest one that is leased. */
  private final TreeMap<Long, NetChanges> runs = new TreeMap<>();

  private VersionState newest;
  private boolean closed;

  /** A batch failed while it was written: its entries must not be taken for the next one's. */
  private boolean torn;

  private EvolvingGraph(
      PreparedGraph base,
      Runnable release,
      ChangePolicy policy,
      Optional<LongToIntFunction> labels) {
    this.policy = policy;
    this.labels = labels;
    this.parallelism = new Parallelism(policy.threads());
    Graph graph = base.graph();
    ChangeTable table = ChangeTable.of(BaseRows.of(graph, release), graph.ids());
    newest =
        new VersionState(
            this, new Era(table, 0), 0, table.at(0), graph.edgeCount(), graph.vertexCount(), 0);
    newest.prepared(base);
    newest.leases = 1;
    newest.era.versions = 1;
    versions.put(0L, newest);
  }

  /**
   * Begins with a graph, under {@link ChangePolicy#DEFAULT}.
   *
   * @param base taken over, and closed when no version needs it any more
   * @return stands on the base as version 0
   */
  public static EvolvingGraph of(Graph base) {
    return of(base, ChangePolicy.DEFAULT);
  }

  /**
   * Begins with a graph.
   *
   * @param base taken over, and closed when no version needs it any more
   * @param policy when rows are merged, and bounds
   * @return stands on the base as version 0
   */
  public static EvolvingGraph of(Graph base, ChangePolicy policy) {
    PreparedGraph.Owned owned = PreparedGraph.of(base);
    return of(owned, owned::close, policy, Optional.empty());
  }

  /**
   * Begins with a graph that somebody else keeps.
   *
   * @param base stays readable until {@code release} is called
   * @param release called once, when no version needs the base any more
   * @param policy when rows are merged, and bounds
   * @param labels the label, 0 or more, of an id, where vertices have some
   * @return stands on the base as version 0
   */
  public static EvolvingGraph of(
      PreparedGraph base,
      Runnable release,
      ChangePolicy policy,
      Optional<LongToIntFunction> labels) {
    return new EvolvingGraph(base, release, policy, labels);
  }

  Optional<LongToIntFunction> labels() {
    return labels;
  }

  Parallelism parallelism() {
    return parallelism;
  }

  /**
   * {@return a lease of the newest version, for the caller to close}
   *
   * @throws IllegalStateException when the graph was closed
   */
  public synchronized GraphVersion latest() {
    requireOpen();
    newest.leases++;
    return new GraphVersion(newest);
  }

  /**
   * Makes the next version; older ones stay as they are. A batch that fails changes nothing.
   *
   * @param batch what changes, by ids; stays the caller's, and may be cleared and filled again
   * @return a lease of the next version, for the caller to close, and what became of the changes
   * @throws ComputeException JOB_MEMORY_EXCEEDED for a batch beyond the policy's bound,
   *     GRAPH_TOO_LARGE when there were too many vertices
   * @throws IllegalStateException when the graph was closed
   */
  public AppliedBatch apply(EdgeBatch batch) {
    if (batch.size() > policy.mostBatch()) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "%d changes, at most %d are applied at once".formatted(batch.size(), policy.mostBatch()));
    }
    synchronized (writing) {
      VersionState before = newestToChange();
      RowView view = before.rows;
      Era era = before.era;
      if (torn
          || view.age() >= ChangeTable.LAST_AGE
          || policy.merges(era.table.entries(), era.table.baseArcs())) {
        era = merged(view, before.sequence);
        view = era.table.at(0);
      }
      try {
        NetChanges changes = TableWriter.normalize(batch.raw(), view, parallelism);
        torn = true;
        int vertices =
            before.vertices
                + TableWriter.write(changes, view, oldestAge(era, view.age()), parallelism);
        long edges = before.edges + changes.inserted().length - changes.deleted().length;
        VersionState state =
            new VersionState(
                this,
                era,
                before.sequence + 1,
                era.table.at(view.age() + 1),
                edges,
                vertices,
                before.changes + changes.inserted().length + changes.deleted().length);
        Long fingerprint = before.knownFingerprint();
        if (fingerprint != null) {
          state.knownFingerprint(Fingerprint.after(fingerprint, changes, before.rows, state.rows));
        }
        era = null;
        torn = false;
        return new AppliedBatch(
            publish(state, changes),
            new BatchTotals(
                changes.inserted().length,
                changes.deleted().length,
                changes.ignoredInserts(),
                changes.ignoredDeletes(),
                changes.loops(),
                changes.superseded()));
      } finally {
        if (era != null && era.versions == 0) {
          era.table.close();
        }
      }
    }
  }

  private synchronized VersionState newestToChange() {
    requireOpen();
    return newest;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the graph was closed");
    }
  }

  /** All rows as fresh ones; the versions that are looked at stay readable until it is done. */
  private Era merged(RowView view, long sequence) {
    List<VersionState> held = held();
    try {
      return new Era(
          TableWriter.merge(view, held.stream().map(state -> state.rows).toList(), parallelism),
          sequence);
    } finally {
      held.forEach(this::giveBack);
    }
  }

  private synchronized List<VersionState> held() {
    versions.values().forEach(state -> state.leases++);
    return List.copyOf(versions.values());
  }

  /** Least age of an era that is leased; readers come from versions alone. */
  private synchronized int oldestAge(Era era, int newestAge) {
    for (Map.Entry<Long, VersionState> entry : versions.entrySet()) {
      if (entry.getValue().era == era) {
        return entry.getValue().rows.age();
      }
    }
    return newestAge;
  }

  /** Makes a version the newest one and gives out its first lease. */
  private synchronized GraphVersion publish(VersionState state, NetChanges changes) {
    requireOpen();
    state.leases = 2;
    state.era.versions++;
    versions.put(state.sequence, state);
    runs.put(state.sequence, changes);
    VersionState before = newest;
    newest = state;
    drop(before);
    return new GraphVersion(state);
  }

  synchronized void take(VersionState state) {
    state.leases++;
  }

  synchronized void giveBack(VersionState state) {
    drop(state);
  }

  private void drop(VersionState state) {
    if (--state.leases > 0) {
      return;
    }
    versions.remove(state.sequence);
    state.free();
    if (--state.era.versions == 0) {
      state.era.table.close();
    }
    if (versions.isEmpty()) {
      runs.clear();
    } else {
      runs.headMap(versions.firstKey(), true).clear();
    }
  }

  /** The changes between two versions that are both leased. */
  VersionChange change(VersionState older, VersionState newer) {
    if (older.graph != this || newer.graph != this || older.sequence > newer.sequence) {
      throw new IllegalArgumentException(
          "changes lead from a version to a newer one of the same graph");
    }
    List<NetChanges> between;
    synchronized (this) {
      between = new ArrayList<>(runs.subMap(older.sequence, false, newer.sequence, true).values());
    }
    return new VersionChange(older, newer, NetChanges.composed(between, parallelism));
  }

  /**
   * The fingerprint of a leased version from that of the nearest older one that is known, whoever
   * asked for it since; empty when none is.
   */
  OptionalLong fingerprintFromOlder(VersionState state) {
    VersionState older = null;
    List<NetChanges> between = List.of();
    synchronized (this) {
      for (VersionState one : versions.headMap(state.sequence, false).descendingMap().values()) {
        if (one.knownFingerprint() != null) {
          older = one;
          older.leases++;
          between = List.copyOf(runs.subMap(one.sequence, false, state.sequence, true).values());
          break;
        }
      }
    }
    if (older == null) {
      return OptionalLong.empty();
    }
    try {
      NetChanges changes = NetChanges.composed(between, parallelism);
      return OptionalLong.of(
          Fingerprint.after(older.knownFingerprint(), changes, older.rows, state.rows));
    } finally {
      giveBack(older);
    }
  }

  /** Versions that somebody leases, the newest one included. */
  synchronized int leasedVersions() {
    return versions.size();
  }

  /** {@return bytes held, on and off the heap: rows, changes, whole graphs that jobs had made} */
  public synchronized long bytes() {
    long bytes = 0;
    var seen = new HashSet<Era>();
    for (VersionState state : versions.values()) {
      bytes += state.preparedBytes();
      if (seen.add(state.era)) {
        bytes += state.era.table.baseBytes() + state.era.table.changeBytes();
      }
    }
    for (NetChanges run : runs.values()) {
      bytes += run.bytes();
    }
    return bytes;
  }

  /** Changes beside the rows of the newest version, two for each changed edge. */
  synchronized long pendingEntries() {
    return newest.era.table.entries();
  }

  /** Gives up the newest version; those that are leased stay readable until they are closed. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      drop(newest);
    }
  }
}
