package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.graph.VertexIds;

/**
 * Base rows and everything that changed since: all versions between two whole merges are this table
 * at an age, so a version costs no more than its changes.
 *
 * <p>The writer replaces lists of changes (see {@link ChangeLists}); views of earlier ages do not
 * notice. What only ages that nobody reads tell apart is dropped when a list is replaced.
 */
public final class ChangeTable implements AutoCloseable {
  /** Largest age; a table is merged before. */
  public static final int LAST_AGE = Integer.MAX_VALUE - 1;

  final BaseRows base;
  final ChangeLists lists = new ChangeLists();
  final SlotIds ids;

  private ChangeTable(BaseRows base, SlotIds ids) {
    this.base = base;
    this.ids = ids;
  }

  /** A graph's rows, without changes. */
  public static ChangeTable of(BaseRows base, VertexIds ids) {
    return new ChangeTable(base, new SlotIds(ids));
  }

  static ChangeTable merged(BaseRows base, SlotIds ids) {
    return new ChangeTable(base, ids);
  }

  /** The table at an age; {@code slots} bounds what existed then. */
  public RowView at(int age) {
    return new RowView(this, age, ids.count());
  }

  /** Entries of all lists of changes: what a merge would take in. */
  public long entries() {
    return lists.entries();
  }

  /** Arcs of the base rows. */
  public long baseArcs() {
    return base.arcs();
  }

  /** Bytes of the base rows. */
  public long baseBytes() {
    return base.bytes();
  }

  /** Bytes of changes and names. */
  public long changeBytes() {
    return lists.bytes() + ids.bytes();
  }

  /** Frees the base rows; nobody reads the table any more. */
  @Override
  public void close() {
    base.close();
  }
}
