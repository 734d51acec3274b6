package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.ChangedArcs;
import io.cliquestream.kernels.change.rows.NetChanges;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.control.Parallelism;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToIntFunction;

/**
 * The edges in which two versions of a graph differ: those that went and those that came, each list
 * ascending by its slots. An edge's rank is its index. Usable while both versions are leased; by
 * any number of threads.
 */
public final class VersionChange {
  private final VersionState older;
  private final VersionState newer;
  private final NetChanges changes;
  private final Optional<LongToIntFunction> labels;

  VersionChange(VersionState older, VersionState newer, NetChanges changes) {
    this(older, newer, changes, newer.graph.labels());
  }

  private VersionChange(
      VersionState older,
      VersionState newer,
      NetChanges changes,
      Optional<LongToIntFunction> labels) {
    this.older = older;
    this.newer = newer;
    this.changes = changes;
    this.labels = labels;
  }

  /**
   * The same change seen with other labels than the graph's own.
   *
   * @param byId the label of an id; below 0: none
   */
  public VersionChange withLabels(LongToIntFunction byId) {
    return new VersionChange(older, newer, changes, Optional.of(byId));
  }

  /** Rows before the change. */
  public RowView before() {
    return older.rows;
  }

  /** Rows after the change. */
  public RowView after() {
    return newer.rows;
  }

  /** Edges of the newer version. */
  public long edgesAfter() {
    return newer.edges;
  }

  /** Number of edges that went. */
  public int deletedCount() {
    return changes.deleted().length;
  }

  /** Number of edges that came. */
  public int insertedCount() {
    return changes.inserted().length;
  }

  /** The lower slot of a deleted edge. */
  public int deletedLow(int rank) {
    return (int) (changes.deleted()[rank] >>> 32);
  }

  /** The higher slot of a deleted edge. */
  public int deletedHigh(int rank) {
    return (int) changes.deleted()[rank];
  }

  /** The lower slot of an inserted edge. */
  public int insertedLow(int rank) {
    return (int) (changes.inserted()[rank] >>> 32);
  }

  /** The higher slot of an inserted edge. */
  public int insertedHigh(int rank) {
    return (int) changes.inserted()[rank];
  }

  /** Whether the two versions have the same edges. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Deleted edges by slot. */
  public ChangedArcs deletedArcs() {
    return changes.deletedArcs();
  }

  /** Inserted edges by slot. */
  public ChangedArcs insertedArcs() {
    return changes.insertedArcs();
  }

  /** A reader of the stages of deletions, for one thread. */
  public StageRows deleting() {
    return StageRows.deleting(older.rows, deletedArcs());
  }

  /** A reader of the stages of insertions, for one thread. */
  public StageRows inserting() {
    return StageRows.inserting(newer.rows, insertedArcs());
  }

  /** The label of a slot of one of the two versions; null when vertices have none. */
  public IntUnaryOperator labels(RowView view) {
    return labels
        .<IntUnaryOperator>map(byId -> slot -> byId.applyAsInt(view.id(slot)))
        .orElse(null);
  }

  /** Threads that the graph's owner allows. */
  public Parallelism parallelism() {
    return newer.graph.parallelism();
  }
}
