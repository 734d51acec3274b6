package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.ChangedArcs;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;

/**
 * The matches of a pattern in one of two versions that are none in the other, each once.
 *
 * <p>An edge-induced match of the newer version is new when it holds an inserted edge, and cannot
 * hold a deleted one; it is met in the stage of its inserted edge of highest rank alone. Those of
 * the older version likewise. A vertex-induced match differs when any pair of its vertices changed,
 * an edge of it or not; it is looked for at every changed pair in the version itself, and reported
 * at the first, deleted ones before inserted ones. (Going through stages would meet matches that
 * come and go on the way.) For one thread.
 */
public final class PatternDifference {
  /** Takes a match. */
  @FunctionalInterface
  public interface Found {
    /**
     * A match.
     *
     * @param byVertex slots by vertex of the pattern; not the receiver's to keep
     * @param rank the changed edge that it was found at
     * @param inserted whether that is an inserted one
     */
    void match(int[] byVertex, int rank, boolean inserted);
  }

  private final AnchoredPlans plans;
  private final Induced induced;
  private final VersionChange change;
  private final boolean appears;
  private final StepBudget.Meter meter;
  private final int[] byVertex;

  /**
   * A search.
   *
   * @param appears whether for matches of the newer version that the older lacks, or the other way
   *     round
   */
  public PatternDifference(
      Pattern pattern, Induced induced, VersionChange change, boolean appears, StepBudget budget) {
    this.plans = AnchoredPlans.of(pattern, induced, false);
    this.induced = induced;
    this.change = change;
    this.appears = appears;
    this.meter = budget.meter();
    this.byVertex = new int[pattern.vertexCount()];
  }

  /** Finds them. */
  public void run(Found found) {
    ChangedEdges own = appears ? change.inserted() : change.deleted();
    RowView view = own.rows();
    switch (induced) {
      case EDGE -> {
        StageRows rows = own.stages();
        var searches = new AnchoredSearches(plans, rows, view, meter, change.labels(view));
        for (int rank = 0; rank < own.count(); rank++) {
          int at = rank;
          rows.stage(rank);
          searches.list(
              own.low(rank),
              own.high(rank),
              true,
              byVertex,
              match -> found.match(match, at, appears));
        }
      }
      case VERTEX -> {
        StageRows rows = StageRows.of(view);
        var searches = new AnchoredSearches(plans, rows, view, meter, change.labels(view));
        pairs(searches, view, change.deleted(), found);
        pairs(searches, view, change.inserted(), found);
      }
    }
    meter.tell();
  }

  /** Goes through the deleted or the inserted pairs. */
  private void pairs(AnchoredSearches searches, RowView view, ChangedEdges edges, Found found) {
    boolean inserted = edges.inserted();
    for (int rank = 0; rank < edges.count(); rank++) {
      int at = rank;
      int low = edges.low(rank);
      int high = edges.high(rank);
      if (low >= view.slots()
          || high >= view.slots()
          || view.degree(low) == 0
          || view.degree(high) == 0) {
        continue; // not both are vertices of this version
      }
      searches.list(
          low,
          high,
          inserted == appears,
          byVertex,
          match -> {
            if (isFirst(match, at, inserted)) {
              found.match(match, at, inserted);
            }
          });
    }
  }

  /** Whether no changed pair among the match's vertices comes before this one. */
  private boolean isFirst(int[] match, int rank, boolean inserted) {
    ChangedArcs deleted = change.deleted().arcs();
    ChangedArcs insertions = change.inserted().arcs();
    for (int i = 0; i < match.length; i++) {
      for (int j = 0; j < i; j++) {
        int gone = deleted.rank(match[i], match[j]);
        if (gone >= 0 && (inserted || gone < rank)) {
          return false;
        }
        int come = inserted ? insertions.rank(match[i], match[j]) : -1;
        if (come >= 0 && come < rank) {
          return false;
        }
      }
    }
    return true;
  }
}
