package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.NetChanges;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.control.Parallelism;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToIntFunction;

/**
 * The edges in which two versions of a graph differ: those that went and those that came. Usable
 * while both versions are leased; by any number of threads.
 */
public final class VersionChange {
  private final VersionState older;
  private final VersionState newer;
  private final NetChanges changes;
  private final ChangedEdges deleted;
  private final ChangedEdges inserted;
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
    Parallelism parallelism = newer.graph.parallelism();
    this.deleted =
        new ChangedEdges(false, changes.deleted(), changes.deletedArcs(), older.rows, parallelism);
    this.inserted =
        new ChangedEdges(true, changes.inserted(), changes.insertedArcs(), newer.rows, parallelism);
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

  /** The edges that went. */
  public ChangedEdges deleted() {
    return deleted;
  }

  /** The edges that came. */
  public ChangedEdges inserted() {
    return inserted;
  }

  /** How many edges went or came. */
  public long count() {
    return (long) deleted.count() + inserted.count();
  }

  /** Whether the two versions have the same edges. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** The label of a slot of one of the two versions; null when vertices have none. */
  public IntUnaryOperator labels(RowView view) {
    return labels
        .<IntUnaryOperator>map(byId -> slot -> byId.applyAsInt(view.id(slot)))
        .orElse(null);
  }
}
