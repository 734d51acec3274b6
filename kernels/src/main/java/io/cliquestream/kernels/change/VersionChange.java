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
   * @return reads the same edges
   */
  public VersionChange withLabels(LongToIntFunction byId) {
    return new VersionChange(older, newer, changes, Optional.of(byId));
  }

  /** {@return the rows of the newer version} */
  public RowView after() {
    return newer.rows;
  }

  /** {@return number of edges of the newer version} */
  public long edgesAfter() {
    return newer.edges;
  }

  /** {@return the edges that went} */
  public ChangedEdges deleted() {
    return deleted;
  }

  /** {@return the edges that came} */
  public ChangedEdges inserted() {
    return inserted;
  }

  /** {@return how many edges went or came} */
  public long count() {
    return (long) deleted.count() + inserted.count();
  }

  /** {@return whether the two versions have the same edges} */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /**
   * {@return the label of each slot, below 0 for none; null when vertices have no labels}
   *
   * @param view the rows of one of the two versions
   */
  public IntUnaryOperator labels(RowView view) {
    return labels
        .<IntUnaryOperator>map(byId -> slot -> byId.applyAsInt(view.id(slot)))
        .orElse(null);
  }
}
